"""Trees that answer which ancestor of a node stands at a depth, in logarithmic time."""

from __future__ import annotations


class Forest:
    """Trees that grow downwards. Each node keeps one pointer besides its parent, so that climbing takes leaps."""

    def __init__(self) -> None:
        self.depth: dict[int, int] = {}
        self.parent: dict[int, int] = {}
        self._leap: dict[int, int] = {}

    def plant(self, node: int, depth: int) -> None:
        """Add a node without parent at a depth."""
        self.depth[node] = depth
        self._leap[node] = self.parent[node] = node

    def add(self, node: int, parent: int) -> None:
        """Add a node below its parent, which is there already."""
        leap = self._leap[parent]
        self.depth[node] = self.depth[parent] + 1
        self.parent[node] = parent
        # Leaps of equal length meet, like the carries of a counter that skips: that keeps every climb short.
        even = self.depth[parent] - self.depth[leap] == self.depth[leap] - self.depth[self._leap[leap]]
        self._leap[node] = self._leap[leap] if even else parent

    def ancestor(self, node: int, depth: int) -> int | None:
        """The ancestor at a depth, maybe the node itself; `None` when its tree begins deeper."""
        while self.depth[node] > depth:
            leap = self._leap[node]
            if leap == node:
                return None
            node = leap if self.depth[leap] >= depth else self.parent[node]
        return node

    def fork(self, a: int, b: int) -> tuple[int, int]:
        """The ancestors of two nodes of one tree just below where their ways part.

        Where one node lies on the way of the other, both are that node.
        """
        if a == b:
            return a, b
        depth = min(self.depth[a], self.depth[b])
        a, b = self._at(a, depth), self._at(b, depth)
        while a != b and self.parent[a] != self.parent[b]:
            if self._leap[a] != self._leap[b]:
                a, b = self._leap[a], self._leap[b]
            else:
                a, b = self.parent[a], self.parent[b]
        return a, b

    def _at(self, node: int, depth: int) -> int:
        found = self.ancestor(node, depth)
        return node if found is None else found
