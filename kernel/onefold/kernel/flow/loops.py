"""The loops that runs can go round."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.components import components

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.flow.flow import Flow

_SHOWN: Final = 5


@frozen
class Loop:
    """A strongly connected set of steps."""

    first: str
    """The first in flow order."""
    way: tuple[str, ...]
    """A shortest way from the first step back to it, the first step at both ends."""

    def __str__(self) -> str:
        """The way in words, in the middle cut where it is long: `a` → `b` → `a`."""
        way = [f"`{step}`" for step in self.way]
        return " → ".join(way if len(way) <= _SHOWN else [*way[: _SHOWN - 2], "…", way[-1]])


def loops(flow: Flow) -> list[Loop]:
    """The loops among the steps that can be reached, in flow order."""
    targets, joins, place, ids = flow.found.targets, flow.graph.joins, flow.found.place, flow.graph.ids
    onwards = {step: targets[step] + joins[step].heads if step in joins else targets[step] for step in flow.found.order}
    found = []
    for steps in components(onwards, flow.found.order[:1]):
        if len(steps) > 1 or steps[0] in onwards[steps[0]]:
            first = min(steps, key=place.__getitem__)
            way = _way_round(onwards, first, set(steps))
            found.append((place[first], Loop(ids[first], tuple(ids[step] for step in way))))
    return [loop for _, loop in sorted(found, key=lambda pair: pair[0])]


def _way_round(onwards: dict[int, tuple[int, ...]], first: int, inside: set[int]) -> list[int]:
    """A shortest way from a step back to itself inside of a strongly connected set."""
    came_from: dict[int, int] = {}
    level = [first]
    while first not in came_from:
        following = []
        for step in level:
            for target in onwards[step]:
                if target in inside and target not in came_from:
                    came_from[target] = step
                    following.append(target)
        level = following
    way = [first, came_from[first]]
    while way[-1] != first:
        way.append(came_from[way[-1]])
    return way[::-1]
