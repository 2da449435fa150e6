"""What may have run before: the moments of a run with all that interrupts and repeats branches."""

from __future__ import annotations

from onefold.kernel.flow.graph import BAD_OUTCOMES
from onefold.kernel.flow.reach import Reach
from onefold.kernel.flow.walk import OUTSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.flow.ends import Awaited, Ends
    from onefold.kernel.flow.graph import Graph
    from onefold.kernel.flow.points import Points
    from onefold.kernel.flow.walk import Walk


def find_possible(graph: Graph, ends: Ends, found: Walk, points: Points, awaited: Awaited) -> Reach:
    """Which moment can come after which in one run.

    Besides the ways of one thread: the end of a branch may decide its join; a branch that the join does not wait
    for may be cut while one of its steps runs, or waits at its end; a parallel step that is tried again starts its
    branches anew.
    """
    onwards = [list(targets) for targets in points.onwards]
    cut = {head: len(onwards) + index for index, head in enumerate(found.owner)}
    onwards.extend([] for _ in cut)
    for step in found.order:
        # Only what runs can be cut: between the end of a step and the start of the next no time passes.
        if found.branch[step] != OUTSIDE:
            onwards[step].append(cut[found.branch[step]])
    again = {parallel: _repeat(graph, points, parallel, onwards) for parallel in points.decisions}
    for head, parallel in found.owner.items():
        moments = points.decisions[parallel]
        join = graph.joins[parallel]
        decided = (
            (parallel in ends.satisfied, join.need, points.good_ends[head], head in awaited.good, moments.satisfied),
            (parallel in ends.broken, join.spoil, points.bad_ends[head], head in awaited.bad, moments.broken),
        )
        for possible, count, end, is_awaited, decision in decided:
            # Where one end is enough, nothing comes between that end and the decision.
            onwards[end].extend((cut[head],) if count > 1 else ())
            if possible:
                onwards[end].append(decision)
                onwards[cut[head]].extend(() if is_awaited else (decision,))
        if found.branch[parallel] != OUTSIDE:
            onwards[cut[head]].append(cut[found.branch[parallel]])
        exits = graph.exits[parallel]
        if exits.ends_timed or exits.timed:
            # The time of a parallel step may be over at any moment of its branches.
            onwards[cut[head]].append(moments.timed)
            onwards[cut[head]].extend((again[parallel],) if "timeout" in join.again else ())
    return Reach(onwards)


def _repeat(graph: Graph, points: Points, parallel: int, onwards: list[list[int]]) -> int:
    """The moment when the branches of a parallel step start once more."""
    join, moments = graph.joins[parallel], points.decisions[parallel]
    moment = len(onwards)
    onwards.append(list(join.heads))
    if "failure" in join.again:
        onwards[moments.broken].append(moment)
    # An attempt whose branches ended well is repeated for a custom outcome, or when a verifier refuses it.
    if join.again - BAD_OUTCOMES or (join.verified and "failure" in join.again):
        onwards[moments.satisfied].append(moment)
    return moment
