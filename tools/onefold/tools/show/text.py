"""Diagnostics for people: code, place, the source lines with the spot underlined, related places, help."""

from __future__ import annotations

from onefold.kernel.diagnostics import Diagnostic


def render(diagnostic: Diagnostic) -> str:
    """One diagnostic as text, without a line end at its end."""
    span = diagnostic.span
    place = ""
    if span is not None:
        position = span.source.position(span.start)
        place = f"{span.source.name}:{position.line}:{position.column}: "
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
