"""The tree of branches: which lie in which, and which run at the same time."""

from __future__ import annotations

from itertools import takewhile

from onefold.kernel.flow.forest import Forest
from onefold.kernel.flow.walk import OUTSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from onefold.kernel.flow.graph import Graph
    from onefold.kernel.flow.walk import Walk


class Regions:
    """Answers about branches, each known by its head; `OUTSIDE` is the whole run."""

    def __init__(self, graph: Graph, found: Walk) -> None:
        self._owner = found.owner
        self._above = {head: found.branch[parallel] for head, parallel in found.owner.items()}
        self._tree = Forest()
        self._tree.plant(OUTSIDE, 0)
        self._undecided = {OUTSIDE: OUTSIDE}
        # Heads were met in an order in which a branch comes before those inside it.
        for head, parallel in found.owner.items():
            above, join = self._above[head], graph.joins[parallel]
            self._tree.add(head, above)
            self._undecided[head] = head if join.need < len(join.heads) else self._undecided[above]

    def depth(self, branch: int) -> int:
        """How many branches surround what lies in this one."""
        return self._tree.depth[branch]

    def chain(self, branch: int) -> Iterator[int]:
        """The branch and those around it, from the inside out."""
        while branch != OUTSIDE:
            yield branch
            branch = self._above[branch]

    def around(self, branches: Iterable[int]) -> set[int]:
        """The branches and all around them."""
        found: set[int] = set()
        for branch in branches:
            # What lies around a branch that was met before was met with it.
            found.update(takewhile(lambda each: each not in found, self.chain(branch)))
        return found

    def below(self, a: int, b: int) -> int | None:
        """The branch on the way from `a` down to `b` that stands right below `a`; `None` when `b` is not inside."""
        depth = self._tree.depth[a]
        if self._tree.depth[b] <= depth or self._tree.ancestor(b, depth) != a:
            return None
        return self._tree.ancestor(b, depth + 1)

    def shared_depth(self, a: int, b: int) -> int:
        """The depth of the innermost branch that holds both."""
        if a != b:
            a, b = self._tree.fork(a, b)
        return self._tree.depth[a] if a == b else self._tree.depth[a] - 1

    def rivals(self, a: int, b: int) -> int | None:
        """The parallel step in different branches of which both lie."""
        a, b = self._tree.fork(a, b)
        return self._owner[a] if a != b and self._owner[a] == self._owner[b] else None

    def undecided(self, a: int, b: int) -> int | None:
        """The innermost parallel step that can be decided without each of its branches, around `a` but not `b`."""
        head = self._undecided[a]
        return self._owner[head] if self._tree.depth[head] > self.shared_depth(a, b) else None
