"""What is seen of a flow without its dominators and ends is what those say."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flows import irregular, model, regular, transition, workflow
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.flow import Flow, Point, precedence
from onefold.kernel.flow import flow as flows
from onefold.kernel.flow.ends import find_ends
from onefold.kernel.flow.islands import endless
from onefold.kernel.flow.walk import walk
from onefold.kernel.ir.nodes import StepDef, WorkflowDef
from onefold.kernel.validate import validate

OUTCOMES = (None, "success", "failure", "timeout", "odd")
ANY = regular() | irregular() | irregular().filter(lambda each: not Flow(each).graph.joins)


def chain(count: int) -> WorkflowDef:
    names = [f"s{index}" for index in range(count)]
    steps: dict[str, StepDef] = {name: model() for name in names}
    return workflow(names[0], steps, [transition(*pair) for pair in pairwise(names)])


def before(flow: Flow) -> dict[tuple[str, Point], tuple[bool, bool]]:
    judged = [step for step in flow.workflow.steps if flow.judged(step)]
    points = [Point(step, outcome) for step in judged for outcome in OUTCOMES]
    return {
        (step, point): (flow.surely_before(step, point), flow.surely_well_before(step, point))
        for step in judged
        for point in points
    }


@given(ANY)
def test_short_ways_say_what_dominators_say(drawn: WorkflowDef) -> None:
    found = before(Flow(drawn))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flows, "_NEAR", 0)
        assert before(Flow(drawn)) == found


@given(st.integers(2, 40))
def test_long_ways_are_left_to_dominators(count: int) -> None:
    found = before(Flow(chain(count)))
    for (step, point), (surely, _) in found.items():
        assert surely == (int(step[1:]) < int(point.step[1:]) or (step == point.step and point.outcome is not None))


@given(ANY)
def test_steps_are_endless_where_no_end_can_be_reached_from_them(drawn: WorkflowDef) -> None:
    flow = Flow(drawn)
    ends = find_ends(flow.graph)
    found = walk(flow.graph, ends)
    assert found == flow.found
    ids = flow.graph.ids
    expected = {ids[step] for step in found.order if not ends.good[step] and not ends.bad[step]}
    assert {step for each in endless(flow) for step in (each.first, *each.others)} == expected


def test_two_steps_that_always_lead_to_each_other_are_endless() -> None:
    pairs = [("a", "b"), ("b", "a")]
    ways = [transition(*pair, outcome) for pair in pairs for outcome in ("success", "failure", "timeout")]
    (island,) = endless(Flow(workflow("a", {"a": model(), "b": model()}, ways)))
    assert (island.first, *island.others) == ("a", "b")


def test_a_short_chain_takes_neither_dominators_nor_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise AssertionError

    monkeypatch.setattr(precedence, "find_dominators", refuse)
    monkeypatch.setattr(flows, "find_ends", refuse)
    assert validate(chain(8)) == ()
    flow = Flow(chain(8))
    assert flow.surely_well_before("s0", Point("s7"))
    with pytest.raises(AssertionError):
        Flow(chain(40)).surely_before("s0", Point("s39"))
