"""The laws of the difference: empty for equal versions only, applying it gives the new workflow, a field an entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from samples import RECORDS, sample, sample_workflow
from strategies import workflows

from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.diff import CLASSES, Difference, DoesNotApply, apply, compare, fingerprint, from_json, to_json
from onefold.kernel.diff.classes import STEP_FIELDS, WORKFLOW_FIELDS
from onefold.kernel.digest import version
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Declaration, Keyed, Ordered, Record, Unordered, Variant, declarations
from onefold.kernel.ir.nodes import STEP_KINDS, Model, PromptTemplate, StepDef, Transition, VerifierRef, WorkflowDef
from onefold.kernel.ir.path import format_path
from onefold.kernel.ir.records import fields, rebuild

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
WORKFLOW = canonicalize(sample_workflow())


def version_of(canonical: Canonical) -> str:
    return version(encode(canonical))


def paths(difference: Difference) -> list[tuple[str, str]]:
    return [(entry.kind, format_path(entry.path)) for entry in difference.entries]


def through_json(difference: Difference) -> Difference:
    return from_json(json.loads(json.dumps(to_json(difference))))


def holds(old: Canonical, new: Canonical) -> Difference:
    """The difference, after the laws that hold for every pair were tried on it."""
    difference = compare(old, new)
    assert difference.is_empty == (version_of(old) == version_of(new))
    again = through_json(difference)
    assert again == difference
    made = apply(again, old)
    # Not only the same value: in the same order, so that it prints the same.
    assert json.dumps(made) == json.dumps(document(new.workflow))
    return difference


@given(workflows(), workflows())
@settings(SLOW, max_examples=30)
def test_applying_the_difference_of_any_two_workflows_gives_the_new_one(old: WorkflowDef, new: WorkflowDef) -> None:
    holds(canonicalize(old), canonicalize(new))


@given(workflows(), workflows(), st.data())
@settings(SLOW, max_examples=30)
def test_applying_the_difference_of_related_workflows_gives_the_new_one(
    old: WorkflowDef, other: WorkflowDef, data: st.DataObject
) -> None:
    names = [each.attribute for each in declarations(WorkflowDef)]
    taken = data.draw(st.sets(st.sampled_from(names), max_size=3))
    new = attrs.evolve(old, **{name: getattr(other, name) for name in taken})
    if data.draw(st.booleans()):
        shared = {name: step for name, step in new.steps.items() if data.draw(st.booleans())}
        new = attrs.evolve(new, steps={**dict(list(other.steps.items())[:1]), **shared})
    holds(canonicalize(old), canonicalize(new))


@given(workflows())
@settings(SLOW, max_examples=15)
def test_a_workflow_does_not_differ_from_itself(workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow)
    assert compare(canonical, canonicalize(workflow)).entries == ()
    assert apply(compare(canonical, canonical), canonical) == document(canonical.workflow)


LEAVES = [
    each
    for each in fields(WORKFLOW.workflow)
    if not isinstance(each.shape, Record | Variant | Keyed | Ordered)
    and not (isinstance(each.shape, Unordered) and isinstance(each.shape.item, Record))
    and not (each.path and isinstance(each.path[-1], int))
]


def with_leaf(target: tuple[Any, ...], change: Callable[[Any], Any]) -> Canonical:
    """The sample with the one field at this path changed."""
    places = iter([each.path for each in _in_rebuilding_order(WORKFLOW.workflow)])

    def changed(_shape: declare.Shape, value: Any) -> Any:
        return change(value) if next(places) == target else value

    return canonicalize(rebuild(WORKFLOW.workflow, changed))


def _in_rebuilding_order(workflow: WorkflowDef) -> list[Any]:
    """The fields, members before collections."""
    waiting: list[Any] = []
    done = []
    for each in fields(workflow):
        while waiting and each.path[: len(waiting[-1].path)] != waiting[-1].path:
            done.append(waiting.pop())
        waiting.append(each)
    return [*done, *reversed(waiting)]


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: format_path(leaf.path))
def test_another_value_of_one_field_is_one_entry_at_its_path(leaf: Any) -> None:
    new = with_leaf(leaf.path, lambda value: _other(leaf.shape, value))
    assert paths(holds(WORKFLOW, new)) == [("changed", format_path(leaf.path))]


def test_the_fields_tried_one_by_one_are_all_that_are_declared() -> None:
    tried = {str(segment) for leaf in LEAVES for segment in leaf.path[-1:]}
    declared = {each.name for record in RECORDS for each in declarations(record)}
    assert declared - tried == {"transitions", "rubric", "budget", "criteria", "tools", "retry", "verify"}
    assert len(LEAVES) > 150


def optional_fields() -> list[Any]:
    return [
        pytest.param(record, declaration, id=f"{record.__name__}.{declaration.name}")
        for record in RECORDS
        for declaration in declarations(record)
        if not declaration.required and declaration.name not in ("start", "transitions", "verify")
    ]


@pytest.mark.parametrize(("record", "declaration"), optional_fields())
def test_a_field_that_goes_back_to_its_default_is_told_where_it_stood(
    record: type[Any], declaration: Declaration
) -> None:
    def shed(shape: declare.Shape, value: Any) -> Any:
        if isinstance(shape, Record | Variant) and type(value) is record:
            return attrs.evolve(value, **{declaration.attribute: declaration.default})
        return value

    changed = rebuild(WORKFLOW.workflow, shed)
    if record is WorkflowDef:
        changed = attrs.evolve(changed, **{declaration.attribute: declaration.default})
    difference = holds(WORKFLOW, canonicalize(changed))
    assert difference.entries
    for entry in difference.entries:
        assert declaration.name in [str(segment) for segment in entry.path]
    holds(canonicalize(changed), WORKFLOW)


def evolved(**changes: Any) -> Canonical:
    return canonicalize(attrs.evolve(WORKFLOW.workflow, **changes))


def with_verify(*references: VerifierRef) -> Canonical:
    steps = dict(WORKFLOW.workflow.steps)
    steps["alpha"] = attrs.evolve(steps["alpha"], verify=references)
    return evolved(steps=steps)


def test_members_of_a_list_come_go_and_change_at_their_indexes() -> None:
    a, b, c, d = (VerifierRef(use=name) for name in "abcd")
    old = with_verify(a, b, c)
    assert paths(holds(old, with_verify(b, c))) == [("removed", "steps.alpha.verify[0]")]
    assert paths(holds(old, with_verify(a, b, d, c))) == [("added", "steps.alpha.verify[2]")]
    assert paths(holds(old, with_verify(c, a, b))) == [
        ("added", "steps.alpha.verify[0]"),
        ("removed", "steps.alpha.verify[2]"),
    ]
    assert paths(holds(old, with_verify())) == [("removed", f"steps.alpha.verify[{index}]") for index in range(3)]
    assert paths(holds(old, with_verify(a, d, c))) == [("changed", "steps.alpha.verify[1].use")]


def transitions(*edges: tuple[str, str, str]) -> Canonical:
    return evolved(transitions=tuple(Transition(origin=a, target=b, outcome=on) for a, b, on in edges))


def test_a_transition_that_leads_elsewhere_is_one_entry() -> None:
    old = transitions(("alpha", "beta", "success"), ("beta", "gamma", "success"))
    new = transitions(("alpha", "delta", "success"), ("beta", "gamma", "success"))
    difference = holds(old, new)
    assert paths(difference) == [("changed", "transitions[alpha→beta:success:0].to")]
    assert [(each.kind, each.origin, each.target) for each in difference.edges] == [
        ("removed", "alpha", "beta"),
        ("added", "alpha", "delta"),
    ]


def test_transitions_that_have_little_in_common_come_and_go() -> None:
    old = transitions(("alpha", "beta", "success"))
    new = transitions(("gamma", "delta", "failure"))
    assert paths(holds(old, new)) == [
        ("removed", "transitions[alpha→beta:success:0]"),
        ("added", "transitions[gamma→delta:failure:0]"),
    ]


def test_a_step_of_another_kind_says_so_and_compares_what_both_kinds_have() -> None:
    steps = dict(WORKFLOW.workflow.steps)
    tool = steps["tool-step"]
    shared = {each.attribute: getattr(steps["alpha"], each.attribute) for each in declarations(StepDef)}
    steps["alpha"] = attrs.evolve(tool, **shared)
    found = paths(holds(WORKFLOW, evolved(steps=steps)))
    assert found[0] == ("changed", "steps.alpha.kind")
    assert {kind for kind, path in found if path in ("steps.alpha.prompt", "steps.alpha.model")} == {"removed"}
    assert {kind for kind, path in found if path in ("steps.alpha.tool", "steps.alpha.args")} == {"added"}
    assert len(found) == 7


def test_a_number_is_not_a_truth_value() -> None:
    def with_inputs(value: object) -> Canonical:
        return evolved(inputs={"type": "object", "default": {"a": [value]}})

    assert paths(holds(with_inputs(1), with_inputs(True))) == [("changed", "inputs")]
    assert holds(with_inputs(1), with_inputs(1.0)).is_empty


def test_every_declared_field_has_a_class_and_no_other_name_has_one() -> None:
    assert set(WORKFLOW_FIELDS) == {each.name for each in declarations(WorkflowDef)}
    declared = {each.name for kind in STEP_KINDS.values() for each in declarations(kind)}
    assert set(STEP_FIELDS) == declared | {"kind"}
    assert {*WORKFLOW_FIELDS.values(), *STEP_FIELDS.values()} == set(CLASSES)


def test_a_difference_applies_to_nothing_but_what_it_was_made_from() -> None:
    new = evolved(description="another")
    difference = compare(WORKFLOW, new)
    with pytest.raises(DoesNotApply, match="made from"):
        apply(difference, new)


@pytest.mark.parametrize(
    "damage",
    [
        {"new": "something else"},
        {"path": ["steps", "nobody", "prompt"]},
        {"path": ["budget", "tokens", "deeper"]},
        {"path": ["transitions", 3]},
        {"kind": "removed", "path": ["steps", "alpha", "verify", 99]},
    ],
)
def test_a_damaged_difference_never_gives_a_wrong_workflow(damage: dict[str, Any]) -> None:
    value = json.loads(json.dumps(to_json(compare(WORKFLOW, evolved(description="another")))))
    value["entries"][0].update(damage)
    with pytest.raises(DoesNotApply, match="damaged"):
        apply(from_json(value), WORKFLOW)


@pytest.mark.parametrize(
    "value",
    [None, [], {}, {"onefold": "check/1"}, {"onefold": "diff/1", "old": 1, "new": 2, "entries": [], "edges": []}],
)
def test_what_is_no_difference_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="no difference"):
        from_json(value)


@pytest.mark.parametrize("damage", [{"kind": "moved"}, {"path": []}, {"path": ["nowhere"]}, {"path": [None]}])
def test_an_entry_that_makes_no_sense_is_refused(damage: dict[str, Any]) -> None:
    value = json.loads(json.dumps(to_json(compare(WORKFLOW, evolved(description="another")))))
    value["entries"][0].update(damage)
    with pytest.raises(ValueError, match="no difference"):
        from_json(value)


def test_a_fingerprint_stays_when_other_things_change() -> None:
    a, b, c = (VerifierRef(use=name) for name in "abc")
    steps = dict(WORKFLOW.workflow.steps)
    alpha = steps["alpha"]
    assert isinstance(alpha, Model)
    steps["alpha"] = attrs.evolve(alpha, verify=(c, a, b), prompt=PromptTemplate("another"))
    first = compare(with_verify(a), with_verify(a, b))
    second = compare(with_verify(a), evolved(steps=steps, description="another"))
    assert paths(first) == [("added", "steps.alpha.verify[1]")]
    assert ("added", "steps.alpha.verify[2]") in paths(second)
    found = {fingerprint(each, "w") for each in second.entries}
    assert {fingerprint(each, "w") for each in first.entries} < found
    assert fingerprint(first.entries[0], "w") != fingerprint(first.entries[0], "v")


def test_every_change_of_a_workflow_has_a_fingerprint_of_its_own() -> None:
    found = set()
    for leaf in LEAVES:
        new = with_leaf(leaf.path, partial(_other, leaf.shape))
        found |= {fingerprint(each, "w") for each in compare(WORKFLOW, new).entries}
    assert len(found) == len(LEAVES)


def _other(shape: declare.Shape, value: Any) -> Any:
    """Another value of the shape; for a set, one with other members."""
    values = [sample(shape, variant) for variant in range(6)]
    if isinstance(shape, Unordered):
        return next(each for each in values if {*each} != {*value})
    return next((each for each in values if each != value), value)
