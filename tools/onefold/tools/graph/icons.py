"""A small sign for each kind of step, 14 by 14 pixels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ICONS: Final[Mapping[str, str]] = {
    "model": '<path class="full" d="M7 0.5C7.6 4.6 9.4 6.4 13.5 7C9.4 7.6 7.6 9.4 7 13.5C6.4 9.4 4.6 7.6 0.5 7'
    'C4.6 6.4 6.4 4.6 7 0.5z"/>',
    "tool": '<path d="M4 1.2h6l3 5.8l-3 5.8h-6l-3 -5.8z"/><circle cx="7" cy="7" r="2.2"/>',
    "parallel": '<path d="M3.5 1v12M7 1v12M10.5 1v12"/>',
    "conditional": '<path d="M7 0.8L13.2 7L7 13.2L0.8 7z"/>',
    "subworkflow": '<rect x="1" y="1" width="12" height="12" rx="2.5"/><path d="M4.5 4.5h5v5h-5z"/>',
    "trigger": '<path class="full" d="M8 0.5L2.5 8H6.5L5.5 13.5L11.5 5.5H7.2z"/>',
    "wait": '<circle cx="7" cy="7" r="6"/><path d="M7 3.2V7L9.8 8.8"/>',
    "approval": '<path d="M1.2 7.4L5.2 11.4L12.8 2.8"/>',
    "connector_call": '<path d="M4.5 0.8V4.5M9.5 0.8V4.5M2.5 4.5H11.5V7A4.5 4.5 0 0 1 2.5 7zM7 11.5V13.5"/>',
    "notification": '<path d="M2 10.5H12C10.5 9 11 4 7 2.2C3 4 3.5 9 2 10.5zM5.5 12.8H8.5"/>',
    "terminal": '<circle cx="7" cy="7" r="6"/><circle class="full" cx="7" cy="7" r="3"/>',
    "catchup": '<path d="M1 2.5L6.5 7L1 11.5zM7.5 2.5L13 7L7.5 11.5z"/>',
    "dlq": '<path d="M1.2 3H12.8V12.5H1.2zM1.2 3L7 8.2L12.8 3"/>',
}
# Kinds of nodes of an execution graph that say the same as a kind of step.
_ALIKE: Final[Mapping[str, str]] = {
    "agent": "model",
    "action": "tool",
    "fork": "parallel",
    "join": "parallel",
    "condition": "conditional",
    "subagent": "subworkflow",
}


def icon(kind: str) -> str:
    """The SVG elements of a kind's sign; nothing for a kind that has none."""
    return _ICONS.get(_ALIKE.get(kind, kind), "")
