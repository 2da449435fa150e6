"""The flow graph agrees with all runs of small workflows, played one by one."""

from __future__ import annotations

import flows
import oracle
from hypothesis import assume, given, settings

from onefold.kernel.flow import Flow, Point
from onefold.kernel.flow.costs import cheapest
from onefold.kernel.flow.islands import endless, unreached
from onefold.kernel.flow.loops import loops
from onefold.kernel.ir.nodes import Parallel, WorkflowDef
from onefold.kernel.rules import overlapping_regions, region_entered_from_outside


def _play(workflow: WorkflowDef, *, remember: bool = True) -> oracle.Runs:
    assert workflow.start is not None
    try:
        return oracle.play(workflow, workflow.start, remember=remember, states=3000)
    except oracle.TooManyStatesError:
        assume(False)
        raise


@given(flows.irregular(10))
def test_a_step_is_reached_exactly_when_some_run_starts_it(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    assert {step for step in workflow.steps if flow.reachable(step)} == runs.started()
    told = {step for island in unreached(flow) for step in (island.first, *island.others)}
    assert told <= set(workflow.steps) - runs.started()
    # Where nothing else is wrong, every step that cannot be reached is told.
    dead = any(flow.graph.exits[step].dead for step in range(len(workflow.steps)))
    if not endless(flow) and not dead:
        assert told == set(workflow.steps) - runs.started()


@given(flows.irregular(8))
def test_a_step_has_an_end_exactly_when_what_begins_there_can_end(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    told = {step for island in endless(flow) for step in (island.first, *island.others)}
    assert told == {step for step in runs.started() if not oracle.can_end(workflow, step)}
    for step in runs.started():
        number = flow.graph.numbers[step]
        found = {kind for kind, ways in ((True, flow.ends.good), (False, flow.ends.bad)) if ways[number]}
        assert found == oracle.can_end(workflow, step)


@given(flows.irregular(10))
def test_regions_overlap_exactly_when_two_branches_lead_to_one_step(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    expected = oracle.overlaps(workflow, runs)
    assert {each.parallel for each in flow.overlaps} == expected
    assert bool(list(overlapping_regions.check(flow))) == bool(expected)
    for each in flow.overlaps:
        assert all(each.step in oracle.closure(runs, head) for head in each.heads)


@given(flows.irregular(10))
def test_a_region_is_entered_from_outside_exactly_by_edges_that_are_taken(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    expected = oracle.intrusions(runs)
    found = {(each.origin, each.target) for each in flow.intrusions}
    assert found <= expected
    # What comes from another branch of the same parallel step is told as an overlap.
    if not oracle.overlaps(workflow, runs):
        assert found == expected
        assert bool(list(region_entered_from_outside.check(flow))) == bool(expected)
    assert bool(flow.misfits) == bool(expected or oracle.overlaps(workflow, runs))


@settings(max_examples=100)
@given(flows.regular(7) | flows.racing(7))
def test_what_ran_before_is_what_ran_before_in_all_runs(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow), Flow(workflow)
    for moment in runs.moments:
        point = Point(*moment)
        surely, surely_well = runs.surely(moment), runs.surely_well(moment)
        may, may_well = runs.may(moment), runs.may_well(moment)
        for step in runs.started():
            assert flow.surely_before(step, point) == (step in surely), (step, moment)
            assert flow.surely_well_before(step, point) == (step in surely_well), (step, moment)
            concurrent = flow.concurrent(step, point.step) is not None
            assert flow.can_run_before(step, point) == (concurrent or step in may), (step, moment)
            found = flow.can_end_well_before(step, point)
            assert found or step not in may_well, (step, moment)
            # A way through another branch does not show how the step itself ended in a branch that was started again.
            if not flow.region(step) or (step in surely and not isinstance(workflow.steps[step], Parallel)):
                assert found == (concurrent or step in may_well), (step, moment)


@given(flows.regular(9))
def test_steps_are_concurrent_exactly_when_they_lie_in_different_branches(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    for a in runs.started():
        for b in runs.started():
            parallel = flow.concurrent(a, b)
            assert ({parallel} if parallel else set()) == oracle.rivals(workflow, runs, a, b)


@given(flows.regular(9))
def test_a_branch_is_undecided_exactly_when_its_join_can_do_without_a_branch(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    for a in runs.started():
        for b in runs.started():
            left = [each for each in flow.region(a) if each not in flow.region(b)]
            free = [each.parallel for each in left if _needs_fewer(workflow.steps[each.parallel])]
            assert flow.undecided(a, Point(b)) == (free[-1] if free else None)


def _needs_fewer(step: object) -> bool:
    assert isinstance(step, Parallel)
    count = len(set(step.branches))
    return step.join.mode == "any" or (step.join.mode == "quorum" and (step.join.quorum or 0) < count)


@given(flows.irregular(9))
def test_a_loop_is_found_exactly_where_edges_lead_back(workflow: WorkflowDef) -> None:
    runs, flow = _play(workflow, remember=False), Flow(workflow)
    edges = {(origin, target) for origin, target, _ in runs.taken}
    looping = {step for step in runs.started() if any(step in oracle.closure(runs, b) for a, b in edges if a == step)}
    found = loops(flow)
    assert {step for loop in found for step in loop.way} <= looping
    for step in looping:
        assert any(step in oracle.closure(runs, loop.first) for loop in found)
    for loop in found:
        assert loop.way[0] == loop.way[-1] == loop.first
        assert set(zip(loop.way, loop.way[1:], strict=False)) <= edges


@given(flows.regular(8))
def test_the_cheapest_run_is_the_cheapest_of_all_runs(workflow: WorkflowDef) -> None:
    assert workflow.start is not None
    try:
        expected = oracle.cheapest(workflow, workflow.start, states=3000)
    except oracle.TooManyStatesError:
        assume(False)
    assert cheapest(Flow(workflow)) == expected
