"""Place the vertices of each row from left to right: near to what they are linked with, and never too close."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from onefold.kernel.classes import frozen
from onefold.tools.graph.layout.grid import Grid

_ROUNDS = 24
_STRAIGHTENED = 3
_IDLE = 0.01
_BOX_GAP = 28.0
_LINE_GAP = 12.0
_PORT = 20.0
"""Distance between the ends of lines at a box, where it is wide enough."""
_MARGIN = 14.0
"""Least distance of the end of a line from the corner of a box."""


@frozen
class Ports:
    """Where lines meet a vertex: distances from its centre, by edge."""

    at_upper: dict[int, float]
    """Where the edge leaves its upper vertex."""
    at_lower: dict[int, float]


def find_ports(grid: Grid, widths: Sequence[float]) -> Ports:
    """Spread the ends of lines along the boxes, in the order of their other ends. `widths` are those of the nodes."""
    place = {vertex: index for row in grid.rows for index, vertex in enumerate(row)}
    at_upper: dict[int, float] = {}
    at_lower: dict[int, float] = {}
    for each in grid.vertices:
        width = widths[each.node] if each.node is not None else 0
        below = sorted(each.below, key=lambda edge: place[grid.edges[edge].lower])
        above = sorted(each.above, key=lambda edge: place[grid.edges[edge].upper])
        at_upper |= zip(below, _spots([grid.edges[edge].weight for edge in below], width), strict=True)
        at_lower |= zip(above, _spots([grid.edges[edge].weight for edge in above], width), strict=True)
    return Ports(at_upper, at_lower)


def _spots(weights: Sequence[float], width: float) -> list[float]:
    """Where lines of these weights meet a box: the one that matters most in the middle, the others beside it."""
    most = max(weights, default=0)
    middle = weights.index(most) if [*weights].count(most) == 1 else (len(weights) - 1) / 2
    room = max(width / 2 - _MARGIN, 0)
    step = min(_PORT, room / max(middle, len(weights) - 1 - middle, 1))
    return [(index - middle) * step for index in range(len(weights))]


def spread(grid: Grid, ports: Ports) -> None:
    """Set the x of every vertex: rows are settled one after another, down and up, until little moves."""
    for row in grid.rows:
        at = 0.0
        for index, vertex in enumerate(row):
            each = grid.vertices[vertex]
            at += _apart(grid, row[index - 1], vertex) if index else 0
            each.x = at
    for turn in range(_ROUNDS):
        last = turn >= _ROUNDS - 4
        rows = grid.rows if turn % 2 == 0 else grid.rows[::-1]
        for row in rows:
            _settle(grid, row, ports, above=last or turn % 2 == 0, below=last or turn % 2 == 1)
    for _ in range(_STRAIGHTENED):
        _straighten(grid, ports)
        for row in grid.rows:
            _settle(grid, row, ports, above=True, below=True)
    _straighten(grid, ports)


def _straighten(grid: Grid, ports: Ports) -> None:
    """Lead lines straight on from where they begin, as far as their neighbours leave room for it."""
    beside = {}
    for row in grid.rows:
        for index, vertex in enumerate(row):
            beside[vertex] = (row[index - 1] if index else None, row[index + 1] if index + 1 < len(row) else None)
    # Lines that run together are settled by the longest of them, which comes last.
    for number, chain in sorted(grid.chains.items(), key=lambda each: len(each[1])):
        x = grid.vertices[chain[0]].x + ports.at_upper[grid.pieces[number][0]]
        # What runs together with others is not pulled aside by the label of this one.
        for _, group in groupby(chain[1:-1], key=grid.shared.__contains__):
            rest = [*group]
            while rest:
                low, high, count = _common_room(grid, rest, beside)
                x = min(max(x, low), high)
                for vertex in rest[:count]:
                    grid.vertices[vertex].x = x
                rest = rest[count:]


def _common_room(
    grid: Grid, chain: Sequence[int], beside: Mapping[int, tuple[int | None, int | None]]
) -> tuple[float, float, int]:
    """From where to where the first vertices of a chain may stand in one line, and how many they are."""
    low, high = float("-inf"), float("inf")
    for count, vertex in enumerate(chain):
        left, right = beside[vertex]
        least = low if left is None else max(low, grid.vertices[left].x + _apart(grid, left, vertex))
        most = high if right is None else min(high, grid.vertices[right].x - _apart(grid, vertex, right))
        if least > most and count:
            return low, high, count
        low, high = least, max(least, most)
    return low, high, len(chain)


def _apart(grid: Grid, one: int, other: int) -> float:
    """The least distance of the centres of two neighbours."""
    left, right = grid.vertices[one], grid.vertices[other]
    gap = _BOX_GAP if left.node is not None and right.node is not None else _LINE_GAP
    return left.right + gap + right.left


def _settle(grid: Grid, row: Sequence[int], ports: Ports, *, above: bool, below: bool) -> None:
    """Bring each vertex of a row as near as the others let it to where its lines would be straight."""
    offset = 0.0
    blocks: list[list[float]] = []  # Sum of weights, weighted sum of wishes, number of vertices.
    offsets = []
    for index, vertex in enumerate(row):
        offset += _apart(grid, row[index - 1], vertex) if index else 0
        offsets.append(offset)
        weight, wish = _wish(grid, vertex, ports, above=above, below=below)
        blocks.append([weight, weight * (wish - offset), 1])
        # Neighbours that would come too close, or change places, move as one.
        while len(blocks) > 1 and blocks[-2][1] / blocks[-2][0] >= blocks[-1][1] / blocks[-1][0]:
            weight, total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + weight, blocks[-1][1] + total, blocks[-1][2] + count]
    index = 0
    for weight, total, count in blocks:
        for _ in range(int(count)):
            grid.vertices[row[index]].x = total / weight + offsets[index]
            index += 1


def _wish(grid: Grid, vertex: int, ports: Ports, *, above: bool, below: bool) -> tuple[float, float]:
    """How much a vertex wants to be where: at the median, so that most lines are straight and few bend much."""
    each = grid.vertices[vertex]
    wishes = []
    for edges, wanted in ((each.above, above), (each.below, below)):
        for edge in edges if wanted else ():
            upper, lower = grid.edges[edge].upper, grid.edges[edge].lower
            other = upper if lower == vertex else lower
            shift = ports.at_upper[edge] - ports.at_lower[edge]
            weight = _stiffness(grid, upper, lower) * grid.edges[edge].weight
            wishes.append((grid.vertices[other].x + (shift if other == upper else -shift), weight))
    return _median(wishes) if wishes else (_IDLE, each.x)


def _median(wishes: list[tuple[float, float]]) -> tuple[float, float]:
    """The sum of the weights, and the weighted median."""
    wishes.sort()
    total = sum(weight for _, weight in wishes)
    reached = 0.0
    for index, (place, weight) in enumerate(wishes):
        reached += weight
        if reached > total / 2:
            return total, place
        if reached == total / 2:
            return total, (place + wishes[index + 1][0]) / 2
    return total, wishes[-1][0]


def _stiffness(grid: Grid, upper: int, lower: int) -> float:
    """Long lines are to be straight, so their inner pieces give way last."""
    lines = (grid.vertices[upper].node is None) + (grid.vertices[lower].node is None)
    return (1.0, 2.0, 8.0)[lines]
