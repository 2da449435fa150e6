"""Steps that no run comes to, and steps from which no run comes to an end, in connected groups."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.components import components
from onefold.kernel.flow.ends import find_ends
from onefold.kernel.flow.walk import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onefold.kernel.flow.flow import Flow
    from onefold.kernel.flow.graph import Graph


@frozen
class Island:
    """Connected steps of which the same is to be said."""

    first: str
    """The first in flow order."""
    others: tuple[str, ...]
    """The others, by id."""


def unreached(flow: Flow) -> list[Island]:
    """The steps that no run comes to, unless another fault keeps runs away from them.

    Such a fault is a step without an end before them, or a success transition of a conditional with `otherwise`.
    """
    graph = flow.graph
    if graph.entry is None or len(flow.found.order) == len(graph.ids):
        return []
    mended = walk(graph, find_ends(graph, _endless(flow)), dead_too=True)
    missing = [step for step in range(len(graph.ids)) if step not in mended.targets]
    sources = _sources(graph, missing)
    return _islands(graph, missing, lambda step: (step not in sources, graph.ids[step]))


def endless(flow: Flow) -> list[Island]:
    """The steps that can be reached, and from which no end can be reached, good or bad."""
    steps, place = _endless(flow), flow.found.place
    return _islands(flow.graph, steps, lambda step: place[step]) if steps else []


def _endless(flow: Flow) -> list[int]:
    if not flow.graph.joins and flow.is_acyclic:
        return []  # A step leads on to others, or ends.
    ends = flow.ends
    return [step for step in flow.found.order if not ends.good[step] and not ends.bad[step]]


def _sources(graph: Graph, steps: list[int]) -> set[int]:
    """The steps of a set that no others of the set lead to, cycles taken as one."""
    inside = set(steps)
    successors = {step: [target for target in _leading(graph, step) if target in inside] for step in steps}
    found = components(successors, steps)
    component = {step: index for index, group in enumerate(found) for step in group}
    entered = {
        component[target] for step in steps for target in successors[step] if component[target] != component[step]
    }
    return {step for step in steps if component[step] not in entered}


def _leading(graph: Graph, step: int) -> tuple[int, ...]:
    exits, join = graph.exits[step], graph.joins.get(step)
    return exits.well + exits.failed + exits.timed + exits.dead + (join.heads if join else ())


def _islands(graph: Graph, steps: Iterable[int], order: Callable[[int], object]) -> list[Island]:
    """Connected groups, whatever way the edges point, in the order of their first steps."""
    group = {step: step for step in steps}

    def representative(step: int) -> int:
        while group[step] != step:
            group[step] = step = group[group[step]]
        return step

    for step in group:
        for target in _leading(graph, step):
            if target in group:
                group[representative(step)] = representative(target)
    members: dict[int, list[int]] = {}
    for step in sorted(group, key=order):  # type: ignore[arg-type]  # the keys of one call are of one type
        members.setdefault(representative(step), []).append(step)
    return [
        Island(graph.ids[steps[0]], tuple(sorted(graph.ids[step] for step in steps[1:]))) for steps in members.values()
    ]
