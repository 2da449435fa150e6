"""The data-flow rules against all runs: what is said of every pair of steps, and what guards keep silent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import flows
import oracle
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracle import BAD, History, Moment, Runs, TooManyStatesError

from onefold.kernel.dataflow import Fault, faults
from onefold.kernel.flow import Flow
from onefold.kernel.ir.expression import Call, Chain, Expression, ListDisplay, Literal, Name, Select, Unary
from onefold.kernel.ir.nodes import Conditional, Model, Predicate, PromptTemplate, StepDef, WorkflowDef

Table = dict[tuple[Moment, str], str]


def part(step: str, name: str) -> Expression:
    return Select(Select(Name("steps"), step), name)


def reading(workflow: WorkflowDef, name: str) -> WorkflowDef:
    """The workflow in which every prompt and every predicate refers to every step."""
    every = Call("size", None, (ListDisplay(tuple(part(step, name) for step in workflow.steps)),))
    prompt = PromptTemplate(" ".join(f"{{{{ steps.{step}.{name} }}}}" for step in workflow.steps))

    def changed(step: StepDef) -> StepDef:
        if isinstance(step, Model):
            return attrs.evolve(step, prompt=prompt)
        return attrs.evolve(step, on=Predicate(every)) if isinstance(step, Conditional) else step

    steps = {identifier: changed(step) for identifier, step in workflow.steps.items()}
    transitions = tuple(
        each if each.when is None else attrs.evolve(each, when=Predicate(every)) for each in workflow.transitions
    )
    return attrs.evolve(workflow, steps=steps, transitions=transitions)


def readers(workflow: WorkflowDef) -> set[Moment]:
    """The moments at which something is read."""
    starts: set[Moment] = {
        (identifier, None) for identifier, step in workflow.steps.items() if isinstance(step, Model | Conditional)
    }
    return starts | {(each.origin, each.outcome) for each in workflow.transitions if each.when is not None}


def played(workflow: WorkflowDef) -> Runs:
    assert workflow.start is not None
    try:
        return oracle.play(workflow, workflow.start, states=3000)
    except TooManyStatesError:
        assume(False)
        raise


def judged(workflow: WorkflowDef, runs: Runs, name: str) -> Table:
    """What the runs say about every reader and every step."""
    found: Table = {}
    for moment in readers(workflow) & set(runs.moments):
        for step in runs.started():
            kind = _kind(workflow, runs, name, moment, step)
            if kind is not None:
                found[moment, step] = kind
    return found


def _kind(workflow: WorkflowDef, runs: Runs, name: str, moment: Moment, step: str) -> str | None:
    if oracle.rivals(workflow, runs, step, moment[0]):
        return "concurrent"
    if step not in runs.may(moment):
        return "never"
    if step not in runs.surely(moment):
        return "sometimes"
    if name == "outcome" or step in runs.surely_well(moment):
        return None
    return "maybe-badly" if step in runs.may_well(moment) else "badly"


def said(found: tuple[Fault, ...], runs: Runs) -> Table:
    """What the rules say; a branch that may have been cut is a step that has run only sometimes."""
    told: Table = {}
    for fault in found:
        point = fault.first.point
        moment = (point.step, point.outcome)
        if moment in runs.moments:
            assert (moment, fault.first.step) not in told
            told[moment, fault.first.step] = "sometimes" if fault.kind == "undecided" else fault.kind
    return told


def differences(flow: Flow, told: Table, right: Table) -> Table:
    """The pairs about which the rules are wrong, with what they say.

    About what is in the branches of parallel steps a rule may say less than is known: that a step ran sometimes, or
    ended badly maybe. It never says more.
    """
    milder = {("never", "sometimes"), ("badly", "maybe-badly")}
    return {
        (moment, step): told.get((moment, step), "nothing")
        for moment, step in told.keys() | right.keys()
        if told.get((moment, step)) != right.get((moment, step))
        and not ((right.get((moment, step)), told.get((moment, step))) in milder and flow.region(step))
    }


@pytest.mark.parametrize("name", ["output", "outcome"])
@given(data=st.data())
def test_what_is_said_of_each_pair_of_steps_is_what_all_runs_say(name: str, data: st.DataObject) -> None:
    workflow = data.draw(flows.regular(7))
    runs, flow = played(workflow), Flow(reading(workflow, name))
    assert differences(flow, said(faults(flow), runs), judged(workflow, runs, name)) == {}


@given(flows.irregular(7))
def test_of_regions_that_are_not_well_formed_nothing_wrong_is_said(workflow: WorkflowDef) -> None:
    runs, flow = played(workflow), Flow(reading(workflow, "outcome"))
    told = said(faults(flow), runs)
    right = {pair: kind for pair, kind in judged(workflow, runs, "outcome").items() if pair in told}
    assert differences(flow, told, right) == {}


class _Conditioned(oracle._Player):
    """Plays runs in which conditions about steps hold only when they are true."""

    def _end(self, step: str, outcome: str, history: History) -> Iterator[tuple[Any, History, bool]]:
        history = frozenset({(step, outcome), *(each for each in history if each[0] != step)})
        self._see((step, outcome), history)
        for following in self._following(step, outcome, history):
            yield following, history, False

    def _following(self, step: str, outcome: str, history: History) -> Iterator[Any]:
        definition = self.workflow.steps[step]
        if isinstance(definition, Conditional) and outcome == "success":
            can = possible(definition.on.expression, history)
            if True in can:
                yield ("wait", definition.then)
            if False not in can:
                return
            if definition.otherwise is not None:
                yield ("wait", definition.otherwise)
                return
        passed = True
        for each in self.workflow.transitions:
            if (each.origin, each.outcome) == (step, outcome):
                can = {True} if each.when is None else possible(each.when.expression, history)
                if True in can:
                    yield ("wait", each.target)
                passed = passed and False in can
        if passed:
            yield outcome not in BAD


def possible(expression: Expression, history: History) -> set[bool]:
    """What a condition can come to: what it says about inputs is not known."""
    match expression:
        case Call("has", None, (Select(Select(_, step)),)):
            return {any(step == ended and outcome not in BAD for ended, outcome in history)}
        case Unary(_, operand):
            return {not each for each in possible(operand, history)}
        case Chain(operator, operands):
            absorbing = operator == "||"
            all_can = [possible(each, history) for each in operands]
            found = {absorbing} if any(absorbing in can for can in all_can) else set()
            return found | ({not absorbing} if all((not absorbing) in can for can in all_can) else set())
        case _:
            return {True, False}


@st.composite
def guarded(draw: st.DrawFn) -> WorkflowDef:
    """A workflow in which conditions ask whether outputs are there."""
    workflow = draw(flows.regular(6))
    asked = st.sampled_from(sorted(workflow.steps)).map(lambda step: Call("has", None, (part(step, "output"),)))
    atoms: st.SearchStrategy[Any] = asked | asked.map(lambda each: Unary("!", each))
    chains = st.builds(
        Chain,
        st.sampled_from(["&&", "||"]),
        st.lists(atoms | st.just(Literal(True)), min_size=2, max_size=2).map(tuple),
    )
    conditions = (atoms | chains | chains.map(lambda each: Unary("!", each))).map(Predicate)
    steps = {
        identifier: attrs.evolve(step, on=draw(conditions)) if isinstance(step, Conditional) else step
        for identifier, step in workflow.steps.items()
    }
    transitions = tuple(
        attrs.evolve(each, when=draw(conditions)) if draw(st.booleans()) else each for each in workflow.transitions
    )
    return attrs.evolve(workflow, steps=steps, transitions=transitions)


@given(guarded())
def test_what_is_silent_because_of_guards_is_there_in_every_run(workflow: WorkflowDef) -> None:
    runs = _play_conditioned(workflow)
    flow = Flow(_with_prompts(workflow))
    told = {(fault.first.point.step, fault.first.step) for fault in faults(flow)}
    for step, definition in workflow.steps.items():
        moment = (step, None)
        if isinstance(definition, Model) and moment in runs.moments and flow.judged(step):
            silent = {each for each in workflow.steps if flow.judged(each) and (step, each) not in told}
            assert silent <= runs.surely_well(moment)


def _with_prompts(workflow: WorkflowDef) -> WorkflowDef:
    """The workflow in which every prompt refers to every step, and the conditions are as they were."""
    prompt = PromptTemplate(" ".join(f"{{{{ steps.{step}.output }}}}" for step in workflow.steps))
    steps = {
        identifier: attrs.evolve(step, prompt=prompt) if isinstance(step, Model) else step
        for identifier, step in workflow.steps.items()
    }
    return attrs.evolve(workflow, steps=steps)


def _play_conditioned(workflow: WorkflowDef) -> Runs:
    player = _Conditioned(workflow, 4, True)
    first = (("wait", workflow.start), frozenset[tuple[str, str]]())
    seen = {first}
    waiting = [first]
    while waiting:
        for state in player.advance(*waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
        assume(len(seen) < 3000)
    return player.runs
