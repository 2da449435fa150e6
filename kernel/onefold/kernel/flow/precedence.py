"""What surely ran before: dominators, with joins that vouch for what their branches passed."""

from __future__ import annotations

from onefold.kernel.flow.dominators import UNREACHED, find_dominators
from onefold.kernel.flow.forest import Forest
from onefold.kernel.flow.points import NOWHERE
from onefold.kernel.flow.walk import OUTSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.flow.ends import Awaited
    from onefold.kernel.flow.points import Points
    from onefold.kernel.flow.regions import Regions
    from onefold.kernel.flow.walk import Walk


class Precedence:
    """Answers for moments of steps that can be reached.

    A moment in a branch is *vouched for* by a moment of its parallel step when that one can only come after it:
    the join waited for the branch, and the branch cannot have ended as it did without passing the moment. The chain
    of such moments leads out of nested branches; at the level of the question dominators decide.
    """

    def __init__(self, entry: int, found: Walk, points: Points, regions: Regions, awaited: Awaited) -> None:
        self._points, self._regions = points, regions
        self._dominators = find_dominators(points.onwards, entry)
        self._vouched = self._chains(awaited, found)

    def before(self, a: int, b: int) -> bool:
        """Whether moment `a` has surely passed when moment `b` comes, for moments of steps not concurrent."""
        if a == NOWHERE or self._dominators.first[a] == UNREACHED:
            return False
        branch, other = self._points.branch[a], self._points.branch[b]
        if branch == OUTSIDE:
            return self._dominators.dominates(a, b)
        outside = self._vouched.ancestor(a, self._regions.shared_depth(branch, other))
        return outside is not None and self._dominators.dominates(outside, b)

    def _chains(self, awaited: Awaited, found: Walk) -> Forest:
        """The chains of the moments in branches."""
        forest = Forest()
        by_depth: dict[int, list[int]] = {}
        for point, position in enumerate(self._dominators.first):
            head = self._points.branch[point]
            if position != UNREACHED and head != OUTSIDE:
                by_depth.setdefault(self._regions.depth(head), []).append(point)
        for depth in sorted(by_depth):
            for point in by_depth[depth]:
                head = self._points.branch[point]
                above = self._witness(point, head, awaited, found.owner[head])
                if above == NOWHERE:
                    forest.plant(point, depth)
                else:
                    if above not in forest.depth:
                        forest.plant(above, depth - 1)  # It lies outside of all branches.
                    forest.add(point, above)
        return forest

    def _witness(self, point: int, head: int, awaited: Awaited, parallel: int) -> int:
        """The moment of the parallel step that vouches for a moment of one of its branches."""
        moments, dominates = self._points.decisions[parallel], self._dominators.dominates
        well = head in awaited.good and dominates(point, self._points.good_ends[head])
        badly = head in awaited.bad and dominates(point, self._points.bad_ends[head])
        if well and badly:
            return moments.joined
        if well:
            return moments.satisfied
        return moments.broken if badly else NOWHERE
