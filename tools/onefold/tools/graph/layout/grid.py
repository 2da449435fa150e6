"""The grid of a level: its layers with everything that takes room in them, nodes and the lines that pass by."""

from __future__ import annotations

from itertools import pairwise

from onefold.kernel.classes import define, evolve, field, frozen
from onefold.tools.graph.layout.layers import layers, upward_links
from onefold.tools.graph.layout.values import Level, Link, TooLarge

_MOST = 20_000
"""Vertices that can be ordered and placed in bearable time."""
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
    shared: set[int]
    """The vertices in which lines run together."""


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
    grid = Grid(rows, vertices, [], {}, {}, {}, upward, set())
    threading = _Threading(grid)
    for number, (upper, lower) in ends.items():
        link = level.links[number]
        if number in upward:
            link = evolve(link, bundle=None)
        threading.lead(number, link, (upper, lower), (row_of[layer[upper]], row_of[layer[lower]]))
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


@define
class _Threading:
    """Leads lines through the rows. Lines of one bundle share a place in each row below their labels."""

    grid: Grid
    trunks: dict[tuple[int, int], int] = field(factory=dict)
    """By bundle and row: the vertex in which its lines run together."""
    joints: dict[tuple[int, int], int] = field(factory=dict)
    """By vertices: the edge that is shared between them."""

    def lead(self, number: int, link: Link, ends: tuple[int, int], rows: tuple[int, int]) -> None:
        """Lead the line of a link from the upper of its ends to the lower."""
        chain = [ends[0]]
        label_row = rows[0] + 1 if link.label_width else -1
        for row in range(rows[0] + 1, rows[1]):
            if row == label_row:
                self.grid.labels[number] = self._vertex(row, link.label_width / 2, link.label_height)
                chain.append(self.grid.labels[number])
            elif link.bundle is None:
                chain.append(self._vertex(row))
            else:
                if (link.bundle, row) not in self.trunks:
                    self.trunks[link.bundle, row] = self._vertex(row)
                    self.grid.shared.add(self.trunks[link.bundle, row])
                chain.append(self.trunks[link.bundle, row])
        chain.append(ends[1])
        self.grid.chains[number] = chain
        self.grid.pieces[number] = [self._edge(upper, lower, link) for upper, lower in pairwise(chain)]

    def _vertex(self, row: int, half: float = _LINE / 2, height: float = 0) -> int:
        if len(self.grid.vertices) >= _MOST:
            raise TooLarge
        self.grid.vertices.append(Vertex(half, half, height))
        vertex = len(self.grid.vertices) - 1
        self.grid.rows[row].append(vertex)
        return vertex

    def _edge(self, upper: int, lower: int, link: Link) -> int:
        is_shared = link.bundle is not None and upper in self.grid.shared
        known = self.joints.get((upper, lower)) if is_shared else None
        if known is not None:
            return known
        edge = len(self.grid.edges)
        self.grid.edges.append(Edge(upper, lower, link.weight))
        self.grid.vertices[upper].below.append(edge)
        self.grid.vertices[lower].above.append(edge)
        if is_shared:
            self.joints[upper, lower] = edge
        return edge
