"""Look at a drawn graph as its reader does: boxes, lines and labels with their places, read from the SVG itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from attrs import frozen

_SVG = "{http://www.w3.org/2000/svg}"
_COMMAND = re.compile(r"([MVC])([-\d. ]+)")
# As many points of each bend are looked at.
_SAMPLES = 24


@frozen
class Area:
    """A rectangle with what it stands for."""

    name: str
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: Area, margin: float = 0) -> bool:
        """Whether both cover a common area, or come nearer than the margin."""
        return (
            self.x < other.x + other.width + margin
            and other.x < self.x + self.width + margin
            and self.y < other.y + other.height + margin
            and other.y < self.y + self.height + margin
        )

    def contains(self, other: Area) -> bool:
        """Whether the other lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def covers(self, x: float, y: float, inset: float = 0.5) -> bool:
        """Whether a point lies inside, its rim apart."""
        return self.x + inset < x < self.x + self.width - inset and self.y + inset < y < self.y + self.height - inset


@frozen
class Line:
    """A line with points along its way."""

    origin: str
    target: str
    points: tuple[tuple[float, float], ...]


@frozen
class Drawing:
    """What is seen."""

    boxes: dict[str, Area]
    regions: dict[str, Area]
    lines: tuple[Line, ...]
    labels: tuple[Area, ...]
    width: float
    height: float


def read_drawing(svg: str) -> Drawing:
    """Read an `<svg>` element."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - it is what we drew ourselves
    areas = [(each.get("class", ""), _area(each)) for each in root.iter(f"{_SVG}rect") if each.get("data-step")]
    labels = []
    for group in root.iter(f"{_SVG}g"):
        if group.get("class", "").startswith("label "):
            rectangle, words = group.find(f"{_SVG}rect"), group.find(f"{_SVG}text")
            assert rectangle is not None
            assert words is not None
            labels.append(_area(rectangle, words.text or ""))
    return Drawing(
        {area.name: area for classes, area in areas if classes == "box"},
        {area.name: area for classes, area in areas if classes.startswith("region")},
        tuple(_line(each) for each in root.iter(f"{_SVG}path") if each.get("class") == "line"),
        tuple(labels),
        float(root.get("width", 0)),
        float(root.get("height", 0)),
    )


def _area(rectangle: ElementTree.Element, name: str | None = None) -> Area:
    x, y, width, height = (float(rectangle.get(key, "nan")) for key in ("x", "y", "width", "height"))
    return Area(rectangle.get("data-step", "") if name is None else name, x, y, width, height)


def _line(path: ElementTree.Element) -> Line:
    return Line(path.get("data-from", ""), path.get("data-to", ""), tuple(_points(path.get("d", ""))))


def _points(way: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, words in _COMMAND.findall(way):
        numbers = [float(word) for word in words.split()]
        if command == "M":
            x, y = numbers
            yield x, y
        elif command == "V":
            for step in range(1, _SAMPLES + 1):
                yield x, y + (numbers[0] - y) * step / _SAMPLES
            y = numbers[0]
        else:
            yield from _bend((x, y), numbers)
            x, y = numbers[-2:]


def _bend(start: tuple[float, float], numbers: list[float]) -> Iterator[tuple[float, float]]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for step in range(1, _SAMPLES + 1):
        t = step / _SAMPLES
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def faults(drawing: Drawing) -> list[str]:
    """What is wrong with a drawing: things that overlap, lines through boxes, things outside of the picture."""
    boxes, labels = [*drawing.boxes.values()], drawing.labels
    found = [
        f"{one.name} overlaps {other.name}"
        for index, one in enumerate(boxes)
        for other in boxes[index + 1 :]
        if one.overlaps(other)
    ]
    found += [f"the label {one.name!r} covers {box.name}" for one in labels for box in boxes if one.overlaps(box)]
    found += [
        f"the labels {one.name!r} and {other.name!r} overlap"
        for index, one in enumerate(labels)
        for other in labels[index + 1 :]
        if one.overlaps(other)
    ]
    for line in drawing.lines:
        through = {box.name for box in boxes for x, y in line.points if box.covers(x, y)}
        found += [f"the line from {line.origin} to {line.target} leads through {name}" for name in sorted(through)]
    found += [f"{box.name} is outside" for box in boxes if not _picture(drawing).contains(box)]
    found += _region_faults(drawing)
    return found


def _picture(drawing: Drawing) -> Area:
    # Everything is moved by a margin; the last pixels of the picture are that margin again.
    return Area("picture", 0, 0, drawing.width, drawing.height)


def _region_faults(drawing: Drawing) -> Iterator[str]:
    """Regions are nested or apart, and hold a box wholly or not at all."""
    regions = [*drawing.regions.values()]
    for index, one in enumerate(regions):
        for other in regions[index + 1 :]:
            if one.overlaps(other) and not (one.contains(other) or other.contains(one)):
                yield f"the regions of {one.name} and {other.name} overlap"
        for box in drawing.boxes.values():
            if one.overlaps(box) and not one.contains(box):
                yield f"the region of {one.name} cuts {box.name}"
