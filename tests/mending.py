"""Mends what random fields of a workflow break between each other: the graph and the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from hypothesis import strategies as st

from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.nodes import (
    STANDARD_OUTCOMES,
    BudgetDef,
    Conditional,
    Model,
    Parallel,
    Predicate,
    PromptTemplate,
    StepDef,
    SubWorkflow,
    Transition,
)
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.rules import backoff_beyond_budget, timeout_beyond_budget
from onefold.kernel.rules.of_types import TYPE_RULES
from onefold.kernel.type_check import TypeCheck

if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.nodes import (
        WorkflowDef,
    )
    from onefold.kernel.ir.path import IrPath


def mended(draw: st.DrawFn, workflow: WorkflowDef, conditions: st.SearchStrategy[Predicate]) -> WorkflowDef:
    """The workflow with a graph that has no fault: a chain, some of its steps parallel, and ways to skip steps."""
    chain, heads = _arranged(workflow)
    steps = dict(workflow.steps)
    for name, branches in heads.items():
        steps[name] = attrs.evolve(steps[name], branches=branches)  # type: ignore[call-arg]  # they are parallel
        steps.update({head: _plain(steps[head], (Parallel, Conditional)) for head in branches})
    transitions: list[Transition] = []
    for index, name in enumerate(chain):
        kinds = () if name in heads else (Parallel,)
        steps[name] = _plain(steps[name], kinds if chain[index + 1 :] else (*kinds, Conditional))
        steps[name], leaving = _led_on(draw, name, steps[name], chain[index + 1 :], conditions)
        transitions.extend(leaving)
    start = chain[0]
    mended_ = attrs.evolve(workflow, steps=steps, transitions=tuple(transitions), start=start)
    return _affordable(_named(_sound(mended_)))


def _arranged(workflow: WorkflowDef) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """The steps of the chain, and for parallel ones that have two steps to spare the heads of their branches."""
    chain: list[str] = []
    heads: dict[str, tuple[str, ...]] = {}
    waiting = list(workflow.steps)
    while waiting:
        name = waiting.pop(0)
        chain.append(name)
        if isinstance(workflow.steps[name], Parallel) and len(waiting) >= 2:
            heads[name] = (waiting.pop(0), waiting.pop(0))
    return chain, heads


def _plain(step: StepDef, kinds: tuple[type[StepDef], ...]) -> StepDef:
    """The step, as a model step if it is of one of the kinds."""
    if not isinstance(step, kinds):
        return step
    shared: dict[str, Any] = {each.name: getattr(step, each.name) for each in attrs.fields(StepDef)}
    return Model(prompt=PromptTemplate("hi"), **shared)


def _led_on(
    draw: st.DrawFn, name: str, step: StepDef, later: list[str], conditions: st.SearchStrategy[Predicate]
) -> tuple[StepDef, list[Transition]]:
    """The step with its ways on: one to the next step of the chain, maybe some past it."""
    if not later:
        return step, []
    # What has no limit of time never ends with `timeout`.
    standard = [each for each in STANDARD_OUTCOMES if each != "timeout" or step.timeout is not None]
    outcomes = [*standard, *step.outcomes]
    targets = draw(st.lists(st.sampled_from(later), max_size=2))
    if isinstance(step, Conditional):
        step = attrs.evolve(step, then=later[0], otherwise=draw(st.none() | st.sampled_from(later)))
        outcomes = outcomes if step.otherwise is None else outcomes[1:]
    else:
        targets.append(later[0])
    ranks = draw(
        st.lists(
            st.tuples(st.sampled_from(outcomes), st.none() | st.integers(-2, 3)),
            min_size=len(targets), max_size=len(targets), unique=True,
        )
    )  # fmt: skip
    return step, [
        Transition(
            origin=name,
            target=target,
            outcome=outcome,
            when=None if priority is None else draw(conditions),
            priority=priority or 0,
        )
        for target, (outcome, priority) in zip(targets, ranks, strict=True)
    ]


def _sound(workflow: WorkflowDef) -> WorkflowDef:
    """Without the conditions that what was drawn for `inputs` rules out."""
    types = TypeCheck(workflow)
    findings = [finding for rule in TYPE_RULES for finding in rule.check(types)]
    faulty = {place.path for each in findings for place in (each.place, *(near.place for near in each.related))}

    def condition(path: IrPath, value: Predicate) -> Predicate:
        return Predicate(Literal(True)) if path in faulty else value

    steps = {
        name: attrs.evolve(step, on=condition(("steps", name, "on"), step.on))
        if isinstance(step, Conditional) else step
        for name, step in workflow.steps.items()
    }  # fmt: skip
    paths = (("transitions", transition_segment(*each), "when") for each in enumerate(workflow.transitions))
    transitions = tuple(
        each if each.when is None else attrs.evolve(each, when=condition(path, each.when))
        for path, each in zip(paths, workflow.transitions, strict=True)
    )
    return attrs.evolve(workflow, steps=steps, transitions=transitions) if faulty else workflow


def _named(workflow: WorkflowDef) -> WorkflowDef:
    """Under another id, if it would run itself."""
    used = {step.workflow for step in workflow.steps.values() if isinstance(step, SubWorkflow)}
    name = workflow.workflow
    while name in used:
        name += "0"
    return attrs.evolve(workflow, workflow=name)


def _affordable(workflow: WorkflowDef) -> WorkflowDef:
    """With a budget that allows a run to end."""
    budget = workflow.budget or BudgetDef()
    if budget.steps is not None:
        workflow = attrs.evolve(workflow, budget=attrs.evolve(budget, steps=max(budget.steps, len(workflow.steps))))
    if any(list(rule.RULE.check(workflow)) for rule in (backoff_beyond_budget, timeout_beyond_budget)):
        assert workflow.budget is not None
        workflow = attrs.evolve(workflow, budget=attrs.evolve(workflow.budget, wall_time=None))
    return workflow
