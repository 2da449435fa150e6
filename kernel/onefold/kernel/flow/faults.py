"""Regions that overlap or are entered from outside.

Whether there is any such fault is known from one walk. Only then the parallel steps around the edges that do not fit
are looked at one by one: all that can be reached from their branches is labelled with the branch it was reached from.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.functions import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.flow.graph import Graph
    from onefold.kernel.flow.regions import Regions
    from onefold.kernel.flow.walk import Walk

_PATIENCE = 100_000
"""Edges that may be looked at, whatever the size of the graph; `_PER_EDGE` times more for each edge.

Every parallel step may have to walk through all that follows it. In large workflows with very many faults only the
first ones are told.
"""
_PER_EDGE = 8


@frozen
class Overlap:
    """A step that belongs to several branches of one parallel step."""

    parallel: str
    heads: tuple[str, ...]
    """The heads of these branches, as they are written in `branches`."""
    step: str
    ways: tuple[tuple[str, str], ...]
    """For each of them an edge by which it comes to the step, as far as the step is not their head."""


@frozen
class Intrusion:
    """An edge that leads into the region of a branch from outside.

    Runs that start inside a region need no word here: they come to the parallel step only if the branch leads back to
    it, which is an overlap.
    """

    parallel: str
    head: str
    origin: str
    target: str
    inside: tuple[str, ...]
    """The steps of the region, and its parallel step, that lead to the target too."""


class Faults:
    """The faults of the regions of one workflow, in flow order of the parallel steps."""

    def __init__(self, graph: Graph, found: Walk, regions: Regions, misfits: list[tuple[int, int]]) -> None:
        self._graph, self._found, self._regions, self._misfits = graph, found, regions, misfits
        edges = sum(len(targets) for targets in found.targets.values()) + len(found.owner)
        self._patience = _PATIENCE + _PER_EDGE * edges
        self.overlaps: list[Overlap] = []
        self.intrusions: list[Intrusion] = []
        labelled: list[tuple[int, dict[int, int]]] = []
        for parallel in self._suspects():
            if self._patience < 0 and labelled:
                break
            labelled.append((parallel, self._label(parallel)))
        shared = {each.step for each in self.overlaps}
        for parallel, labels in labelled:
            self._look_outside(parallel, labels, shared)

    def _suspects(self) -> list[int]:
        """The parallel steps whose regions the misfits leave or enter."""
        found: set[int] = set()
        for origin, target in self._misfits:
            a, b = self._found.branch[origin], self._found.branch[target]
            depth = self._regions.shared_depth(a, b)
            for branch in (a, b):
                found.update(self._found.owner[head] for head in self._between(branch, depth))
            join = self._graph.joins.get(origin)
            if join is not None and target in join.heads:
                found.add(origin)
        return sorted(found, key=self._found.place.__getitem__)

    def _between(self, branch: int, depth: int) -> Iterator[int]:
        for head in self._regions.chain(branch):
            self._patience -= 1
            if self._regions.depth(head) <= depth or self._patience < 0:
                return
            yield head

    def _label(self, parallel: int) -> dict[int, int]:
        """The branch by which each step is reached first; what several branches reach is noted."""
        heads = self._graph.joins[parallel].heads
        labels = {head: head for head in heads}
        ways: dict[int, dict[int, tuple[int, int] | None]] = {}
        waiting = list(heads)
        came: dict[int, tuple[int, int] | None] = dict.fromkeys(heads)
        for step in waiting:
            # A branch that leads back to its own parallel step leads into all others: that is said once.
            for target in self._found.targets[step] if step == parallel else self._onwards(step):
                self._patience -= 1
                if target not in labels:
                    labels[target], came[target] = labels[step], (step, target)
                    waiting.append(target)
                elif labels[target] != labels[step]:
                    met = ways.setdefault(target, {labels[target]: came[target]})
                    met.setdefault(labels[step], (step, target))
        if parallel in labels and parallel not in ways:
            other = next(head for head in heads if head != labels[parallel])
            ways[other] = {other: None, labels[parallel]: came[parallel]}
        for step, met in ways.items():
            self._note(parallel, step, met)
        return labels

    def _note(self, parallel: int, step: int, met: dict[int, tuple[int, int] | None]) -> None:
        ids = self._graph.ids
        heads = [head for head in self._graph.joins[parallel].heads if head in met]
        ways = [way for head in heads if (way := met[head]) is not None]
        named = tuple((ids[origin], ids[target]) for origin, target in ways)
        self.overlaps.append(Overlap(ids[parallel], tuple(ids[head] for head in heads), ids[step], named))

    def _look_outside(self, parallel: int, labels: dict[int, int], shared: set[str]) -> None:
        ids = self._graph.ids
        for step, label in labels.items():
            inside: list[str] = []
            outside: list[str] = []
            for origin, is_branch in self._entering.get(step, ()):
                own = origin in labels or (is_branch and origin == parallel)
                (inside if own else outside).append(ids[origin])
            if ids[step] not in shared:
                named = (ids[parallel], ids[label])
                self.intrusions.extend(Intrusion(*named, origin, ids[step], tuple(inside)) for origin in outside)

    @cached_property
    def _entering(self) -> dict[int, list[tuple[int, bool]]]:
        found: dict[int, list[tuple[int, bool]]] = {}
        for step, targets in self._found.targets.items():
            for target in targets:
                found.setdefault(target, []).append((step, False))
            for head in self._heads(step):
                found.setdefault(head, []).append((step, True))
        return found

    def _onwards(self, step: int) -> tuple[int, ...]:
        return self._found.targets[step] + self._heads(step)

    def _heads(self, step: int) -> tuple[int, ...]:
        join = self._graph.joins.get(step)
        return join.heads if join else ()
