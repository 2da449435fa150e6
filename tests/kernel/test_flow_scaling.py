"""The cost of a step does not grow with the number of steps, whatever the shape of the workflow."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from flows import MAYBE, model, transition, workflow
from visits import visits

from onefold.kernel.flow import Flow, Point
from onefold.kernel.ir.nodes import (
    BudgetDef,
    Conditional,
    JoinPolicy,
    Parallel,
    StepDef,
    Transition,
    VerifierRef,
    WorkflowDef,
)
from onefold.kernel.rules import (
    ambiguous_transition,
    backoff_beyond_budget,
    budget_below_shortest_way,
    costless_loop,
    dead_success_transition,
    endless_step,
    impossible_quorum,
    no_unique_start,
    overlapping_regions,
    prioritised_fallback,
    recursive_workflow,
    region_entered_from_outside,
    timeout_beyond_budget,
    unbounded_cycle,
    unhandled_outcome,
    unreachable_step,
)

SMALL, LARGE = 1000, 20_000
GRAPH_RULES = (
    no_unique_start.RULE,
    ambiguous_transition.RULE,
    prioritised_fallback.RULE,
    unreachable_step.RULE,
    endless_step.RULE,
    unbounded_cycle.RULE,
    overlapping_regions.RULE,
    region_entered_from_outside.RULE,
    impossible_quorum.RULE,
    unhandled_outcome.RULE,
    recursive_workflow.RULE,
    dead_success_transition.RULE,
    budget_below_shortest_way.RULE,
    costless_loop.RULE,
)
BUDGET_RULES = (timeout_beyond_budget.RULE, backoff_beyond_budget.RULE)
Shape = Callable[[int], WorkflowDef]


def names(count: int) -> list[str]:
    return [f"s{index}" for index in range(count)]


def models(count: int) -> dict[str, StepDef]:
    return {name: model() for name in names(count)}


def chain(count: int) -> WorkflowDef:
    return workflow("s0", models(count), [transition(a, b) for a, b in pairwise(names(count))])


def chain_without_budget_for_it(count: int) -> WorkflowDef:
    steps, transitions = models(count), [transition(a, b) for a, b in pairwise(names(count))]
    return workflow("s0", steps, transitions, budget=BudgetDef(steps=count - 1))


def unreached_chain(count: int) -> WorkflowDef:
    return workflow("s0", models(count), [transition(a, b) for a, b in pairwise(names(count)[1:])])


def star_to_one_handler(count: int) -> WorkflowDef:
    steps = names(count)
    failures = [transition(step, steps[-1], "failure") for step in steps[:-1]]
    return workflow("s0", models(count), [*(transition(a, b) for a, b in pairwise(steps[:-1])), *failures])


def star_to_a_handler_that_leads_back(count: int) -> WorkflowDef:
    """Every step fails to the last one, which goes on anywhere: a dense loop of retries."""
    found = star_to_one_handler(count)
    steps = names(count)
    back = [transition(steps[-1], step, when=MAYBE) for step in steps[:-1]]
    return workflow("s0", models(count), [*found.transitions, *back], budget=BudgetDef(steps=10))


def endless_loop(count: int) -> WorkflowDef:
    steps = names(count)
    round_ = [*pairwise(steps), (steps[-1], steps[0])]
    outcomes = ("success", "failure", "timeout")
    return workflow("s0", models(count), [transition(a, b, outcome) for a, b in round_ for outcome in outcomes])


def dense_retry_loops(count: int) -> WorkflowDef:
    """Every step goes on, starts anew on failure, and goes back a few steps on a timeout."""
    steps = names(count)
    forth = [transition(a, b) for a, b in pairwise(steps)]
    anew = [transition(step, steps[0], "failure") for step in steps]
    back = [transition(step, steps[max(0, index - 7)], "timeout", MAYBE) for index, step in enumerate(steps)]
    return workflow("s0", models(count), [*forth, *anew, *back], budget=None)


def ladder_of_conditionals(count: int) -> WorkflowDef:
    """Each conditional chooses between two steps that meet at the next: dominators lie far above."""
    steps: dict[str, StepDef] = models(count)
    listed = names(count)
    transitions: list[Transition] = []
    for index in range(0, count - 3, 3):
        gate, left, right, following = listed[index : index + 4]
        steps[gate] = Conditional(on=MAYBE, then=left, otherwise=right)
        transitions += [transition(left, following), transition(right, following)]
    used = (count - 1) // 3 * 3 + 1
    return workflow("s0", {name: steps[name] for name in listed[:used]}, transitions)


def twice_entered_fan(count: int) -> WorkflowDef:
    """A chain whose first and last step lead to the same many steps: walking up step by step would be quadratic."""
    listed = names(count)
    spine, fan = listed[: count // 2], listed[count // 2 :]
    transitions = [transition(a, b) for a, b in pairwise(spine)]
    transitions += [transition(spine[-1], each, when=MAYBE) for each in fan]
    transitions += [transition(spine[0], each, when=MAYBE) for each in fan]
    return workflow("s0", models(count), transitions)


def wide_fan(count: int, mode: str = "all") -> WorkflowDef:
    steps: dict[str, StepDef] = models(count)
    heads = names(count)[1:-1]
    steps["s0"] = Parallel(branches=tuple(heads), join=JoinPolicy(mode), verify=(VerifierRef(use="check"),))
    return workflow("s0", steps, [transition("s0", names(count)[-1])])


def fan_to_one_handler(count: int) -> WorkflowDef:
    """All branches overlap at one step."""
    listed = names(count)
    steps: dict[str, StepDef] = models(count)
    steps["s0"] = Parallel(branches=tuple(listed[1:-1]))
    return workflow("s0", steps, [transition(step, listed[-1], "failure") for step in listed[1:-1]])


def nested_parallels(count: int, mode: str = "all") -> WorkflowDef:
    """Each parallel step has a branch that is parallel again, and a step after it."""
    steps: dict[str, StepDef] = {}
    transitions = []
    depth = count // 4
    for index in range(depth):
        inner = f"p{index + 1}" if index + 1 < depth else f"c{index}"
        steps[f"p{index}"] = Parallel(branches=(f"a{index}", inner), join=JoinPolicy(mode))
        steps[f"a{index}"] = model()
        steps[f"b{index}"] = model()
        transitions += [transition(f"p{index}", f"b{index}"), transition(f"a{index}", f"a{index}", "timeout", MAYBE)]
        if index + 1 == depth:
            steps[f"c{index}"] = model()
    return workflow("p0", steps, transitions)


def nested_parallels_with_one_handler(count: int) -> WorkflowDef:
    found = nested_parallels(count)
    steps = {**found.steps, "handler": model()}
    failures = [transition(step, "handler", "failure") for step in found.steps]
    return workflow("p0", steps, [*found.transitions, *failures])


def row_of_overlaps(count: int) -> WorkflowDef:
    """One parallel step after another, the branches of each meeting where the next begins."""
    steps: dict[str, StepDef] = {}
    transitions = []
    for index in range(count // 3):
        steps[f"p{index}"] = Parallel(branches=(f"a{index}", f"b{index}"))
        steps[f"a{index}"] = steps[f"b{index}"] = model()
        following = f"p{index + 1}" if index + 1 < count // 3 else "end"
        transitions += [transition(f"a{index}", following), transition(f"b{index}", following)]
    return workflow("p0", {**steps, "end": model()}, transitions)


SHAPES: dict[str, Shape] = {
    "chain": chain,
    "chain_without_budget_for_it": chain_without_budget_for_it,
    "unreached_chain": unreached_chain,
    "star_to_one_handler": star_to_one_handler,
    "star_to_a_handler_that_leads_back": star_to_a_handler_that_leads_back,
    "endless_loop": endless_loop,
    "dense_retry_loops": dense_retry_loops,
    "ladder_of_conditionals": ladder_of_conditionals,
    "twice_entered_fan": twice_entered_fan,
    "wide_fan": wide_fan,
    "wide_fan_any": lambda count: wide_fan(count, "any"),
    "fan_to_one_handler": fan_to_one_handler,
    "nested_parallels": nested_parallels,
    "nested_parallels_any": lambda count: nested_parallels(count, "any"),
    "nested_parallels_with_one_handler": nested_parallels_with_one_handler,
    "row_of_overlaps": row_of_overlaps,
}
# The shapes that are hard for questions about what ran before.
ASKED = (
    "star_to_a_handler_that_leads_back",
    "dense_retry_loops",
    "twice_entered_fan",
    "nested_parallels_any",
    "nested_parallels_with_one_handler",
)


def _judge(judged: WorkflowDef) -> None:
    flow = Flow(judged)
    for rule in GRAPH_RULES:
        list(rule.check(flow))
    for budget_rule in BUDGET_RULES:
        list(budget_rule.check(judged))


def _ask(asked: WorkflowDef) -> None:
    """One question of each kind for every step, about steps that are far from each other and near to each other."""
    flow = Flow(asked)
    steps = list(asked.steps)
    for index, step in enumerate(steps):
        other = (steps[0], steps[-1], steps[index // 2], steps[max(0, index - 2)])[index % 4]
        point = (Point(step), Point(step, "success"), Point(step, "failure"))[index % 3]
        flow.surely_well_before(other, point)
        flow.can_run_before(other, point)
        flow.can_end_well_before(other, point)
        flow.undecided(other, point)
        flow.judged(step)


def growth(shape: Shape, work: Callable[[WorkflowDef], None]) -> tuple[float, float]:
    """Visits per step of a small and of a large workflow."""
    small, large = shape(SMALL), shape(LARGE)
    packages = ("onefold.kernel.flow", "onefold.kernel.rules")
    return visits(lambda: work(small), *packages) / SMALL, visits(lambda: work(large), *packages) / LARGE


@pytest.mark.parametrize("shape", SHAPES)
def test_the_graph_rules_visit_each_step_about_equally_often(shape: str) -> None:
    small, large = growth(SHAPES[shape], _judge)
    assert large <= 2 * small, (small, large)


@pytest.mark.parametrize("shape", ASKED)
def test_questions_about_the_flow_visit_each_step_about_equally_often(shape: str) -> None:
    small, large = growth(SHAPES[shape], _ask)
    assert large <= 2 * small, (small, large)
