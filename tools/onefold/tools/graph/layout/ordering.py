"""Order each row so that few lines cross."""

from __future__ import annotations

from bisect import bisect_left, insort

from onefold.tools.graph.layout.grid import Grid

_ROUNDS = 16
# Exchanging neighbours looks at every pair; above this many vertices the sweeps alone have to do.
_EXCHANGED = 3000


def order_rows(grid: Grid) -> None:
    """Reorder the rows of the grid in place: sweeps by the mean place of neighbours, keeping the best order met."""
    _first_order(grid)
    best, fewest = [[*row] for row in grid.rows], crossings(grid)
    for turn in range(_ROUNDS):
        if not fewest:
            break
        _sweep(grid, downwards=turn % 2 == 0)
        if len(grid.vertices) <= _EXCHANGED:
            _exchange(grid)
        found = crossings(grid)
        if found < fewest:
            best, fewest = [[*row] for row in grid.rows], found
    grid.rows[:] = best


def crossings(grid: Grid) -> int:
    """How many pairs of line pieces cross."""
    return sum(_between(grid, row) for row in range(len(grid.rows) - 1))


def _between(grid: Grid, row: int) -> int:
    place = {vertex: index for index, vertex in enumerate(grid.rows[row + 1])}
    seen: list[int] = []
    count = 0
    for vertex in grid.rows[row]:
        ends = sorted(place[grid.edges[edge].lower] for edge in grid.vertices[vertex].below)
        for end in ends:
            count += len(seen) - bisect_left(seen, end + 1)
        for end in ends:
            insort(seen, end)
    return count


def _first_order(grid: Grid) -> None:
    """Every vertex in the order in which a walk from the top, depth first, meets it."""
    met: dict[int, int] = {}
    for root in [vertex for row in grid.rows for vertex in row]:
        waiting = [root]
        while waiting:
            vertex = waiting.pop()
            if vertex in met:
                continue
            met[vertex] = len(met)
            waiting.extend(grid.edges[edge].lower for edge in reversed(grid.vertices[vertex].below))
    for row in grid.rows:
        row.sort(key=met.__getitem__)


def _sweep(grid: Grid, *, downwards: bool) -> None:
    rows = range(1, len(grid.rows)) if downwards else range(len(grid.rows) - 2, -1, -1)
    for row in rows:
        fixed = grid.rows[row - 1 if downwards else row + 1]
        place = {vertex: index for index, vertex in enumerate(fixed)}
        now = {vertex: index for index, vertex in enumerate(grid.rows[row])}
        scale = len(fixed) / max(len(now), 1)
        keys = {}
        for vertex in grid.rows[row]:
            each = grid.vertices[vertex]
            near = (
                [grid.edges[edge].upper for edge in each.above]
                if downwards
                else [grid.edges[edge].lower for edge in each.below]
            )
            keys[vertex] = sum(place[other] for other in near) / len(near) if near else now[vertex] * scale
        grid.rows[row].sort(key=lambda vertex: (keys[vertex], now[vertex]))


def _exchange(grid: Grid) -> None:
    """Exchange neighbours in a row wherever that undoes crossings."""
    for index, row in enumerate(grid.rows):
        above = {vertex: place for place, vertex in enumerate(grid.rows[index - 1])} if index else {}
        below = (
            {vertex: place for place, vertex in enumerate(grid.rows[index + 1])} if index + 1 < len(grid.rows) else {}
        )
        ends = {vertex: _ends(grid, vertex, above, below) for vertex in row}
        for place in range(len(row) - 1):
            one, other = row[place], row[place + 1]
            if _crossed(ends[one], ends[other]) > _crossed(ends[other], ends[one]):
                row[place], row[place + 1] = other, one


def _ends(grid: Grid, vertex: int, above: dict[int, int], below: dict[int, int]) -> tuple[list[int], list[int]]:
    each = grid.vertices[vertex]
    upper = sorted(above[grid.edges[edge].upper] for edge in each.above)
    lower = sorted(below[grid.edges[edge].lower] for edge in each.below)
    return upper, lower


def _crossed(one: tuple[list[int], list[int]], other: tuple[list[int], list[int]]) -> int:
    """How many lines cross when `one` stands left of `other`."""
    return sum(bisect_left(right, end) for left, right in zip(one, other, strict=True) for end in left)
