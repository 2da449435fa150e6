"""How much room words take, and how long ones are cut. Fonts differ, so all of this leaves some air."""

from __future__ import annotations

from typing import Final

from onefold.tools.graph.scene import Arrow, Box
from onefold.tools.show.cells import escaped, width

NAME_SIZE: Final = 13.0
DETAIL_SIZE: Final = 11.0
LABEL_SIZE: Final = 11.0
# Columns of a fixed-width font, as a share of its size; the widest in use take 0.61.
_COLUMN: Final = 0.62
_NAME_COLUMNS: Final = 34
_DETAIL_COLUMNS: Final = 36
_LABEL_COLUMNS: Final = 30
_ICON: Final = 26.0
_AIR: Final = 14.0
_NARROWEST: Final = 96.0
_CUT: Final = "…"


def shown_name(box: Box) -> str:
    """The id as it is written in a box."""
    return cut(box.name, _NAME_COLUMNS)


def shown_detail(box: Box) -> str:
    """The second line of a box: what it does, or the id it had before."""
    return cut(f"was {box.before}" if box.before else box.detail, _DETAIL_COLUMNS)


def shown_label(arrow: Arrow) -> str:
    """The words at an arrow."""
    return cut(arrow.label, _LABEL_COLUMNS)


def box_width(box: Box) -> float:
    """Width of the box of a step."""
    words = max(_length(shown_name(box), NAME_SIZE), _length(shown_detail(box), DETAIL_SIZE))
    return max(_NARROWEST, round(_ICON + words + _AIR))


def title_width(box: Box) -> float:
    """Least width of the title of a region."""
    return box_width(box)


def label_width(arrow: Arrow) -> float:
    """Width of the words at an arrow with air around them; 0 where there are none."""
    text = shown_label(arrow)
    return round(_length(text, LABEL_SIZE) + 10) if text else 0


def cut(text: str, columns: int) -> str:
    """Harmless text on one line, cut in its middle where it is too long.

    >>> cut("a-rather-long-step-id", 10)
    'a-rat…p-id'
    """
    shown = escaped(text[: columns * 4])
    shown += _CUT if len(text) > columns * 4 else ""
    if width(shown) <= columns:
        return shown
    head, tail = shown[: columns // 2], shown[-(columns - columns // 2 - 1) :]
    while width(head) + width(tail) + 1 > columns:
        head, tail = head[:-1], tail[1:]
    return f"{head}{_CUT}{tail}"


def _length(text: str, size: float) -> float:
    return width(text) * size * _COLUMN
