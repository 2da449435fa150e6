"""The grid of a level: its layers with everything that takes room in them, nodes and the lines that pass by."""

from __future__ import annotations

from itertools import pairwise

from attrs import define, field, frozen

from onefold.tools.graph.layout.layers import layers, upward_links
from onefold.tools.graph.layout.values import Level

_LINE = 10
"""Room that a passing line takes."""
LOOP_REACH = 30.0
"""How far a line from a box to itself leads away from it."""


@define
class Vertex:
    """Something in a layer: a node, or a line that passes through or bears its label there."""

    left: float
    """Room to the left of its centre."""
    right: float
    height: float
    node: int | None = None
    """Number of the node; `None` for a line."""
    above: list[int] = field(factory=list)
    """Numbers of the edges that come from the layer above."""
    below: list[int] = field(factory=list)
    x: float = 0


@frozen
class Edge:
    """A piece of a line between two neighbouring layers."""

    upper: int
    lower: int
    """Numbers of vertices."""
    weight: float


@frozen
class Grid:
    """Everything that has to be ordered and placed."""

    rows: list[list[int]]
    """Vertices by layer, from top to bottom, each from left to right."""
    vertices: list[Vertex]
    edges: list[Edge]
    chains: dict[int, list[int]]
    """By number of the link: the vertices that its line passes, from top to bottom, both ends included."""
    pieces: dict[int, list[int]]
    """By number of the link: the edges that its line is made of."""
    labels: dict[int, int]
    """By number of the link: the vertex that bears its label."""
    upward: set[int]
    """Numbers of the links that lead up."""


def make_grid(level: Level) -> Grid:
    """The grid of a level. Every label has a row of its own between two layers of nodes."""
    loops = {number for number, link in enumerate(level.links) if link.origin == link.target}
    upward = upward_links(level) - loops
    ends = {
        number: (link.target, link.origin) if number in upward else (link.origin, link.target)
        for number, link in enumerate(level.links)
        if number not in loops
    }
    layer = layers(level, [*ends.values()])
    vertices = [Vertex(each.width / 2, each.width / 2, each.height, number) for number, each in enumerate(level.nodes)]
    for number in loops:
        link = level.links[number]
        vertices[link.origin].right += LOOP_REACH + link.label_width
    row_of, rows = _rows(level, layer, ends)
    for number in range(len(level.nodes)):
        rows[row_of[layer[number]]].append(number)
    grid = Grid(rows, vertices, [], {}, {}, {}, upward)
    for number, (upper, lower) in ends.items():
        _thread(grid, level, number, (upper, lower), (row_of[layer[upper]], row_of[layer[lower]]))
    return grid


def _rows(level: Level, layer: list[int], ends: dict[int, tuple[int, int]]) -> tuple[list[int], list[list[int]]]:
    """The row of each layer, and as many empty rows as there are; below a layer with labelled links is one more."""
    # A label stands near the origin of its line, or near its target where the line leads up.
    labelled = {layer[upper] for number, (upper, _) in ends.items() if level.links[number].label_width}
    row_of: list[int] = []
    row = 0
    for each in range(max(layer, default=-1) + 1):
        row_of.append(row)
        row += 2 if each in labelled else 1
    return row_of, [[] for _ in range(row)]


def _thread(grid: Grid, level: Level, number: int, ends: tuple[int, int], rows: tuple[int, int]) -> None:
    """Lead the line of a link through the rows between its ends."""
    link = level.links[number]
    chain = [ends[0]]
    label_row = rows[0] + 1 if link.label_width else -1
    for row in range(rows[0] + 1, rows[1]):
        has_label = row == label_row
        half = max(link.label_width, _LINE) / 2 if has_label else _LINE / 2
        grid.vertices.append(Vertex(half, half, link.label_height if has_label else 0))
        vertex = len(grid.vertices) - 1
        grid.rows[row].append(vertex)
        chain.append(vertex)
        if has_label:
            grid.labels[number] = vertex
    chain.append(ends[1])
    grid.chains[number] = chain
    grid.pieces[number] = [len(grid.edges) + index for index in range(len(chain) - 1)]
    for upper, lower in pairwise(chain):
        edge = len(grid.edges)
        grid.edges.append(Edge(upper, lower, link.weight))
        grid.vertices[upper].below.append(edge)
        grid.vertices[lower].above.append(edge)
