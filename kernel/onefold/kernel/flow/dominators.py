"""Dominators: which nodes lie on every path from the root.

The method of Lengauer and Tarjan with path compression, without recursion: close to linear on every graph, whatever
its shape, unlike the iterative methods, which are quadratic when everything leads to one handler.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final


UNREACHED: Final = -1


@frozen
class Dominators:
    """The dominator tree as intervals, so that a question costs two comparisons."""

    first: list[int]
    """Position of each node in a walk of the tree; `UNREACHED` for nodes that the root does not reach."""
    last: list[int]
    """The last position below each node; nothing is below those that are not reached."""

    def dominates(self, a: int, b: int) -> bool:
        """Whether every path from the root to `b` passes `a` (a node dominates itself)."""
        return UNREACHED < self.first[a] <= self.first[b] <= self.last[a]


def find_dominators(successors: Sequence[Sequence[int]], root: int) -> Dominators:
    """The dominators of every node that the root reaches."""
    order, parent, entering = _number(successors, root)
    immediate = _immediate(parent, entering)
    return _intervals(order, immediate, len(successors))


def _number(successors: Sequence[Sequence[int]], root: int) -> tuple[list[int], list[int], list[list[int]]]:
    """A depth-first numbering: nodes by number; by number the parent's number and those of all predecessors."""
    number = [UNREACHED] * len(successors)
    number[root] = 0
    order, parent = [root], [0]
    entering: list[list[int]] = [[]]
    path: list[tuple[int, Iterator[int]]] = [(0, iter(successors[root]))]
    while path:
        current, onwards = path[-1]
        for target in onwards:
            if number[target] != UNREACHED:
                entering[number[target]].append(current)
                continue
            number[target] = len(order)
            order.append(target)
            parent.append(current)
            entering.append([current])
            path.append((number[target], iter(successors[target])))
            break
        else:
            path.pop()
    return order, parent, entering


def _immediate(parent: list[int], entering: list[list[int]]) -> list[int]:
    """The immediate dominator of every number; the root's is itself."""
    count = len(parent)
    semi = list(range(count))
    immediate = [0] * count
    forest = _Forest(semi)
    buckets: dict[int, list[int]] = {}
    for node in range(count - 1, 0, -1):
        above = parent[node]
        least = above
        for source in entering[node]:
            # What has a smaller number has no ancestor yet, and is its own semidominator.
            found = source if source < node else semi[forest.least(source)]
            if found < least:
                least = found
        semi[node] = least
        forest.ancestor[node] = above
        if least == above:
            immediate[node] = above  # Nothing leads past it.
        else:
            buckets.setdefault(least, []).append(node)
        for waiting in buckets.pop(above, ()):
            best = forest.least(waiting)
            # Where the two differ, the immediate dominator is that of `best`, known at the end.
            immediate[waiting] = best if semi[best] < semi[waiting] else above
    for node in range(1, count):
        if immediate[node] != semi[node]:
            immediate[node] = immediate[immediate[node]]
    return immediate


class _Forest:
    """A forest that grows upwards; a question about a path shortens it."""

    def __init__(self, semi: list[int]) -> None:
        self.semi = semi
        self.ancestor = [-1] * len(semi)
        self.label = list(range(len(semi)))

    def least(self, node: int) -> int:
        """The node with the least semidominator from `node` upwards, without the root of its tree."""
        ancestor, label, semi = self.ancestor, self.label, self.semi
        if ancestor[node] < 0:
            return node
        path = []
        while ancestor[ancestor[node]] >= 0:
            path.append(node)
            node = ancestor[node]
        for below in reversed(path):
            above = ancestor[below]
            if semi[label[above]] < semi[label[below]]:
                label[below] = label[above]
            ancestor[below] = ancestor[above]
        return label[path[0] if path else node]


def _intervals(order: list[int], immediate: list[int], nodes: int) -> Dominators:
    """Positions in a walk of the tree, of so many nodes.

    A number is greater than that of every dominator, so no stack is needed.
    """
    count = len(order)
    size = [1] * count
    for node in range(count - 1, 0, -1):
        size[immediate[node]] += size[node]
    position = [0] * count
    free = [1] * count
    for node in range(1, count):
        above = immediate[node]
        position[node] = free[above]
        free[above] += size[node]
        free[node] = position[node] + 1
    first, last = [UNREACHED] * nodes, [UNREACHED] * nodes
    for number, node in enumerate(order):
        first[node] = position[number]
        last[node] = position[number] + size[number] - 1
    return Dominators(first, last)
