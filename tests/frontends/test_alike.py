"""Parts of steps that are written alike are one object, and nothing else comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from golden_cases import accept_cases, inputs, reject_cases
from hypothesis import given
from strategies import workflows

from onefold.frontends.compile import read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import alike, lower_workflow
from onefold.frontends.registry import FRONTENDS, for_file
from onefold.kernel.classes import evolve
from onefold.kernel.document import document
from onefold.kernel.ir.nodes import Model, Tool

LIMITS = Limits()


def lowered_apart(value: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What comes of a value when nothing is remembered."""
    with monkeypatch.context() as patched:
        patched.setattr(alike, "_MOST", 0)
        return lower_workflow(value, LIMITS)


def steps(**parts: Any) -> Any:
    lowered = lower_workflow({"onefold": 1, "workflow": "w", "start": "a", "steps": parts}, LIMITS)
    assert lowered.workflow is not None, lowered.findings
    return lowered.workflow.steps


def model(**fields: Any) -> dict[str, Any]:
    return {"kind": "model", "prompt": "Read it.", **fields}


def test_parts_that_are_written_alike_are_one_object() -> None:
    parts: dict[str, Any] = {
        "tools": {"allow": ["fs/*"]},
        "verify": [{"use": "json_schema", "with": {"strict": True}}],
        "retry": {"attempts": 3},
        "output": {"type": "object"},
    }
    found = steps(a=model(**parts), b=model(**{name: type(part)(part) for name, part in parts.items()}))
    for name in parts:
        assert getattr(found["a"], name) is getattr(found["b"], name)


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (1, 1.0), (0, False), ([1, "a"], ["a", 1]), (1, "1"), (0.0, -0.0)]
)
def test_values_that_only_seem_equal_stay_apart(one: Any, other: Any) -> None:
    found = steps(
        a={"kind": "tool", "tool": "t", "args": {"x": one}}, b={"kind": "tool", "tool": "t", "args": {"x": other}}
    )
    for step, value in ((found["a"], one), (found["b"], other)):
        assert isinstance(step, Tool)
        assert repr(step.args.value) == repr({"x": value})


def test_fields_of_different_shapes_stay_apart() -> None:
    found = steps(a=model(output={}), b={"kind": "tool", "tool": "t", "args": {}, "verify": []})
    assert isinstance(found["a"], Model)
    assert (found["a"].output, found["b"].args.value, found["b"].verify) == ({}, {}, ())


def test_a_mistake_that_is_made_twice_is_told_twice() -> None:
    wrong = {"attempts": 0}
    value: Any = {
        "onefold": 1,
        "workflow": "w",
        "start": "a",
        "steps": {"a": model(retry=wrong), "b": model(retry=wrong)},
    }
    assert [each.place.path for each in lower_workflow(value, LIMITS).findings] == [
        ("steps", "a", "retry", "attempts"),
        ("steps", "b", "retry", "attempts"),
    ]


def test_every_golden_is_lowered_as_if_nothing_was_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    for case in (*accept_cases(), *reject_cases()):
        source = inputs(case)[0]
        frontend = for_file(FRONTENDS, source.name, explicit=False)
        assert frontend is not None
        value = read_document(source.name, source.read_bytes(), frontend, LIMITS).value
        if isinstance(value, dict) and "onefold" in value:
            found, apart = lower_workflow(value, LIMITS), lowered_apart(value, monkeypatch)
            assert (found.workflow, found.part, found.findings) == (apart.workflow, apart.part, apart.findings), source


@given(workflows())
def test_a_step_that_is_written_twice_is_read_twice_the_same(workflow: Any) -> None:
    value: Any = document(workflow)
    twice = {**value["steps"], **{f"{name}-again"[-90:]: step for name, step in value["steps"].items()}}
    lowered = lower_workflow({**value, "steps": twice}, LIMITS)
    if lowered.workflow is not None:
        for name, step in value["steps"].items():
            again = f"{name}-again"[-90:]
            if again not in value["steps"] and step == twice[name]:
                assert lowered.workflow.steps[again] == lowered.workflow.steps[name]


def test_parts_of_two_workflows_that_are_written_alike_are_one_object() -> None:
    first, second = steps(a=model(output={"type": "object"})), steps(b=model(output={"type": "object"}))
    assert first["a"].output is second["b"].output


def test_what_is_known_under_one_limit_is_judged_anew_under_another() -> None:
    value: Any = {"onefold": 1, "workflow": "w", "steps": {"a": model(output={"x": {"x": {"x": {"x": {}}}}})}}
    assert not lower_workflow(value, LIMITS).findings
    (finding,) = lower_workflow(value, evolve(LIMITS, depth=6)).findings
    assert finding.code == "nesting-too-deep"
    assert not lower_workflow(value, LIMITS).findings


def test_what_is_long_is_not_kept_for_others() -> None:
    long = {"type": "object", "description": "x" * 20_000}
    assert steps(a=model(output=long))["a"].output is long
    assert not any("x" * 20_000 in str(known) for known in alike.known_alike(LIMITS, is_shallow=False).values())


@pytest.mark.parametrize("known_first", ["workflow", "tool"])
def test_an_id_that_is_well_formed_in_one_place_is_judged_anew_in_another(known_first: str) -> None:
    name = "a.b"
    step: dict[str, Any] = {"kind": "tool", "tool": name} if known_first == "tool" else model()
    value: Any = {"onefold": 1, "workflow": name, "start": name, "steps": {name: step}}
    apart: Any = {"onefold": 1, "workflow": "w", "start": name, "steps": {name: {**model(), "effort": "low"}}}
    places = [(each.code, each.place.path) for each in lower_workflow(value, LIMITS).findings]
    assert places == [(each.code, each.place.path) for each in lower_workflow(apart, LIMITS).findings]
    assert places
