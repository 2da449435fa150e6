"""Every field of a definition and of a manifest counts: tables from the declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from samples import sample, sample_record

from onefold.kernel.identity.definition import DefinitionDef
from onefold.kernel.identity.definitions import Definition
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.identity.drift import changes, drift, scope_of
from onefold.kernel.identity.manifests import MANIFESTS, manifest_hash, manifest_object
from onefold.kernel.identity.snapshot import WorkflowDefinitionSnapshot, snapshot_object
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Keyed, Ordered, Record, Unordered, declarations
from onefold.kernel.ir.records import fields, rebuild

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from onefold.kernel.ir.path import IrPath

# What stands in a definition and in no snapshot: each has a reason.
LEFT_OUT = {
    "fixers": "the page's snapshot has no fixers; the manifest of a fixer's session says all that one is",
}
# The only word there is.
FIXED = {("memory", "attached", "mode")}


def names(path: IrPath) -> tuple[str, ...]:
    return tuple(str(each) for each in path if isinstance(each, str))


def leaves(record: object) -> list[Any]:
    """The values in a record that hold no others."""
    containers = (Record, Keyed, Ordered, Unordered)
    return [each for each in fields(record) if not isinstance(each.shape, containers)]


def with_leaf(record: Any, number: int) -> Any:
    """The record with one leaf changed."""
    counter = -1

    def change(shape: declare.Shape, value: Any) -> Any:
        nonlocal counter
        if isinstance(shape, Record | Keyed | Ordered | Unordered):
            return value
        counter += 1
        if counter != number:
            return value
        return next(each for each in (sample(shape, variant) for variant in range(12)) if each != value)

    return rebuild(record, change)


def definition() -> DefinitionDef:
    # A mapping of models, so that no leaf is an id of a slot: those are changed elsewhere.
    record: DefinitionDef = sample_record(DefinitionDef)
    return record


def definition_hash(record: DefinitionDef) -> str:
    return Definition(record).hash


DEFINITION = definition()
LEAVES = leaves(DEFINITION)


def _id(number: int) -> str:
    return ".".join(str(each) for each in LEAVES[number].path)


@pytest.mark.parametrize("number", range(len(LEAVES)), ids=_id)
def test_every_field_of_a_definition_changed_alone_gives_another_hash(number: int) -> None:
    path = LEAVES[number].path
    if names(path) in FIXED:
        return
    if "skills" in path:
        return  # What counts of skills is what stands in their folders.
    is_same = definition_hash(with_leaf(DEFINITION, number)) == definition_hash(DEFINITION)
    assert is_same == (path[0] in LEFT_OUT)


def test_the_table_reaches_every_field_of_a_definition() -> None:
    reached = {names(each.path)[0] for each in fields(DEFINITION)}
    assert reached == {each.name for each in declarations(DefinitionDef)}
    assert len(LEAVES) > 30


@pytest.mark.parametrize("change", ["models", "tools", "memory", "bash"])
def test_a_member_more_is_another_hash(change: str) -> None:
    record = DEFINITION
    match change:
        case "models":
            other = attrs.evolve(record, models={**record.models, "more": next(iter(record.models.values()))})
        case "tools":
            other = attrs.evolve(record, tools=(*record.tools, "more"))
        case "memory":
            attached = attrs.evolve(record.memory.attached[0], id="more")
            memory = attrs.evolve(record.memory, attached=(*record.memory.attached, attached))
            other = attrs.evolve(record, memory=memory)
        case _:
            other = attrs.evolve(record, bash=attrs.evolve(record.bash, network=False))
    assert definition_hash(other) != definition_hash(record)


def test_the_order_of_what_is_a_set_does_not_count() -> None:
    def turned(shape: declare.Shape, value: Any) -> Any:
        if isinstance(shape, Keyed):
            return dict(reversed(value.items()))
        return tuple(reversed(value)) if isinstance(shape, Unordered) else value

    assert definition_hash(rebuild(DEFINITION, turned)) == definition_hash(DEFINITION)


def test_a_definition_is_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from onefold.kernel.identity import definitions

    calls: list[object] = []

    def counted(value: object) -> str:
        calls.append(value)
        return f"sha256:{len(calls)}"

    monkeypatch.setattr(definitions, "digest_of", counted)
    one = Definition(DEFINITION)
    assert one.hash == one.hash == "sha256:1"


SNAPSHOT: WorkflowDefinitionSnapshot = sample_record(WorkflowDefinitionSnapshot)


def test_every_leaf_of_a_snapshot_changed_alone_gives_another_hash() -> None:
    found = {digest_of(snapshot_object(with_leaf(SNAPSHOT, number))) for number in range(len(leaves(SNAPSHOT)))}
    assert len(found | {digest_of(snapshot_object(SNAPSHOT))}) == len(leaves(SNAPSHOT)) + 1
    assert [each.name for each in declarations(WorkflowDefinitionSnapshot)] == [
        "id",
        "description",
        "inputSchemaHash",
        "outputSchemaHash",
        "modelSlots",
        "plannerConfig",
        "workerConfig",
        "globalTools",
        "memoryConfig",
        "bashConfig",
    ]


def members() -> Iterator[Any]:
    for kind, record in MANIFESTS.items():
        for declaration in declarations(record):
            yield pytest.param(kind, declaration, id=f"{kind}.{declaration.name}")


@pytest.mark.parametrize(("kind", "declaration"), [*members()])
def test_every_member_of_a_manifest_changed_alone_is_drift_with_one_line(
    kind: str, declaration: declare.Declaration
) -> None:
    manifest = sample_record(MANIFESTS[kind])
    value = getattr(manifest, declaration.attribute)
    if declaration.name == "availableWorkflows":
        other: Any = (attrs.evolve(value[0], definition_hash=sample(declare.Digest(), 2)), *value[1:])
    elif isinstance(value, tuple):
        other = (f"{value[0]}-x", *value[1:])
    else:
        other = next(each for each in (sample(declaration.shape, number) for number in range(6)) if each != value)
    changed = attrs.evolve(manifest, **{declaration.attribute: other})
    assert manifest_hash(changed) != manifest_hash(manifest)
    found = changes(manifest, changed)
    assert len(found) == 1
    assert found[0].path[0] == declaration.name
    is_scope = declaration.name == "stepPath"
    assert (scope_of(manifest) == scope_of(changed)) != is_scope
    assert drift("run_a", manifest_object(manifest), changed) is not None


@pytest.mark.parametrize("kind", MANIFESTS)
def test_an_optional_member_that_comes_or_goes_is_one_line(kind: str) -> None:
    manifest = sample_record(MANIFESTS[kind])
    for declaration in declarations(MANIFESTS[kind]):
        if not declaration.required:
            without = attrs.evolve(manifest, **{declaration.attribute: None})
            assert declaration.name not in manifest_object(without)
            assert next(str(each).partition(": ")[2] for each in changes(without, manifest)).startswith("undefined → ")
            assert str(changes(manifest, without)[0]).partition("\n")[0].endswith(" → undefined")


def test_a_manifest_has_exactly_the_members_of_the_page() -> None:
    common = {"harnessId", "skillsHash", "memoryStoreIds", "bashCapabilitiesHash"}
    planner = {"plannerModelSlotId", "systemPromptHash", "workflowDefinitionHash", "globalToolsHash"}
    worker = {"workflowDefinitionHash", "workflowVersionId", "stepPath", "stepConfigHash", "allowedToolsHash"}
    found = {kind: {each.name for each in declarations(record)} for kind, record in MANIFESTS.items()}
    assert found["planner"] == common | planner | {"outerLoopContextHash"}
    assert found["worker"] == common | worker | {"modelSlotId", "systemPromptHash"}
    assert found["fixer"] == found["worker"] | {"fixerModelSlotId", "fixerSystemHash", "fixerMaxAttempts"}
    own = {"orchestratorModelSlotId", "systemPromptHash", "availableWorkflows", "globalToolsHash"}
    assert found["orchestrator"] == common | own | {"maxConcurrentSubRuns", "workflowOrderHash"}
