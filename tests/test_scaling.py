"""The work of every stage from plain value to canonical bytes grows with the number of steps, and no faster.

The rules about the graph and about the data flow have tests of their own kind, with more shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from visits import visits

from onefold.frontends.bounds import Size, measure
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.remembered import forget
from onefold.kernel.rules.of_types import TYPE_RULES
from onefold.kernel.rules.of_workflows import LOCAL_RULES
from onefold.kernel.type_check import TypeCheck

SMALL, LARGE = 1000, 10_000
LIMITS = Limits(nodes=10_000_000, text_bytes=100_000_000)
SCHEMA = {"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]}


def model(index: int, **more: Any) -> dict[str, Any]:
    return {"kind": "model", "prompt": f"Do part {index}.", **more}


def document(steps: dict[str, Any], transitions: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "onefold": 1,
        "workflow": "w",
        "inputs": {"type": "object", "properties": {"again": {"type": "boolean"}}},
        "start": "s0",
        "steps": steps,
        "transitions": transitions,
        "budget": {"steps": 10, "tokens": 10},
        **more,
    }


def chain(count: int) -> dict[str, Any]:
    """Each step reads the output of the one before."""
    steps = {f"s{index}": model(index, output=SCHEMA) for index in range(count)}
    for index in range(1, count):
        steps[f"s{index}"]["prompt"] = f"Go on: {{{{ steps.s{index - 1}.output.result }}}}"
    return document(steps, [{"from": f"s{index}", "to": f"s{index + 1}"} for index in range(count - 1)])


def star(count: int) -> dict[str, Any]:
    """One parallel step with all others for branches."""
    steps = {f"s{index}": model(index, tools=["b/*", "a/*"]) for index in range(count)}
    steps["s0"] = {"kind": "parallel", "branches": [f"s{index}" for index in range(count - 1, 0, -1)]}
    return document(steps, [])


def one_handler(count: int) -> dict[str, Any]:
    """Every step of a chain fails to one step, which reads the outcome of each."""
    found = chain(count)
    read = " ".join(f"{{{{ steps.s{index}.outcome? }}}}" for index in range(count))
    found["steps"]["handler"] = model(count, prompt=read)
    found["transitions"] += [{"from": f"s{index}", "to": "handler", "on": "failure"} for index in range(count)]
    return found


def nested_parallels(count: int) -> dict[str, Any]:
    steps: dict[str, Any] = {}
    for index in range(0, count, 2):
        inner = f"s{index + 2}" if index + 2 < count else "last"
        steps[f"s{index}"] = {"kind": "parallel", "branches": [f"s{index + 1}", inner], "timeout": "1h"}
        steps[f"s{index + 1}"] = model(index, retry={"attempts": 3, "on": ["timeout", "failure"]})
    return document({**steps, "last": model(count)}, [])


def dense_loops(count: int) -> dict[str, Any]:
    """A chain of conditionals and steps; each step starts anew on failure, and goes back a little on a timeout."""
    steps: dict[str, Any] = {}
    back: list[dict[str, Any]] = []
    for index in range(count):
        following = f"s{index + 1}" if index + 1 < count else "last"
        if index % 2:
            steps[f"s{index}"] = model(index)
            back.append({"from": f"s{index}", "to": following})
            back.append({"from": f"s{index}", "to": "s0", "on": "failure"})
            earlier = f"s{max(0, index - 7)}"
            back.append({"from": f"s{index}", "to": earlier, "on": "timeout", "when": "inputs.again"})
        else:
            steps[f"s{index}"] = {"kind": "conditional", "on": "inputs.again", "then": following, "otherwise": "last"}
    return document({**steps, "last": model(count)}, back)


SHAPES: dict[str, Callable[[int], dict[str, Any]]] = {
    each.__name__: each for each in (chain, star, one_handler, nested_parallels, dense_loops)
}


@cache
def read(shape: str, count: int) -> dict[str, Any]:
    return SHAPES[shape](count)


@cache
def lowered(shape: str, count: int) -> WorkflowDef:
    found = lower_workflow(read(shape, count), LIMITS).workflow
    assert found is not None
    return found


def _measure(shape: str, count: int) -> Callable[[], object]:
    return lambda: measure(read(shape, count), LIMITS)


def _lower(shape: str, count: int) -> Callable[[], object]:
    return lambda: lower_workflow(read(shape, count), LIMITS, size=Size(0, None))


def _judge_places(shape: str, count: int) -> Callable[[], object]:
    workflow = lowered(shape, count)
    return lambda: [list(rule.check(workflow)) for rule in LOCAL_RULES]


def _judge_types(shape: str, count: int) -> Callable[[], object]:
    types = TypeCheck(lowered(shape, count))
    return lambda: [list(rule.check(types)) for rule in TYPE_RULES]


def _canonicalize(shape: str, count: int) -> Callable[[], object]:
    return lambda: canonicalize(lowered(shape, count))


def _encode(shape: str, count: int) -> Callable[[], object]:
    canonical = canonicalize(lowered(shape, count))
    return lambda: encode(canonical)


STAGES = {
    "measure": _measure,
    "lower": _lower,
    "local rules": _judge_places,
    "type rules": _judge_types,
    "canonicalize": _canonicalize,
    "encode": _encode,
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_stage_does_about_the_same_work_for_each_step(shape: str, stage: str) -> None:
    per_step = []
    for count in (SMALL, LARGE):
        work = STAGES[stage](shape, count)
        forget()
        per_step.append(visits(work, "onefold.") / count)
    assert per_step[1] <= 1.25 * per_step[0], per_step
