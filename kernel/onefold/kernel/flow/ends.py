"""Which steps have a way to an end, good or bad, and how parallel steps can be decided.

One pass backwards from the ends: every edge is looked at twice at most, once for each kind of end.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.kernel.flow.graph import Graph


@frozen
class Ends:
    """What the steps can come to. An end is that of the run or, in a branch, that of the branch."""

    good: bytearray
    """1 for steps with a way to a good end."""
    bad: bytearray
    """1 for steps with a way to a bad end."""
    satisfied: frozenset[int]
    """Parallel steps of which enough branches can end well."""
    broken: frozenset[int]
    """Parallel steps of which enough branches can end badly."""


UNDECIDED: Final = Ends(bytearray(), bytearray(), frozenset(), frozenset())
"""Of a graph without parallel steps all that is asked to walk through it: there is nothing to decide."""


@frozen
class Awaited:
    """The branches, by their heads, that a join waits for in any case."""

    good: frozenset[int]
    """Without a good end of the branch the parallel step is not satisfied."""
    bad: frozenset[int]
    """Without a bad end of the branch it is not broken."""


def find_awaited(graph: Graph, ends: Ends) -> Awaited:
    """The branches without which their join cannot be decided one way: all that can come to the end it counts."""
    good: set[int] = set()
    bad: set[int] = set()
    for join in graph.joins.values():
        able = [head for head in join.heads if ends.good[head]]
        good.update(able if len(able) == join.need else ())
        able = [head for head in join.heads if ends.bad[head]]
        bad.update(able if len(able) == join.spoil else ())
    return Awaited(frozenset(good), frozenset(bad))


def find_ends(graph: Graph, assumed: Iterable[int] = ()) -> Ends:
    """The ends that each step has a way to. The steps `assumed` count as if they had a way to both kinds."""
    search = _Search(graph)
    for step in assumed:
        search.mark(step, 0)
        search.mark(step, 1)
    search.run()
    bad, good = search.ways
    return Ends(good, bad, frozenset(search.decided[1]), frozenset(search.decided[0]))


class _Search:
    """The state of one pass. A kind of end is 1 for good and 0 for bad, everywhere below."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        count = len(graph.ids)
        self.ways = (bytearray(count), bytearray(count))
        self.decided: tuple[set[int], set[int]] = (set(), set())
        self.ended = (dict.fromkeys(graph.joins, 0), dict.fromkeys(graph.joins, 0))
        self.waiting: list[tuple[int, int]] = []
        self.sources: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self.parallels: dict[int, list[int]] = {}
        for step, exits in enumerate(graph.exits):
            for target in exits.well:
                self.sources[target].append((step, 1))
            if exits.failed:
                for target in exits.failed:
                    self.sources[target].append((step, 0))
            if exits.timed:
                for target in exits.timed:
                    self.sources[target].append((step, 2))
        for parallel, join in graph.joins.items():
            for head in join.heads:
                self.parallels.setdefault(head, []).append(parallel)

    def mark(self, step: int, kind: int) -> None:
        if not self.ways[kind][step]:
            self.ways[kind][step] = 1
            self.waiting.append((step, kind))

    def run(self) -> None:
        joins = self.graph.joins
        for step, exits in enumerate(self.graph.exits):
            _, _, _, _, ends_well, ends_failed, ends_timed = exits
            if ends_timed or (ends_failed and step not in joins):
                self.mark(step, 0)
            if ends_well and step not in joins:
                self.mark(step, 1)
        while self.waiting:
            step, kind = self.waiting.pop()
            ways = self.ways[kind]
            for source, group in self.sources[step]:
                if not ways[source] and (source not in joins or group == 2 or self._is_open(source, group)):
                    self.mark(source, kind)
            for parallel in self.parallels.get(step, ()):
                self._count(parallel, kind)

    def _is_open(self, step: int, group: int) -> bool:
        """Whether the parallel step can end with an outcome of the group: 1 well, 0 by failure."""
        if step in self.decided[group]:
            return True
        return group == 0 and self.graph.joins[step].verified and step in self.decided[1]

    def _count(self, parallel: int, kind: int) -> None:
        join = self.graph.joins[parallel]
        self.ended[kind][parallel] += 1
        if self.ended[kind][parallel] == (join.spoil, join.need)[kind]:
            self.decided[kind].add(parallel)
            self._open(parallel, kind)
            if kind == 1 and join.verified:
                self._open(parallel, 0)

    def _open(self, step: int, group: int) -> None:
        """The parallel step can now end with an outcome of the group: take over what lies behind."""
        exits = self.graph.exits[step]
        if (exits.ends_failed, exits.ends_well)[group]:
            self.mark(step, group)
        for target in (exits.failed, exits.well)[group]:
            for kind in (0, 1):
                if self.ways[kind][target]:
                    self.mark(step, kind)
