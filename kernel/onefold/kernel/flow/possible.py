"""What may have run before: the moments of a run with all that interrupts and repeats branches."""

from __future__ import annotations

from onefold.kernel.flow.ends import Awaited, Ends
from onefold.kernel.flow.graph import Graph
from onefold.kernel.flow.points import Points
from onefold.kernel.flow.reach import Reach
from onefold.kernel.flow.walk import OUTSIDE, Walk


def find_possible(graph: Graph, ends: Ends, found: Walk, points: Points, awaited: Awaited) -> Reach:
    """Which moment can come after which in one run.

    Besides the ways of one thread: the end of a branch may decide its join; a branch that the join does not wait
    for may be cut at any moment; a parallel step that is tried again starts its branches anew.
    """
    onwards = [list(targets) for targets in points.onwards]
    cut = {head: len(onwards) + index for index, head in enumerate(found.owner)}
    onwards.extend([] for _ in cut)
    ended = {*points.good_ends.values(), *points.bad_ends.values()}
    for point, branch in enumerate(points.branch):
        if branch in cut and point not in ended:
            onwards[point].append(cut[branch])
    for head, parallel in found.owner.items():
        moments = points.decisions[parallel]
        if parallel in ends.satisfied:
            onwards[points.good_ends[head]].append(moments.satisfied)
            if head not in awaited.good:
                onwards[cut[head]].append(moments.satisfied)
        if parallel in ends.broken:
            onwards[points.bad_ends[head]].append(moments.broken)
            if head not in awaited.bad:
                onwards[cut[head]].append(moments.broken)
        around = found.branch[parallel]
        if around != OUTSIDE:
            onwards[cut[head]].append(cut[around])
        _run_out(graph, points, parallel, onwards[cut[head]])
    _repeat(graph, points, onwards)
    return Reach(onwards)


def _run_out(graph: Graph, points: Points, parallel: int, onwards: list[int]) -> None:
    """The time of a parallel step may be over at any moment of its branches."""
    exits = graph.exits[parallel]
    if exits.ends_timed or exits.timed:
        onwards.append(points.decisions[parallel].timed)
        if "timeout" in graph.joins[parallel].again:
            onwards.append(parallel)


def _repeat(graph: Graph, points: Points, onwards: list[list[int]]) -> None:
    for parallel, moments in points.decisions.items():
        join = graph.joins[parallel]
        if "failure" in join.again:
            onwards[moments.broken].append(parallel)
        # An attempt whose branches ended well is repeated for a custom outcome, or when a verifier refuses it.
        if join.again - {"failure", "timeout"} or (join.verified and "failure" in join.again):
            onwards[moments.satisfied].append(parallel)
