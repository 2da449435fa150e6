"""How a run comes to a step without another one: the edge at which it leaves the ways that pass it."""

from __future__ import annotations

from itertools import takewhile

from onefold.kernel.classes import frozen
from onefold.kernel.flow import Point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    from onefold.kernel.flow import Edge, Flow

    Reason: TypeAlias = Literal["edge", "first", "later", "branch", "failure", "unknown"]


# Steps that the searches of one workflow may visit together, and so many more for each of its steps. When they are
# used up a finding is told without the way round.
_PATIENCE: Final = 20_000
_PER_STEP: Final = 16


@frozen
class Skip:
    """Why a step need not have run."""

    reason: Reason
    """`edge` leads past it; it is the reader itself (`first`); it only runs after the reader and comes back to it
    (`later`); its `branch` can end without it; its parallel step can have failed before it ended (`failure`)."""
    past: str
    """The step that is passed: the one in question, or the outermost parallel step around it and not the reader."""
    edge: Edge | None = None
    """The edge of `edge`; for `branch` the one that starts the branch."""


class Detours:
    """Finds the ways round steps in one workflow."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._patience = _PATIENCE + _PER_STEP * len(flow.workflow.steps)

    def skip(self, step: str, point: Point) -> Skip:
        """Why `step`, which can run before `point`, need not have."""
        if step == point.step:
            return Skip("first", step)
        if self._patience <= 0:
            return Skip("unknown", step)
        around, beside = self._flow.region(step), self._flow.region(point.step)
        self._patience -= len(around) + len(beside)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(around, beside, strict=False)))
        apart = around[shared:]
        if apart and self._flow.surely_before(apart[0].parallel, point):
            return self._skip_in_branch(step, apart[0].parallel, apart[0].head)
        return self._skip_around(apart[0].parallel if apart else step, point.step)

    def _skip_in_branch(self, step: str, parallel: str, head: str) -> Skip:
        if self._flow.surely_before(step, Point(parallel, "success")):
            return Skip("failure", parallel)
        starts = (edge for edge in self._flow.edges_into(head) if edge.kind == "branch")
        return Skip("branch", parallel, next(starts, None))

    def _skip_around(self, past: str, reader: str) -> Skip:
        way = self._way(past, reader)
        if way is None:
            return Skip("unknown" if self._patience <= 0 else "first", past)
        before = self._before(past, reader)
        leaving = [edge for edge in way if edge.origin in before]
        if self._patience <= 0:
            return Skip("unknown", past)
        return Skip("edge", past, leaving[-1]) if leaving else Skip("later", past)

    def _way(self, past: str, reader: str) -> list[Edge] | None:
        """A shortest way from the entry to `reader` that does not pass the step."""
        towards: dict[str, Edge | None] = {reader: None}
        waiting = [reader]
        for step in waiting:
            self._patience -= 1
            if step == self._flow.entry:
                return _followed(step, towards)
            if self._patience <= 0:
                return None
            for edge in self._flow.edges_into(step):
                if edge.origin != past and edge.origin not in towards:
                    towards[edge.origin] = edge
                    waiting.append(edge.origin)
        return None

    def _before(self, past: str, reader: str) -> set[str]:
        """The steps from which a run can come to `past` without `reader`."""
        found = {past}
        waiting = [past]
        while waiting and self._patience > 0:
            self._patience -= 1
            for edge in self._flow.edges_into(waiting.pop()):
                if edge.origin != reader and edge.origin not in found:
                    found.add(edge.origin)
                    waiting.append(edge.origin)
        return found


def _followed(step: str, towards: dict[str, Edge | None]) -> list[Edge]:
    way: list[Edge] = []
    while (edge := towards[step]) is not None:
        way.append(edge)
        step = edge.target
    return way
