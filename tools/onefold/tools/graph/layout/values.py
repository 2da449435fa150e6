"""What a layout is asked and what it answers. Lengths are pixels, y grows downwards."""

from __future__ import annotations

from onefold.kernel.classes import frozen


class TooLarge(Exception):  # noqa: N818 - it says what the matter is
    """There is too much to be drawn in bearable time."""


@frozen
class Node:
    """A box to be placed."""

    width: float
    height: float


@frozen
class Link:
    """A line to be drawn from one node to another, by their numbers."""

    origin: int
    target: int
    label_width: float = 0
    """Room for a label on the line; 0 where there is none."""
    label_height: float = 0
    weight: float = 1
    """How much it matters that the line is straight."""
    bundle: int | None = None
    """Lines of one bundle lead to one target for one reason, and are drawn as one line as soon as they meet."""


@frozen
class Level:
    """One flat graph. Its first node is where reading begins, and stands at the top."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


@frozen
class Point:
    """A place."""

    x: float
    y: float


@frozen
class Station:
    """A straight piece of a line: at `x`, from `top` down to `bottom`."""

    x: float
    top: float
    bottom: float


@frozen
class Route:
    """The way of a line: stations from its origin to its target; between them it bends."""

    stations: tuple[Station, ...]
    """From top to bottom, whichever way the line goes."""
    upwards: bool
    """Whether its origin is at the bottom."""
    label: Point | None = None
    """Centre of its label."""
    loop: float = 0
    """For a line from a box to itself, how far it leads away; its one station is at the right side of the box."""


@frozen
class Placement:
    """Where everything stands; the smallest coordinates are 0."""

    width: float
    height: float
    nodes: tuple[Point, ...]
    """Upper left corners."""
    routes: tuple[Route, ...]
