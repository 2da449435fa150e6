"""Write a scene in the DOT language of Graphviz."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from onefold.tools.graph.compose import dissolved
from onefold.tools.graph.measure import shown_detail, shown_label, shown_name
from onefold.tools.graph.scene import Arrow, Box, Scene
from onefold.tools.show.cells import escaped

_SHAPES: Final[Mapping[str, str]] = {
    "model": "box",
    "tool": "hexagon",
    "conditional": "diamond",
    "subworkflow": "component",
    "parallel": "parallelogram",
}


def dot(scene: Scene) -> str:
    """The text of the digraph, with a line end at its end."""
    boxes = dissolved(scene)
    names = {name: f"s{index}" for index, name in enumerate(boxes)}
    holders = {box.inside for box in boxes.values() if box.inside}
    lines = [
        f"digraph {string(scene.title)} {{",
        '  graph [rankdir=TB, compound=true, fontname="Helvetica"];',
        '  node [fontname="Helvetica", style="rounded"];',
        '  edge [fontname="Helvetica", fontsize=10];',
        *_inside(None, boxes, names, 1),
        *(f"  {_arrow(arrow, boxes, names, holders)}" for arrow in scene.arrows),
        "}",
    ]
    return "\n".join(lines) + "\n"


def string(*lines: str) -> str:
    r"""A quoted string of lines, in which nothing is an escape of DOT or an entity of HTML.

    >>> print(string('say "\\N" & go'))
    "say \"\\N\" &amp; go"
    """
    return '"' + "\\n".join(_plain(escaped(line)) for line in lines) + '"'


def _plain(line: str) -> str:
    return line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def _inside(outer: str | None, boxes: Mapping[str, Box], names: Mapping[str, str], depth: int) -> Iterator[str]:
    """The boxes in a region, and the regions in it as clusters, each with its parallel step."""
    indent = "  " * depth
    holders = {box.inside for box in boxes.values()}
    for box in boxes.values():
        if box.inside != outer:
            continue
        node = f"{names[box.name]} [{_look(box)}];"
        if box.name not in holders:
            yield f"{indent}{node}"
            continue
        yield f"{indent}subgraph cluster_{names[box.name]} {{"
        yield f'{indent}  style="rounded,dashed";'
        yield f"{indent}  {node}"
        yield from _inside(box.name, boxes, names, depth + 1)
        yield f"{indent}}}"


def _look(box: Box) -> str:
    look = f"label={string(shown_name(box), shown_detail(box))}, shape={_SHAPES.get(box.kind, 'box')}"
    return f"{look}, penwidth=2" if box.is_start else look


def _arrow(arrow: Arrow, boxes: Mapping[str, Box], names: Mapping[str, str], holders: Collection[str]) -> str:
    looks = [f"label={string(shown_label(arrow))}"] if arrow.label else []
    if arrow.kind == "branch":
        looks.append("style=dashed")
    elif arrow.origin in holders and boxes[arrow.target].inside != arrow.origin:
        # What follows a parallel step follows its whole region.
        looks.append(f"ltail=cluster_{names[arrow.origin]}")
    look = f" [{', '.join(looks)}]" if looks else ""
    return f"{names[arrow.origin]} -> {names[arrow.target]}{look};"
