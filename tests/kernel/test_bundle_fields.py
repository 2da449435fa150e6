"""Every field of a bundle counts: tables from the declarations."""

from __future__ import annotations

from typing import Any

import pytest
from samples import sample, sample_record

from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.kernel.bundle.canonical import contract_digest, digests_of, graph_digest, manifest_object
from onefold.kernel.bundle.graph import WorkflowGraph
from onefold.kernel.bundle.hashing import bundle_hash, contract_hash, manifest_bytes
from onefold.kernel.bundle.manifest import BundleDef, Manifest
from onefold.kernel.classes import evolve
from onefold.kernel.document import record_document
from onefold.kernel.ir.declare import Keyed, Ordered, Record, Unordered, declarations
from onefold.kernel.ir.records import fields, rebuild
from onefold.kernel.jcs import encode_value

CONTAINERS = (Record, Keyed, Ordered, Unordered)


def manifest() -> Manifest:
    made: Manifest = sample_record(Manifest)
    return made


WHOLE = manifest()
LEAVES = [each for each in fields(WHOLE) if not isinstance(each.shape, CONTAINERS)]


def with_leaf(record: Any, number: int) -> Any:
    counter = -1

    def change(shape: Any, value: Any) -> Any:
        nonlocal counter
        if isinstance(shape, CONTAINERS):
            return value
        counter += 1
        if counter != number:
            return value
        return next(each for each in (sample(shape, variant) for variant in range(12)) if each != value)

    return rebuild(record, change)


def test_the_sample_sets_every_field() -> None:
    seen = {type(record) for record in _records(WHOLE)}
    assert {each.__name__ for each in seen} >= {"WorkflowNode", "Trigger", "Signature", "ToolConstraint", "AuditEntry"}
    assert len(LEAVES) > 150


def _records(record: Any) -> list[Any]:
    return [record, *(each.value for each in fields(record) if isinstance(each.shape, Record))]


@pytest.mark.parametrize("number", range(len(LEAVES)), ids=lambda n: "-".join(str(s) for s in LEAVES[n].path))
def test_a_changed_field_changes_the_manifest_and_the_bundle_hash(number: int) -> None:
    other = with_leaf(WHOLE, number)
    assert other != WHOLE
    assert manifest_bytes(other) != manifest_bytes(WHOLE)
    is_signature = LEAVES[number].path[0] == "signature"
    assert (bundle_hash(other, ()) == bundle_hash(WHOLE, ())) is is_signature
    assert (contract_hash(other, ()) == contract_hash(WHOLE, ())) is is_signature
    if LEAVES[number].path[0] == "workflow":
        is_log = LEAVES[number].path[1] == "audit_log"
        assert (graph_digest(other.workflow) == graph_digest(WHOLE.workflow)) is is_log
        assert (contract_digest(other.workflow) == contract_digest(WHOLE.workflow)) is is_log


@pytest.mark.parametrize("record", [Manifest, BundleDef])
def test_what_is_written_is_read_as_the_same(record: type[Any]) -> None:
    whole = sample_record(record)
    written = manifest_object(whole) if isinstance(whole, Manifest) else record_document(whole)
    lowered = lower_document(written, record, Limits(), called="a bundle")
    assert lowered.findings == ()
    assert lowered.record == whole


def test_defaults_are_spelled_out_and_left_out_alike() -> None:
    bare = Manifest(schema_version=3)
    assert lower_document(manifest_object(bare), Manifest, Limits(), called="a bundle").record == bare
    assert lower_document(record_document(bare), Manifest, Limits(), called="a bundle").record == bare
    assert [*manifest_object(bare)][:4] == ["schema_version", "entrypoint", "execution_artifact", "transitive_modules"]
    assert [*manifest_object(bare)][-9:] == [
        *("version", "triggers", "workflow", "prompt_capsules", "policy", "connectors", "environment", "receipts"),
        "metadata",
    ]


def test_each_concern_has_a_digest_of_its_own() -> None:
    base = digests_of(WHOLE, None)
    for attribute, concern in (("policy", "policy"), ("environment", "policy"), ("prompt_capsules", "prompts")):
        bare = getattr(Manifest(schema_version=3), attribute)
        found = digests_of(evolve(WHOLE, **{attribute: bare}), None)
        assert {name for name in base if base[name] != found[name]} == {concern}
    assert len({each for each in base.values() if each}) == 3


def test_a_field_that_is_added_later_changes_no_digest_of_a_graph() -> None:
    graph = WorkflowGraph(id="w")
    names = {each.name for each in declarations(WorkflowGraph)}
    written = record_document(graph)
    assert set(written) < names
    assert b"null" not in encode_value(written)
