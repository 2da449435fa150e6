"""Which node of a graph can come after which."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.components import components

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_PATIENCE = 100_000
"""Edges that all searches may follow together, whatever the size of the graph; `_PER_EDGE` more for each edge."""
_PER_EDGE = 8


@frozen
class _Labels:
    """One depth-first numbering of a graph without cycles; nodes by number, each after all that it leads to."""

    post: list[int]
    low: list[int]
    """The least `post` of all that can be reached: what lies outside of `low … post` cannot."""
    tree: list[int]
    """The least `post` below the node in the walk's own tree: what lies in `tree … post` can be reached."""


class Reach:
    """Answers whether one node can be reached from another.

    Cycles are drawn together, then two numberings answer most questions at once, and a search that they guide
    answers the rest. In a graph made to defeat them the searches together follow a bounded number of edges; after
    that every open question is answered with yes, which for rules means silence.
    """

    def __init__(self, successors: Sequence[Sequence[int]]) -> None:
        self._successors = successors
        found = components(successors, range(len(successors)))
        self._component = [0] * len(successors)
        for index, nodes in enumerate(found):
            for node in nodes:
                self._component[node] = index
        self._cyclic = [len(nodes) > 1 or nodes[0] in successors[nodes[0]] for nodes in found]
        self._onwards = [self._leaving(index, nodes) for index, nodes in enumerate(found)]
        self._labels = (_label(self._onwards, backwards=False), _label(self._onwards, backwards=True))
        self._patience = _PATIENCE + _PER_EDGE * sum(map(len, self._onwards))

    def after(self, source: int, target: int) -> bool:
        """Whether `target` is `source` or can be reached from it."""
        return source == target or self.after_leaving(source, target)

    def after_leaving(self, source: int, target: int) -> bool:
        """Whether `target` can be reached from `source` by at least one edge."""
        start, goal = self._component[source], self._component[target]
        return self._cyclic[start] if start == goal else self._search(start, goal)

    def after_without(self, source: int, target: int, without: Collection[int]) -> bool:
        """Whether `target`, which can be reached from `source`, is `source` or can be reached past some nodes."""
        if source == target or not any(self.after(source, each) and self.after(each, target) for each in without):
            return True
        seen = {source, *without}
        waiting = [source]
        while waiting and self._patience >= 0:
            onwards = self._successors[waiting.pop()]
            self._patience -= len(onwards)
            if target in onwards:
                return True
            new = [each for each in onwards if each not in seen and self.after(each, target)]
            seen.update(new)
            waiting.extend(new)
        return self._patience < 0

    def _search(self, start: int, goal: int) -> bool:
        seen = {start}
        waiting = [start]
        while waiting:
            current = waiting.pop()
            if self._patience < 0 or self._surely(current, goal):
                return True
            if self._maybe(current, goal):
                self._patience -= len(self._onwards[current])
                for onwards in self._onwards[current]:
                    if onwards not in seen:
                        seen.add(onwards)
                        waiting.append(onwards)
        return False

    def _leaving(self, index: int, nodes: list[int]) -> list[int]:
        targets = {self._component[target] for node in nodes for target in self._successors[node]}
        targets.discard(index)
        return sorted(targets)

    def _surely(self, a: int, b: int) -> bool:
        return any(labels.tree[a] <= labels.post[b] <= labels.post[a] for labels in self._labels)

    def _maybe(self, a: int, b: int) -> bool:
        return all(labels.low[a] <= labels.low[b] and labels.post[b] <= labels.post[a] for labels in self._labels)


def _label(onwards: Sequence[Sequence[int]], *, backwards: bool) -> _Labels:
    """Number a graph in which every edge leads to a smaller node; `backwards` takes the edges the other way round."""
    count = len(onwards)
    post, low, tree = [-1] * count, [0] * count, [0] * count
    seen = bytearray(count)
    counter = 0
    path: list[tuple[int, Iterator[int]]] = []
    for root in range(count - 1, -1, -1):
        if not seen[root]:
            seen[root], tree[root] = 1, counter
            path.append((root, _each(onwards[root], backwards)))
        while path:
            node, targets = path[-1]
            for target in targets:
                if not seen[target]:
                    seen[target], tree[target] = 1, counter
                    path.append((target, _each(onwards[target], backwards)))
                    break
            else:
                path.pop()
                post[node] = counter
                low[node] = min([counter, *(low[target] for target in onwards[node])])
                counter += 1
    return _Labels(post, low, tree)


def _each(targets: Sequence[int], backwards: bool) -> Iterator[int]:
    return reversed(targets) if backwards else iter(targets)
