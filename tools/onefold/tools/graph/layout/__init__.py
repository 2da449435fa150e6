"""Layered layout: which box stands where, and which way lines take between them. Knows sizes and links, no workflow.

Links go down; those that close a loop go up. Boxes never overlap, and a line never passes through a box: between
layers it bends in the free space there, and past the boxes of a layer it runs straight down in a place of its own.
"""

from __future__ import annotations

from onefold.tools.graph.layout.layered import lay_out
from onefold.tools.graph.layout.values import Level, Link, Node, Placement, Point, Route, Station, TooLarge

__all__ = ["Level", "Link", "Node", "Placement", "Point", "Route", "Station", "TooLarge", "lay_out"]
