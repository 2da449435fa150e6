"""The data-flow rules take time in proportion to the number of steps, whatever the shape."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import flows
import pytest

from onefold.kernel.flow import Flow
from onefold.kernel.ir.expression import Call, Name, Select
from onefold.kernel.ir.nodes import Model, Parallel, Predicate, PromptTemplate, StepDef, Transition, WorkflowDef
from onefold.kernel.rules import (
    concurrent_reference,
    output_of_a_bad_end,
    output_of_a_possibly_bad_end,
    step_never_before,
    step_not_always_before,
    undecided_branch,
)

RULES = [
    each.RULE
    for each in (
        step_never_before,
        step_not_always_before,
        concurrent_reference,
        undecided_branch,
        output_of_a_bad_end,
        output_of_a_possibly_bad_end,
    )
]
Found = dict[str, int]


def reading(*steps: str) -> Model:
    return Model(prompt=PromptTemplate(" ".join(f"{{{{ steps.{step}.output }}}}" for step in steps)))


def has(step: str) -> Predicate:
    return Predicate(Call("has", None, (Select(Select(Name("steps"), step), "output"),)))


def chain(count: int) -> WorkflowDef:
    """Each step reads the one before and the first; all fail to one handler, which reads three of them."""
    steps: dict[str, StepDef] = {"s0": flows.model(), "h": reading("s0", f"s{count // 2}", f"s{count - 1}")}
    ways = [flows.transition("s0", "h", "failure")]
    for index in range(1, count):
        steps[f"s{index}"] = reading(f"s{index - 1}", "s0")
        ways += [flows.transition(f"s{index - 1}", f"s{index}"), flows.transition(f"s{index}", "h", "failure")]
    return flows.workflow("s0", steps, ways)


def skipped(count: int) -> WorkflowDef:
    """Each step of a chain reads a step that need not run, and one that comes later or earlier."""
    steps: dict[str, StepDef] = {"a": flows.model(), "y": flows.model()}
    ways = [flows.transition("a", "y", "failure"), flows.transition("a", "s0"), flows.transition("y", "s0")]
    for index in range(count):
        steps[f"s{index}"] = reading("y", f"s{(index * 7919 + 13) % count}")
        ways += [flows.transition(f"s{index - 1}", f"s{index}")] if index else []
    return flows.workflow("a", steps, ways)


def guards(count: int) -> WorkflowDef:
    """Every second edge of a chain asks for a step that need not run, and every step reads it."""
    steps: dict[str, StepDef] = {"a": flows.model(), "y": flows.model(), "o": flows.model()}
    ways = [flows.transition("a", "y", "failure"), flows.transition("a", "s0"), flows.transition("y", "s0")]
    for index in range(count):
        steps[f"s{index}"] = reading("y")
        if index:
            asked = has("y") if index % 2 else None
            ways.append(flows.transition(f"s{index - 1}", f"s{index}", when=asked))
            ways.append(flows.transition(f"s{index}", "o", "failure"))
    return flows.workflow("a", steps, ways)


def nested(count: int) -> WorkflowDef:
    """Parallel steps, each in a branch of the one before; every leaf reads what stands around it."""
    steps: dict[str, StepDef] = {"a": flows.model()}
    ways: list[Transition] = [flows.transition("a", "p0")]
    for index in range(0, count, 2):
        inner = f"p{index + 2}" if index + 2 < count else f"e{index}"
        steps[f"p{index}"] = Parallel(branches=(f"l{index}", inner))
        steps[f"l{index}"] = reading("a", f"p{index}")
    steps[inner] = reading("a")
    steps["z"] = reading("l0", inner)
    return flows.workflow("a", steps, [*ways, flows.transition("p0", "z")])


def found(workflow: WorkflowDef) -> Found:
    flow = Flow(workflow)
    return {rule.code.id: count for rule in RULES if (count := len(list(rule.check(flow))))}


def calls(function: Callable[[], object]) -> int:
    """How many calls a function makes, directly and indirectly."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("shape", [chain, skipped, guards, nested])
def test_the_work_per_step_does_not_grow(shape: Callable[[int], WorkflowDef]) -> None:
    small, large = shape(300), shape(3_000)
    assert calls(lambda: found(large)) <= 10 * 1.3 * calls(lambda: found(small))


def test_a_hundred_thousand_steps_are_judged() -> None:
    assert found(chain(100_000)) == {"OF502": 2, "OF507": 1}


def test_deep_nesting_is_judged_without_recursion() -> None:
    assert found(nested(10_000)) == {"OF501": 5_000}
