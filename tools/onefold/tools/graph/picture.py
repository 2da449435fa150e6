"""A drawn scene as an SVG file of its own, with its style sheet inside."""

from __future__ import annotations

from onefold.tools.graph.scene import Scene
from onefold.tools.graph.svg import draw
from onefold.tools.show.web import sheet


def picture(scene: Scene) -> str:
    """The whole file. Raises `TooLarge`."""
    drawn = draw(scene)
    opening, rest = drawn.split(">", 1)
    style = sheet("onefold.tools.graph", "graph.css")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{opening}><style>{style}</style>{rest}\n'
