"""Strongly connected components: the steps that can be come back to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    Successors: TypeAlias = Sequence[Sequence[int]] | Mapping[int, Sequence[int]]


def components(successors: Successors, roots: Iterable[int]) -> list[list[int]]:
    """The strongly connected components that can be reached from the roots, each after all that it leads to.

    Tarjan's algorithm without recursion.
    """
    search = _Search(successors)
    for root in roots:
        if root not in search.low:
            search.run(root)
    return search.found


class _Search:
    """The state of one search."""

    def __init__(self, successors: Successors) -> None:
        self.successors = successors
        self.low: dict[int, int] = {}
        self.index: dict[int, int] = {}
        self.open: list[int] = []
        self.done: set[int] = set()
        self.found: list[list[int]] = []
        self.path: list[tuple[int, Iterator[int]]] = []

    def enter(self, node: int) -> None:
        self.low[node] = self.index[node] = len(self.index)
        self.open.append(node)
        self.path.append((node, iter(self.successors[node])))

    def run(self, root: int) -> None:
        self.enter(root)
        while self.path:
            node, onwards = self.path[-1]
            for target in onwards:
                if target not in self.index:
                    self.enter(target)
                    break
                if target not in self.done:
                    self.low[node] = min(self.low[node], self.index[target])
            else:
                self.path.pop()
                if self.path:
                    above = self.path[-1][0]
                    self.low[above] = min(self.low[above], self.low[node])
                if self.low[node] == self.index[node]:
                    self.close(node)

    def close(self, node: int) -> None:
        start = len(self.open) - 1
        while self.open[start] != node:
            start -= 1
        self.found.append(self.open[start:])
        self.done.update(self.open[start:])
        del self.open[start:]
