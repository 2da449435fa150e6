"""The moments of a run as a graph: starts and ends of steps, decisions of joins, ends of branches.

A step is split into its start, its good end and its bad end where the difference can be seen. What follows a
parallel step hangs on how the step was decided, not on its branches: they are side tracks that come to the end of
their branch, and the join says whose ends it waited for.
"""

from __future__ import annotations

from onefold.kernel.classes import define, field
from onefold.kernel.flow.walk import OUTSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.flow.ends import Ends
    from onefold.kernel.flow.graph import Exits, Graph
    from onefold.kernel.flow.walk import Walk

NOWHERE = -1


@define
class Decision:
    """The moments of a parallel step after its start."""

    joined: int
    satisfied: int
    broken: int
    good: int
    failed: int
    timed: int


@define
class Points:
    """The moments, numbered; a step's start has the step's number."""

    onwards: list[list[int]]
    """What can come next in one thread of the run."""
    branch: list[int]
    """The innermost branch of each moment, by its head."""
    well: dict[int, int] = field(factory=dict)
    """Where each step has ended well; `NOWHERE` when nothing can be seen from there."""
    badly: dict[int, int] = field(factory=dict)
    """The same for bad ends; parallel steps are not here."""
    decisions: dict[int, Decision] = field(factory=dict)
    """The moments of the parallel steps."""
    good_ends: dict[int, int] = field(factory=dict)
    """Where each branch, by its head, has ended well."""
    bad_ends: dict[int, int] = field(factory=dict)

    def add(self, branch: int, *sources: int) -> int:
        """A new moment that comes after the sources."""
        point = len(self.onwards)
        self.onwards.append([])
        self.branch.append(branch)
        for source in sources:
            self.onwards[source].append(point)
        return point


def find_points(graph: Graph, ends: Ends, found: Walk) -> Points:
    """The moments of the steps that can be reached."""
    points = Points([[] for _ in graph.ids], list(found.branch))
    for head in found.owner:
        points.good_ends[head] = points.add(head)
        points.bad_ends[head] = points.add(head)
    for step in found.order:
        if step in graph.joins:
            _decide(graph, ends, points, step)
        else:
            _split(graph.exits[step], points, step)
    return points


def _split(exits: Exits, points: Points, step: int) -> None:
    """The ends of a step that is not parallel."""
    branch, onwards = points.branch[step], points.onwards
    good_targets, failed, timed, _, ends_well, ends_failed, ends_timed = exits
    bad_targets, ends_badly = failed + timed, ends_failed or ends_timed
    can_well, can_badly = bool(good_targets or ends_well), bool(bad_targets or ends_badly)
    well = badly = step
    if can_well and can_badly:
        if branch != OUTSIDE or (good_targets and bad_targets):
            well, badly = points.add(branch, step), points.add(branch, step)
        else:
            # Outside of branches nothing comes after an end, so only the other kind can be seen.
            can_well, can_badly = bool(good_targets), bool(bad_targets)
    points.well[step] = well if can_well else NOWHERE
    points.badly[step] = badly if can_badly else NOWHERE
    onwards[well] += good_targets
    onwards[badly] += bad_targets
    if branch != OUTSIDE:
        _end(points, well, ends_well, points.good_ends)
        _end(points, badly, ends_badly, points.bad_ends)


def _end(points: Points, point: int, ends: bool, of_branches: dict[int, int]) -> None:
    branch = points.branch[point]
    if ends and branch in of_branches:
        points.onwards[point].append(of_branches[branch])


def _decide(graph: Graph, ends: Ends, points: Points, step: int) -> None:
    """The moments of a parallel step."""
    exits, join, branch = graph.exits[step], graph.joins[step], points.branch[step]
    points.onwards[step].extend(join.heads)
    moments = Decision(*(points.add(branch) for _ in range(6)))
    points.decisions[step] = moments
    points.well[step] = moments.good
    satisfied, broken = step in ends.satisfied, step in ends.broken
    refused, timed = satisfied and join.verified, exits.ends_timed or bool(exits.timed)
    onwards = points.onwards
    onwards[step].append(moments.joined)
    for possible, source, target in (
        (satisfied, moments.joined, moments.satisfied),
        (satisfied, moments.satisfied, moments.good),
        (refused, moments.satisfied, moments.failed),
        (broken, moments.joined, moments.broken),
        (broken, moments.broken, moments.failed),
        (timed, step, moments.timed),
    ):
        onwards[source].extend((target,) if possible else ())
    for possible, point, targets, ends_so, of_branches in (
        (satisfied, moments.good, exits.well, exits.ends_well, points.good_ends),
        (broken or refused, moments.failed, exits.failed, exits.ends_failed, points.bad_ends),
        (timed, moments.timed, exits.timed, exits.ends_timed, points.bad_ends),
    ):
        if possible:
            onwards[point].extend(targets)
            _end(points, point, ends_so, of_branches)
