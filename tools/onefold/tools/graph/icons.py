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
}


def icon(kind: str) -> str:
    """The SVG elements of a kind's sign; nothing for a kind that has none."""
    return _ICONS.get(kind, "")
