"""Draw a scene as SVG. Everything an author wrote is escaped; colours come from a style sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Final

from onefold.tools.graph.compose import LABEL_HEIGHT, Composition, Drawn, Rectangle, compose
from onefold.tools.graph.icons import icon
from onefold.tools.graph.layout import Route, Station
from onefold.tools.graph.measure import label_width, shown_detail, shown_label, shown_name
from onefold.tools.graph.scene import Arrow, Box, Scene
from onefold.tools.show.cells import escaped

_MARGIN: Final = 16.0
_HEAD: Final = 7.0


def draw(scene: Scene, *, links: Mapping[str, str] | None = None) -> str:
    """The `<svg>` element without a style sheet. `links` are fragments (`#step-1`) that boxes lead to, by step id."""
    found = compose(scene)
    width, height = found.width + 2 * _MARGIN, found.height + 2 * _MARGIN
    body = [
        *(_region(found.regions[name], scene.boxes[name]) for name in found.regions),
        *(_line(drawn) for drawn in found.arrows),
        *(_box(found, scene.boxes[name], links or {}) for name in found.boxes),
        *(_label(drawn) for drawn in found.arrows if drawn.route.label),
    ]
    return (
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" role="group" aria-label="{text(scene.title)}" '
        f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}">\n'
        f'<g transform="translate({number(_MARGIN)} {number(_MARGIN)})">\n' + "\n".join(body) + "\n</g>\n</svg>"
    )


def text(words: str) -> str:
    """Words as XML character data or the value of an attribute: nothing in them is markup or invisible."""
    return escape(escaped(words), quote=True)


def number(length: float) -> str:
    """A length with at most one decimal.

    >>> number(3.0), number(0.25)
    ('3', '0.2')
    """
    return f"{length:.1f}".removesuffix(".0")


def _region(at: Rectangle, box: Box) -> str:
    return f'<rect class="region is-{box.status}" {_corners(at)} rx="10" data-step="{text(box.name)}"/>'


def _box(found: Composition, box: Box, links: Mapping[str, str]) -> str:
    at = found.boxes[box.name]
    is_title = box.name in found.regions
    classes = f"step kind-{text(box.kind)} is-{box.status}{' is-title' if is_title else ''}"
    parts = [
        f"<title>{text(_spoken(box))}</title>",
        f'<rect class="box" {_corners(at)} rx="{10 if is_title else 8}" data-step="{text(box.name)}"/>',
        *([_start(at)] if box.is_start else []),
        _icon(at, box.kind),
        *_words(at, box, in_one_line=is_title),
    ]
    drawn = f'<g class="{classes}">{"".join(parts)}</g>'
    target = links.get(box.name)
    return f'<a href="{text(target)}">{drawn}</a>' if target else drawn


def _words(at: Rectangle, box: Box, *, in_one_line: bool) -> Iterator[str]:
    x = number(at.x + 30)
    name, detail = text(shown_name(box)), text(shown_detail(box))
    yield f'<text class="name" x="{x}" y="{number(at.y + (17 if in_one_line else 20))}">{name}</text>'
    yield f'<text class="detail" x="{x}" y="{number(at.y + (31 if in_one_line else 35))}">{detail}</text>'


def _icon(at: Rectangle, kind: str) -> str:
    corner = f"{number(at.x + 9)} {number(at.y + at.height / 2 - 7)}"
    return f'<g class="icon" transform="translate({corner})">{icon(kind)}</g>'


def _start(at: Rectangle) -> str:
    """A dot on the upper edge of the step that a run begins with."""
    return f'<circle class="start" cx="{number(at.x + at.width / 2)}" cy="{number(at.y)}" r="5"/>'


def _spoken(box: Box) -> str:
    """What is said of a box in full."""
    parts = [f"{box.name}: {box.kind}", box.detail if box.detail != box.kind else ""]
    parts += [f"was {box.before}" if box.before else "", "start" if box.is_start else ""]
    parts.append(box.status if box.status not in ("plain", "same") else "")
    return ", ".join(filter(None, parts))


def _corners(at: Rectangle) -> str:
    return f'x="{number(at.x)}" y="{number(at.y)}" width="{number(at.width)}" height="{number(at.height)}"'


def _line(drawn: Drawn) -> str:
    arrow, route = drawn.arrow, drawn.route
    words = f"{arrow.origin} → {arrow.target}" + (f": {arrow.label}" if arrow.label else "")
    return (
        f'<g class="arrow is-{arrow.status} by-{text(arrow.kind)} {_course(arrow)}"><title>{text(words)}</title>'
        f'<path class="line" d="{_path(route)}" data-from="{text(arrow.origin)}" data-to="{text(arrow.target)}"/>'
        f'<path class="head" d="{_arrowhead(route)}"/></g>'
    )


def _path(route: Route) -> str:
    """Straight down at a station, bent between two; the end is left to the head of the arrow."""
    if route.loop:
        return _loop_path(route.stations[0], route.loop)
    stations = _shortened(route)
    first = stations[0]
    parts = [f"M{number(first.x)} {number(first.top)}"]
    if first.bottom > first.top:
        parts.append(f"V{number(first.bottom)}")
    for upper, lower in pairwise(stations):
        middle = number((upper.bottom + lower.top) / 2)
        curve = f"{number(upper.x)} {middle} {number(lower.x)} {middle} {number(lower.x)} {number(lower.top)}"
        parts.append(f"V{number(lower.top)}" if abs(upper.x - lower.x) < 0.5 else f"C{curve}")
        if lower.bottom > lower.top:
            parts.append(f"V{number(lower.bottom)}")
    return "".join(parts)


def _shortened(route: Route) -> list[Station]:
    stations = [*route.stations]
    if route.upwards:
        first = stations[0]
        stations[0] = Station(first.x, first.top + _HEAD, max(first.bottom, first.top + _HEAD))
    else:
        last = stations[-1]
        stations[-1] = Station(last.x, min(last.top, last.bottom - _HEAD), last.bottom - _HEAD)
    return stations


def _loop_path(station: Station, reach: float) -> str:
    right = number(station.x + reach * 1.25)
    return (
        f"M{number(station.x)} {number(station.top)}C{right} {number(station.top - 4)} {right} "
        f"{number(station.bottom + 4)} {number(station.x + _HEAD)} {number(station.bottom)}"
    )


def _arrowhead(route: Route) -> str:
    if route.loop:
        x, y = route.stations[0].x, route.stations[0].bottom
        return f"M{number(x)} {number(y)}l{number(_HEAD)} -4v8z"
    if route.upwards:
        return f"M{number(route.stations[0].x)} {number(route.stations[0].top)}l-4 {number(_HEAD)}h8z"
    return f"M{number(route.stations[-1].x)} {number(route.stations[-1].bottom)}l-4 -{number(_HEAD)}h8z"


def _label(drawn: Drawn) -> str:
    at = drawn.route.label
    if at is None:
        return ""
    width = label_width(drawn.arrow)
    around = Rectangle(at.x - width / 2, at.y - LABEL_HEIGHT / 2, width, LABEL_HEIGHT)
    return (
        f'<g class="label is-{drawn.arrow.status} {_course(drawn.arrow)}"><title>{text(drawn.arrow.label)}</title>'
        f'<rect {_corners(around)} rx="5"/>'
        f'<text x="{number(at.x)}" y="{number(at.y + 3.8)}">{text(shown_label(drawn.arrow))}</text></g>'
    )


def _course(arrow: Arrow) -> str:
    return "bad" if arrow.is_bad else "good"
