"""The scene of a previewed bundle, for pictures."""

from __future__ import annotations

from typing import Final

from onefold.kernel.bundle.preview import Preview
from onefold.tools.graph.scene import Arrow, Box, Scene

_BAD: Final = ("failed", "failure", "timeout", "verify_fail")


def scene_of_preview(shown: Preview) -> Scene:
    """Every node of the shown graph, and the edges between nodes that there are."""
    starts = {f"node/{each.node_id or shown.manifest.workflow.entry}" for each in shown.manifest.triggers}
    boxes = {each.id: Box(each.id, each.type, each.label, is_start=each.id in starts) for each in shown.nodes}
    arrows = tuple(
        Arrow(
            edge.origin,
            edge.target,
            "branch" if edge.label == "binds" else "transition",
            edge.label or edge.branch or "",
            is_bad=edge.branch in _BAD,
        )
        for edge in shown.edges
        if edge.origin in boxes and edge.target in boxes
    )
    ordered = sorted(boxes.values(), key=lambda box: not box.name.startswith(("trigger/", "connector/")))
    return Scene(shown.manifest.id, {box.name: box for box in ordered}, arrows)
