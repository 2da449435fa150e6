"""Lay out one level: layers, order, places, and the ways of the lines."""

from __future__ import annotations

from onefold.kernel.classes import evolve, frozen
from onefold.tools.graph.layout.grid import LOOP_REACH, Grid, make_grid
from onefold.tools.graph.layout.ordering import order_rows
from onefold.tools.graph.layout.spread import Ports, find_ports, spread
from onefold.tools.graph.layout.values import Level, Placement, Point, Route, Station

_GAP = 26.0
"""Least height of the free space between two rows."""
_SLOPE = 0.1
"""How much of the width of a bend its space grows in height …"""
_TALLEST_GAP = 72.0
"""… but not above this."""
_SNAP = 7.0


@frozen
class _Bands:
    """Where rows begin and end from top to bottom."""

    tops: list[float]
    bottoms: list[float]
    row_of: dict[int, int]
    """The row of each vertex."""

    def top(self, vertex: int) -> float:
        return self.tops[self.row_of[vertex]]

    def bottom(self, vertex: int) -> float:
        return self.bottoms[self.row_of[vertex]]


def lay_out(level: Level) -> Placement:
    """Place the nodes of a level and find the ways of its links."""
    if not level.nodes:
        return Placement(0, 0, (), ())
    grid = make_grid(level)
    order_rows(grid)
    ports = find_ports(grid, [each.width for each in level.nodes])
    spread(grid, ports)
    leftmost = min(each.x - each.left for each in grid.vertices)
    for each in grid.vertices:
        each.x -= leftmost
    bands = _bands(grid, ports)
    nodes = tuple(
        Point(grid.vertices[number].x - node.width / 2, bands.top(number)) for number, node in enumerate(level.nodes)
    )
    loops = _loops(level, nodes)
    routes = tuple(
        loops[number] if number in loops else _route(grid, level, number, ports, bands)
        for number in range(len(level.links))
    )
    return Placement(max(each.x + each.right for each in grid.vertices), bands.bottoms[-1], nodes, routes)


def _bands(grid: Grid, ports: Ports) -> _Bands:
    tops, bottoms = [], []
    y = 0.0
    for row in grid.rows:
        tops.append(y)
        y += max((grid.vertices[vertex].height for vertex in row), default=0)
        bottoms.append(y)
        bend = max((_bend(grid, edge, ports) for edge in _below(grid, row)), default=0)
        y += min(_TALLEST_GAP, _GAP + _SLOPE * bend)
    return _Bands(tops, bottoms, {vertex: number for number, row in enumerate(grid.rows) for vertex in row})


def _below(grid: Grid, row: list[int]) -> list[int]:
    return [edge for vertex in row for edge in grid.vertices[vertex].below]


def _bend(grid: Grid, edge: int, ports: Ports) -> float:
    """How far to the side a piece of a line leads."""
    each = grid.edges[edge]
    start = grid.vertices[each.upper].x + ports.at_upper[edge]
    return abs(grid.vertices[each.lower].x + ports.at_lower[edge] - start)


def _route(grid: Grid, level: Level, number: int, ports: Ports, bands: _Bands) -> Route:
    chain, pieces = grid.chains[number], grid.pieces[number]
    first, last = chain[0], chain[-1]
    out_of_box = bands.top(first) + level.nodes[first].height
    start = Station(grid.vertices[first].x + ports.at_upper[pieces[0]], out_of_box, bands.bottom(first))
    between = [Station(grid.vertices[each].x, bands.top(each), bands.bottom(each)) for each in chain[1:-1]]
    end = Station(grid.vertices[last].x + ports.at_lower[pieces[-1]], bands.top(last), bands.top(last))
    bearer = grid.labels.get(number)
    middle = None if bearer is None else (bands.top(bearer) + bands.bottom(bearer)) / 2
    label = None if bearer is None or middle is None else Point(grid.vertices[bearer].x, middle)
    return Route(_snapped((start, *between, end)), number in grid.upward, label)


def _snapped(stations: tuple[Station, ...]) -> tuple[Station, ...]:
    """The stations with ends at boxes moved a little along the edge of the box, where that saves a bend."""
    first, *between, last = stations
    if not between:
        if abs(first.x - last.x) > _SNAP:
            return stations
        x = (first.x + last.x) / 2
        return evolve(first, x=x), evolve(last, x=x)
    if abs(first.x - between[0].x) <= _SNAP:
        first = evolve(first, x=between[0].x)
    if abs(last.x - between[-1].x) <= _SNAP:
        last = evolve(last, x=between[-1].x)
    return first, *between, last


def _loops(level: Level, nodes: tuple[Point, ...]) -> dict[int, Route]:
    """The lines from boxes to themselves, at their right sides; later ones lead around earlier ones."""
    found: dict[int, Route] = {}
    taken: dict[int, float] = {}
    for number, link in enumerate(level.links):
        if link.origin == link.target:
            node, corner = level.nodes[link.origin], nodes[link.origin]
            right, reach = corner.x + node.width, taken.get(link.origin, 0) + LOOP_REACH
            taken[link.origin] = reach + link.label_width
            share = min(0.2 + 0.001 * reach, 0.4)
            middle = corner.y + node.height / 2
            station = Station(right, middle - share * node.height, middle + share * node.height)
            label = Point(right + reach + link.label_width / 2, middle) if link.label_width else None
            found[number] = Route((station,), False, label, loop=reach)
    return found
