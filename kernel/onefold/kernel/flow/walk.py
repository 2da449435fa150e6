"""One walk from the entry: which steps can be reached, in which order, and in which branch each lies."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.flow.ends import Ends
    from onefold.kernel.flow.graph import Graph

OUTSIDE = -1
"""Stands for the branch where there is none."""


@frozen
class Walk:
    """What was found. A branch is known by the number of its head."""

    order: tuple[int, ...]
    """The steps that can be reached, each before what follows it, loops apart (reverse postorder)."""
    place: dict[int, int]
    """Position of each of them in `order`."""
    targets: dict[int, tuple[int, ...]]
    """Where the transitions and conditions of each of them can lead, without branches."""
    branch: list[int]
    """The innermost branch of each step, by its head; `OUTSIDE` where there is none."""
    owner: dict[int, int]
    """The parallel step of each head."""


def live_targets(graph: Graph, ends: Ends, step: int) -> tuple[int, ...]:
    """Where a run can go on from a step, without branches."""
    exits, join = graph.exits[step], graph.joins.get(step)
    if join is None:
        well, failed, timed, *_ = exits
        return tuple(dict.fromkeys(well + failed + timed)) if failed or timed else well
    satisfied, broken = step in ends.satisfied, step in ends.broken
    well = exits.well if satisfied else ()
    failed = exits.failed if broken or (join.verified and satisfied) else ()
    return tuple(dict.fromkeys(well + failed + exits.timed))


def walk(graph: Graph, ends: Ends, *, dead_too: bool = False) -> Walk:
    """Walk from the entry, depth first; with `dead_too` also along edges that no run takes."""
    targets: dict[int, tuple[int, ...]] = {}
    branch = [OUTSIDE] * len(graph.ids)
    owner: dict[int, int] = {}
    finished: list[int] = []
    path: list[tuple[int, Iterator[tuple[int, bool]]]] = []

    def enter(step: int) -> None:
        found = live_targets(graph, ends, step)
        targets[step] = found = found + graph.exits[step].dead if dead_too else found
        path.append((step, _onwards(graph, found, step)))

    if graph.entry is not None:
        enter(graph.entry)
    while path:
        step, onwards = path[-1]
        for target, is_head in onwards:
            if target not in targets:
                branch[target] = target if is_head else branch[step]
                if is_head:
                    owner[target] = step
                enter(target)
                break
        else:
            finished.append(step)
            path.pop()
    order = tuple(reversed(finished))
    return Walk(order, {step: index for index, step in enumerate(order)}, targets, branch, owner)


def _onwards(graph: Graph, targets: tuple[int, ...], step: int) -> Iterator[tuple[int, bool]]:
    """The next steps, each with whether it is the head of a branch.

    What is entered last stands first in the order, so branches, which come before what follows, are entered last,
    and everything is taken from its end.
    """
    onwards = [(target, False) for target in reversed(targets)]
    join = graph.joins.get(step)
    if join is not None:
        onwards += [(head, True) for head in reversed(join.heads)]
    return iter(onwards)


def mismatches(graph: Graph, found: Walk) -> list[tuple[int, int]]:
    """The edges that leave or enter a region where they must not; there are none when all regions are well formed."""
    if not graph.joins:
        return []
    branch = found.branch
    wrong = [
        (step, target)
        for step, targets in found.targets.items()
        for target in targets
        if branch[target] != branch[step]
    ]
    for parallel, join in graph.joins.items():
        if parallel in found.targets:
            wrong.extend((parallel, head) for head in join.heads if found.owner.get(head) != parallel)
    return wrong
