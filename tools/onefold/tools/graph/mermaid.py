"""Write a scene as a Mermaid flowchart. Words stand in quotes as entities, so none of them is syntax."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from onefold.tools.graph.compose import dissolved
from onefold.tools.graph.measure import shown_detail, shown_label, shown_name
from onefold.tools.graph.scene import Arrow, Box, Scene

# Mermaid reads labels as HTML after resolving `#35;`; letters, digits and these mean nothing in either.
_PLAIN: Final = frozenset(" -_.,/")
_SHAPES: Final[Mapping[str, tuple[str, str]]] = {
    "model": ("(", ")"),
    "tool": ("[", "]"),
    "conditional": ("{{", "}}"),
    "subworkflow": ("[[", "]]"),
    "parallel": ("[/", "/]"),
}


def mermaid(scene: Scene) -> str:
    """The text of the flowchart, with a line end at its end."""
    boxes = dissolved(scene)
    names = {name: f"s{index}" for index, name in enumerate(boxes)}
    lines = ["flowchart TD", *_inside(None, boxes, names, 1)]
    lines += [f"  {_arrow(arrow, names)}" for arrow in scene.arrows]
    start = next((names[box.name] for box in boxes.values() if box.is_start), None)
    if start:
        lines.append(f"  style {start} stroke-width:3px")
    return "\n".join(lines) + "\n"


def words(text: str) -> str:
    """Text inside of quotes: whatever could be syntax or markup is an entity.

    >>> words('a "b" <c>')
    'a #34;b#34; #60;c#62;'
    """
    return "".join(each if each.isalnum() or each in _PLAIN else f"#{ord(each)};" for each in text)


def _inside(outer: str | None, boxes: Mapping[str, Box], names: Mapping[str, str], depth: int) -> Iterator[str]:
    """The boxes in a region, regions among them with what is inside. Regions are no deeper than drawings have them."""
    indent = "  " * depth
    holders = {box.inside for box in boxes.values()}
    for box in boxes.values():
        if box.inside != outer:
            continue
        if box.name not in holders:
            opening, closing = _SHAPES.get(box.kind, ("[", "]"))
            yield f'{indent}{names[box.name]}{opening}"{_title(box)}"{closing}'
            continue
        yield f'{indent}subgraph {names[box.name]}["{_title(box)}"]'
        yield from _inside(box.name, boxes, names, depth + 1)
        yield f"{indent}end"


def _title(box: Box) -> str:
    return f"{words(shown_name(box))}<br/>{words(shown_detail(box))}"


def _arrow(arrow: Arrow, names: Mapping[str, str]) -> str:
    line = "-.->" if arrow.kind == "branch" else "-->"
    label = f'|"{words(shown_label(arrow))}"|' if arrow.label else ""
    return f"{names[arrow.origin]} {line}{label} {names[arrow.target]}"
