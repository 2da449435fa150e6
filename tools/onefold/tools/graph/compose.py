"""Lay a scene out: regions of parallel steps inside of each other, each branch a lane, each lane a level of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from onefold.kernel.classes import evolve, frozen
from onefold.tools.graph.layout import Level, Link, Node, Placement, Point, Route, Station, lay_out
from onefold.tools.graph.measure import box_width, label_width, title_width
from onefold.tools.graph.scene import Arrow, Box, Scene

BOX_HEIGHT: Final = 46.0
TITLE_HEIGHT: Final = 40.0
LABEL_HEIGHT: Final = 18.0
_PADDING: Final = 18.0
_LANE_GAP: Final = 26.0
_LANE_TOP: Final = 26.0
_PORT: Final = 12.0
_DEEPEST: Final = 12
# What is taken when all goes well is to be seen as one straight line.
_MAIN_WEIGHT: Final = 4


@frozen
class Rectangle:
    """A box, a title or a region on the page."""

    x: float
    y: float
    width: float
    height: float


@frozen
class Drawn:
    """An arrow with its way on the page."""

    arrow: Arrow
    route: Route


@frozen
class Composition:
    """Where everything of a scene stands; all coordinates are positive."""

    width: float
    height: float
    boxes: Mapping[str, Rectangle]
    """By id: the box of a step, or the title of a region."""
    regions: Mapping[str, Rectangle]
    """By id of a parallel step: its region, title included. Outer ones come first."""
    arrows: tuple[Drawn, ...]


@frozen
class _Piece:
    """A laid out part of a scene, with its corner at 0, 0."""

    width: float
    height: float
    boxes: dict[str, Rectangle]
    regions: dict[str, Rectangle]
    arrows: list[Drawn]


def compose(scene: Scene) -> Composition:
    """Lay a scene out. Regions that an arrow enters or leaves are dissolved: their steps stand among the others."""
    boxes = dissolved(scene)
    piece = _level(evolve(scene, boxes=boxes), [box for box in boxes.values() if box.inside is None])
    return Composition(piece.width, piece.height, piece.boxes, piece.regions, tuple(piece.arrows))


def dissolved(scene: Scene) -> dict[str, Box]:
    """The boxes, with those of regions that cannot be drawn as such put outside.

    A valid workflow has no such region; two versions laid over each other may have.
    """
    boxes = dict(scene.boxes)
    while True:
        broken = {name for arrow in scene.arrows for name in _crossed(boxes, arrow)} | _too_deep(boxes)
        if not broken:
            return boxes
        for box in boxes.values():
            around = boxes.get(box.inside or "")
            if around and box.inside in broken:
                boxes[box.name] = evolve(box, inside=around.inside, lane=around.lane)


def _too_deep(boxes: Mapping[str, Box]) -> set[str]:
    """The parallel steps whose regions lie in more regions than can be told apart."""
    return {name for box in boxes.values() for name, _ in _chain(boxes, box.name)[:-_DEEPEST]}


def _crossed(boxes: Mapping[str, Box], arrow: Arrow) -> set[str]:
    """The parallel steps over the borders of whose lanes an arrow leads."""
    origin, target = _chain(boxes, arrow.origin), _chain(boxes, arrow.target)
    if arrow.kind == "branch" and target[:1] == [(arrow.origin, arrow.target)]:
        target = target[1:]
    return {name for name, _ in {*origin} ^ {*target}}


def _chain(boxes: Mapping[str, Box], name: str) -> list[tuple[str, str]]:
    """The lanes that a box lies in, from the inside out."""
    chain = []
    box = boxes[name]
    while box.inside is not None and box.lane is not None:
        chain.append((box.inside, box.lane))
        box = boxes[box.inside]
    return chain


def _level(scene: Scene, boxes: Sequence[Box]) -> _Piece:
    """Lay out the boxes of one lane, or of the whole scene, regions among them as boxes."""
    number = {box.name: index for index, box in enumerate(boxes)}
    arrows = [arrow for arrow in scene.arrows if arrow.origin in number and arrow.target in number]
    insides = {box.name: inside for box in boxes if (inside := _region(scene, box)) is not None}
    nodes = [_node(box, insides.get(box.name), arrows) for box in boxes]
    bundles: dict[object, int] = {}
    links = [_link(arrow, number, bundles) for arrow in arrows]
    placement = lay_out(Level(tuple(nodes), tuple(links)))
    return _assembled(boxes, insides, nodes, arrows, placement)


def _node(box: Box, inside: _Piece | None, arrows: Sequence[Arrow]) -> Node:
    if inside is not None:
        return Node(inside.width, inside.height)
    leaving = sum(arrow.origin == box.name for arrow in arrows)
    coming = [arrow for arrow in arrows if arrow.target == box.name]
    # Of those that run together, the last and what comes from right above need places of their own.
    ends = max(leaving, sum(not arrow.is_bad for arrow in coming) + 2 * len({a.status for a in coming if a.is_bad}))
    return Node(max(box_width(box), ends * _PORT + 2 * _PADDING), BOX_HEIGHT)


def _link(arrow: Arrow, number: Mapping[str, int], bundles: dict[object, int]) -> Link:
    width = label_width(arrow)
    weight = 1 if arrow.is_bad else _MAIN_WEIGHT
    # Many steps have one handler: their lines run together.
    reason = (arrow.target, arrow.status)
    bundle = bundles.setdefault(reason, len(bundles)) if arrow.is_bad else None
    return Link(number[arrow.origin], number[arrow.target], width, LABEL_HEIGHT if width else 0, weight, bundle)


def _assembled(
    boxes: Sequence[Box],
    insides: Mapping[str, _Piece],
    nodes: Sequence[Node],
    arrows: Sequence[Arrow],
    found: Placement,
) -> _Piece:
    piece = _Piece(found.width, found.height, {}, {}, [])
    for box, node, corner in zip(boxes, nodes, found.nodes, strict=True):
        inside = insides.get(box.name)
        if inside is None:
            piece.boxes[box.name] = Rectangle(corner.x, corner.y, node.width, node.height)
        else:
            _put(piece, inside, corner.x, corner.y)
    piece.arrows.extend(Drawn(arrow, route) for arrow, route in zip(arrows, found.routes, strict=True))
    return piece


def _region(scene: Scene, box: Box) -> _Piece | None:
    """The region of a parallel step with its title and its lanes side by side; `None` where it has none."""
    lanes: dict[str, list[Box]] = {}
    for each in scene.boxes.values():
        if each.inside == box.name and each.lane is not None:
            lanes.setdefault(each.lane, []).append(each)
    if not lanes:
        return None
    pieces = {
        head: _level(scene, sorted(lane, key=lambda each: each.name != each.lane)) for head, lane in lanes.items()
    }
    inner = sum(piece.width for piece in pieces.values()) + _LANE_GAP * (len(pieces) - 1)
    width = max(inner + 2 * _PADDING, title_width(box))
    top = TITLE_HEIGHT + _LANE_TOP
    height = top + max(piece.height for piece in pieces.values()) + _PADDING
    region = _Piece(width, height, {box.name: Rectangle(0, 0, width, TITLE_HEIGHT)}, {}, [])
    region.regions[box.name] = Rectangle(0, 0, width, height)
    x = (width - inner) / 2
    for piece in pieces.values():
        _put(region, piece, x, top)
        x += piece.width + _LANE_GAP
    region.arrows.extend(_branches(scene, box, region))
    return region


def _branches(scene: Scene, box: Box, region: _Piece) -> Iterator[Drawn]:
    """The arrows from the title straight down to the first step of each lane."""
    for arrow in scene.arrows:
        if arrow.kind == "branch" and arrow.origin == box.name and scene.boxes[arrow.target].inside == box.name:
            head = region.boxes[arrow.target]
            yield Drawn(arrow, Route((Station(head.x + head.width / 2, TITLE_HEIGHT, head.y),), upwards=False))


def _put(piece: _Piece, inner: _Piece, x: float, y: float) -> None:
    """Place a part inside of another."""
    for name, each in inner.boxes.items():
        piece.boxes[name] = evolve(each, x=each.x + x, y=each.y + y)
    for name, each in inner.regions.items():
        piece.regions[name] = evolve(each, x=each.x + x, y=each.y + y)
    for drawn in inner.arrows:
        piece.arrows.append(evolve(drawn, route=_moved(drawn.route, x, y)))


def _moved(route: Route, x: float, y: float) -> Route:
    stations = tuple(Station(each.x + x, each.top + y, each.bottom + y) for each in route.stations)
    label = route.label and Point(route.label.x + x, route.label.y + y)
    return evolve(route, stations=stations, label=label)
