"""The algorithms under the flow graph, each against its definition."""

from __future__ import annotations

import pytest
from flows import MAYBE, model, transition, workflow
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.flow import Branch, Flow, Point, reach
from onefold.kernel.flow.components import components
from onefold.kernel.flow.dominators import find_dominators
from onefold.kernel.flow.faults import Faults
from onefold.kernel.flow.forest import Forest
from onefold.kernel.flow.reach import Reach
from onefold.kernel.ir.nodes import Conditional, Duration, JoinPolicy, Parallel, StepDef, Transition, WorkflowDef

Graph = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> Graph:
    """Successors by node."""
    count = draw(st.integers(1, most))
    return [draw(st.lists(st.integers(0, count - 1), max_size=3)) for _ in range(count)]


def reached(graph: Graph, start: int, without: int | None = None) -> set[int]:
    found = {start} if start != without else set()
    waiting = list(found)
    while waiting:
        for target in graph[waiting.pop()]:
            if target != without and target not in found:
                found.add(target)
                waiting.append(target)
    return found


@given(graphs())
def test_a_dominator_is_a_node_without_which_the_other_cannot_be_reached(graph: Graph) -> None:
    found = find_dominators(graph, 0)
    for a in range(len(graph)):
        without = reached(graph, 0, a)
        for b in range(len(graph)):
            expected = {a, b} <= reached(graph, 0) and b not in without
            assert found.dominates(a, b) == expected


@given(graphs())
def test_a_component_is_what_can_reach_each_other_and_comes_after_what_it_leads_to(graph: Graph) -> None:
    found = components(graph, range(len(graph)))
    assert sorted(node for nodes in found for node in nodes) == list(range(len(graph)))
    done: set[int] = set()
    for nodes in found:
        done.update(nodes)
        for node in nodes:
            onwards = reached(graph, node)
            assert {other for other in onwards if node in reached(graph, other)} == set(nodes)
            assert onwards <= done


@given(graphs())
def test_a_node_is_found_to_be_reached_exactly_when_it_is(graph: Graph) -> None:
    found = Reach(graph)
    for a in range(len(graph)):
        behind = set().union(*(reached(graph, target) for target in graph[a]))
        for b in range(len(graph)):
            assert found.after(a, b) == (b in reached(graph, a))
            assert found.after_leaving(a, b) == (b in behind)


@given(graphs(8))
def test_a_node_is_reached_past_others_exactly_when_it_is(graph: Graph) -> None:
    found = Reach(graph)
    for a in range(len(graph)):
        for b in reached(graph, a):
            for other in range(len(graph)):
                if other not in (a, b):
                    assert found.after_without(a, b, (other,)) == (b in reached(graph, a, other))


@given(graphs())
def test_out_of_patience_a_node_that_may_be_reached_is_taken_as_reached(graph: Graph) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reach, "_PATIENCE", -1)
        patch.setattr(reach, "_PER_EDGE", 0)
        found = Reach(graph)
    for a in range(len(graph)):
        assert all(found.after(a, b) for b in reached(graph, a))


@given(st.lists(st.integers(0, 10**6), max_size=40))
def test_an_ancestor_is_found_by_its_depth_and_two_ways_where_they_part(parents: list[int]) -> None:
    forest, ways = Forest(), {0: [0]}
    forest.plant(0, 0)
    for node, parent in enumerate(parents, 1):
        forest.add(node, parent % node)
        ways[node] = [*ways[parent % node], node]
    for a, way in ways.items():
        assert [forest.ancestor(a, depth) for depth in range(len(way))] == way
        for b, other in ways.items():
            apart = [pair for pair in zip(way, other, strict=False) if pair[0] != pair[1]]
            end = (way if len(way) <= len(other) else other)[-1]
            assert forest.fork(a, b) == (apart[0] if apart else (end, end))


def test_a_tree_that_begins_deeper_has_no_ancestor_above() -> None:
    forest = Forest()
    forest.plant(1, 3)
    forest.add(2, 1)
    assert [forest.ancestor(2, depth) for depth in (4, 3, 2, 0)] == [2, 1, None, None]


def race(join: JoinPolicy, *more: Transition) -> WorkflowDef:
    """A parallel step with a branch of two steps and one of one, a good and a bad way on."""
    steps = {name: model() for name in ("first", "a", "a2", "b", "good", "bad")}
    edges = [
        transition("first", "p"),
        transition("a", "a2"),
        transition("p", "good"),
        transition("p", "bad", "failure"),
    ]
    parallel = Parallel(branches=("a", "b"), join=join)
    return workflow("first", {**steps, "p": parallel}, [*edges, *more])


def test_after_a_join_of_all_every_step_on_the_way_to_a_good_end_has_run() -> None:
    flow = Flow(race(JoinPolicy("all")))
    surely = {step for step in flow.workflow.steps if flow.surely_before(step, Point("good"))}
    assert surely == {"first", "p", "a", "a2", "b"}
    assert all(flow.surely_well_before(step, Point("good")) for step in surely)
    assert {step for step in flow.workflow.steps if flow.surely_before(step, Point("bad"))} == {"first", "p"}


def test_after_a_join_of_any_nothing_in_the_branches_is_sure_but_all_of_them_ended_when_it_is_lost() -> None:
    flow = Flow(race(JoinPolicy("any")))
    assert {step for step in flow.workflow.steps if flow.surely_before(step, Point("good"))} == {"first", "p"}
    assert {step for step in flow.workflow.steps if flow.surely_before(step, Point("bad"))} == {"first", "p", "a", "b"}
    assert not flow.surely_well_before("b", Point("bad"))
    assert not flow.can_end_well_before("b", Point("bad"))
    assert flow.undecided("a2", Point("good")) == "p"


def test_steps_of_two_branches_are_concurrent_and_a_parallel_step_has_not_ended_inside_them() -> None:
    flow = Flow(race(JoinPolicy("all"), transition("bad", "p", when=MAYBE)))
    assert flow.concurrent("a2", "b") == flow.concurrent("b", "a") == "p"
    assert flow.concurrent("a", "a2") is flow.concurrent("a", "p") is flow.concurrent("a", "good") is None
    assert not flow.surely_before("p", Point("a2"))
    assert not flow.surely_before("b", Point("a2"))
    assert flow.surely_before("first", Point("a2"))
    assert flow.surely_before("a", Point("a2"))
    # In the second round the parallel step has ended once.
    assert flow.can_run_before("p", Point("a"))
    assert flow.cyclic("a")
    assert not flow.cyclic("good")


def test_a_step_whose_own_end_decides_the_join_has_not_ended_when_the_time_is_over() -> None:
    # `inner` can only fail, and then `outer` fails at once.
    steps = {name: model() for name in ("a", "b", "c", "late")}
    inner, outer = Parallel(branches=("a", "b")), Parallel(branches=("inner", "c"), timeout=Duration(1000))
    edges = [transition("a", "a"), transition("outer", "late", "timeout")]
    flow = Flow(workflow("outer", {"outer": outer, "inner": inner, **steps}, edges))
    assert not flow.can_run_before("inner", Point("late"))
    assert flow.can_run_before("inner", Point("outer", "failure"))
    assert flow.can_run_before("b", Point("late"))


def test_a_step_that_is_come_back_to_after_each_of_its_bad_ends_can_only_have_ended_badly() -> None:
    steps = {"p": Parallel(branches=("a", "b"), timeout=Duration(1000)), **{name: model() for name in "abcd"}}
    bad = [transition("p", "c", outcome) for outcome in ("failure", "timeout")]
    loop = [*bad, transition("c", "p"), transition("p", "d"), transition("d", "p")]
    flow = Flow(workflow("p", steps, loop))
    assert flow.surely_before("p", Point("c"))
    assert not flow.can_end_well_before("p", Point("c"))
    assert flow.can_end_well_before("p", Point("d"))
    assert flow.can_end_well_before("p", Point("p"))


def test_a_quorum_of_every_branch_waits_for_all_and_a_quorum_of_one_for_any() -> None:
    def said(join: JoinPolicy) -> list[tuple[object, ...]]:
        flow = Flow(race(join, transition("a", "a2", "failure")))
        points = [Point("good"), Point("bad"), Point("p", "success"), Point("a2")]
        return [
            (flow.surely_before(step, point), flow.can_run_before(step, point), flow.undecided(step, point))
            for step in flow.workflow.steps
            for point in points
        ]

    assert said(JoinPolicy("quorum", 2)) == said(JoinPolicy("all"))
    assert said(JoinPolicy("quorum", 1)) == said(JoinPolicy("any"))
    assert said(JoinPolicy("any")) != said(JoinPolicy("all"))


def test_a_step_knows_the_branches_around_it_from_the_outside_in() -> None:
    steps = {name: model() for name in ("a", "b", "c")}
    parallels = {"p": Parallel(branches=("a", "q")), "q": Parallel(branches=("b", "c"))}
    flow = Flow(workflow("p", {**steps, **parallels}, []))
    assert flow.region("c") == (Branch("p", "q"), Branch("q", "c"))
    assert flow.region("p") == ()


def test_edges_are_listed_as_they_are_taken() -> None:
    steps = {"g": Conditional(on=MAYBE, then="a", otherwise="a"), "a": model(), "b": model(), "c": model()}
    flow = Flow(workflow("g", steps, [transition("g", "b"), transition("a", "b", "failure"), transition("c", "b")]))
    assert [edge.kind for edge in flow.edges_from("g")] == ["then", "otherwise", "transition"]
    assert [edge.path[-1] for edge in flow.edges_into("a")] == ["then", "otherwise"]
    # The success transition of a conditional with `otherwise` is never taken, and nothing comes from `c`.
    assert [edge.origin for edge in flow.edges_into("b")] == ["a"]
    assert not flow.reachable("c")
    assert not flow.judged("c")


def test_nothing_is_said_of_steps_in_and_behind_regions_that_overlap() -> None:
    flow = Flow(race(JoinPolicy("all"), transition("b", "a2", "failure")))
    judged = {step for step in flow.workflow.steps if flow.judged(step)}
    assert judged == {"first", "p", "good", "bad"}


def test_of_very_many_faulty_parallel_steps_the_first_are_told() -> None:
    steps: dict[str, StepDef] = {}
    edges: list[Transition] = []
    for index in range(400):
        steps[f"p{index}"] = Parallel(branches=(f"a{index}", f"b{index}"))
        steps[f"a{index}"], steps[f"b{index}"] = model(), model()
        following = f"p{index + 1}" if index < 399 else "end"
        edges += [transition(f"{branch}{index}", following) for branch in "ab"]
    flow = Flow(workflow("p0", {**steps, "end": model()}, edges))
    found = Faults(flow.graph, flow.found, flow.regions, flow.misfits).overlaps
    assert [each.parallel for each in found[:3]] == ["p0", "p1", "p2"]
    assert 8 < len(found) < 400
