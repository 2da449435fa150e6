"""Every field of a patch counts: tables from the declarations."""

from __future__ import annotations

from typing import Any

import pytest
from published_schemas import validator
from samples import sample, sample_record

from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.kernel.bundle.graph import GraphEdge, WorkflowGraph, WorkflowNode
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Trigger
from onefold.kernel.classes import evolve
from onefold.kernel.document import record_document
from onefold.kernel.ir.declare import Choice, Keyed, Ordered, Record, Unordered, declarations
from onefold.kernel.ir.records import fields, rebuild
from onefold.kernel.patch.apply import apply
from onefold.kernel.patch.documents import ContractPatch, Patch, PatchDef
from onefold.kernel.patch.operations import OPERATION

CONTAINERS = (Record, Keyed, Ordered, Unordered)
# Texts that samples are made of name nodes and edges here, so that operations find what they speak of.
TEXTS = ("One text.", "Another text.", "Third text.")
OPERATIONS = {word: sample_record(kind) for word, kind in OPERATION.types.items()}
REST: dict[str, Any] = {"patch": "p", "base": "blake3:" + "0" * 64}


def base(word: str) -> Manifest:
    """A bundle that a sample operation, and each that differs from it in one field, can be applied to."""
    names = () if word == "insert_node" else (*TEXTS, "n")
    ends = {(origin, target) for origin in TEXTS for target in TEXTS}
    edges: tuple[GraphEdge, ...] = ()
    if word in ("remove_edge", "replace_edge"):
        words = (None, *TEXTS)
        edges = tuple(
            GraphEdge(origin=origin, target=target, branch=branch, label=label)
            for origin, target in sorted(ends)
            for branch in words
            for label in words
            if word == "remove_edge" or origin == TEXTS[0] or branch == TEXTS[0]
        )
    graph = WorkflowGraph(id="w", nodes={name: WorkflowNode(id=name) for name in names}, edges=edges)
    return Manifest(schema_version=3, id="b", triggers=(Trigger(id=TEXTS[0]),), workflow=graph)


def patched(operation: Any, word: str) -> Manifest:
    applied = apply(PatchDef(**REST, operations=(operation,)), base(word))
    assert applied.failures == ()
    return applied.manifest


def leaves(record: Any) -> list[Any]:
    return [each for each in fields(record) if not isinstance(each.shape, CONTAINERS) and each.path != ("op",)]


def with_leaf(record: Any, number: int) -> Any:
    counter = -1

    def change(shape: Any, value: Any) -> Any:
        nonlocal counter
        if isinstance(shape, CONTAINERS) or (isinstance(shape, Choice) and value == record.op):
            return value
        counter += 1
        if counter != number:
            return value
        return next(each for each in (sample(shape, variant) for variant in range(12)) if each != value)

    return rebuild(record, change)


CHANGES = [
    (word, number)
    for word, operation in OPERATIONS.items()
    if not word.endswith("_edge")
    for number in range(len(leaves(operation)))
]


@pytest.mark.parametrize(("word", "number"), CHANGES, ids=lambda each: each if isinstance(each, str) else str(each))
def test_a_changed_field_of_an_operation_changes_what_it_makes(word: str, number: int) -> None:
    operation = OPERATIONS[word]
    other = with_leaf(operation, number)
    assert other != operation
    assert patched(other, word) != patched(operation, word)


@pytest.mark.parametrize("word", [word for word in OPERATIONS if word.endswith("_edge")])
@pytest.mark.parametrize("field", ["origin", "target", "branch", "label"])
def test_a_changed_field_of_an_edge_is_another_edge(word: str, field: str) -> None:
    operation = evolve(OPERATIONS[word], target=TEXTS[1])
    other = evolve(operation, **{field: TEXTS[2]})
    if word == "replace_edge":
        # The new edge is one that there is not yet.
        new = evolve(operation.new, target="n")
        operation, other = evolve(operation, new=new), evolve(other, new=new)
        changed = evolve(operation, new=evolve(new, **{field: TEXTS[2] if field != "target" else "n2"}))
        assert changed != operation
    assert patched(other, word) != patched(operation, word)


WHOLE: tuple[Patch, ...] = (
    PatchDef(**REST, summary="All of them.", operations=tuple(OPERATIONS.values())),
    ContractPatch(schema_version=1, id="p", summary="All of them.", operations=tuple(OPERATIONS.values())),
)


@pytest.mark.parametrize("whole", WHOLE, ids=lambda each: type(each).__name__)
def test_what_is_written_is_read_as_the_same(whole: Patch) -> None:
    written = record_document(whole)
    lowered: Any = lower_document(written, type(whole), Limits(), called="a patch")
    assert lowered.findings == ()
    assert lowered.record == whole


def test_the_schema_takes_every_field_and_no_other() -> None:
    published = validator("patch")
    written: Any = record_document(WHOLE[0])
    published.validate(written)
    for index, kind in enumerate(OPERATION.types.values()):
        for each in declarations(kind):
            assert each.name in written["operations"][index], each.name
        broken = [*written["operations"][:index], {**written["operations"][index], "colour": "red"}]
        assert not published.is_valid({**written, "operations": broken})
    assert not published.is_valid({name: each for name, each in written.items() if name != "base"})


def test_a_bundle_is_not_changed_by_its_patch() -> None:
    before = base("update_node_policy")
    kept = evolve(before)
    apply(PatchDef(**REST, operations=(OPERATIONS["update_node_policy"],)), before)
    assert before == kept
