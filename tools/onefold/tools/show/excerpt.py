"""One source line as it is drawn: cut around a spot when it is long, with the columns of that spot."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from onefold.tools.show.cells import source_cell, width

_CUT: Final = "…"
# Characters without a width must not make an excerpt endless.
_CHARACTERS_A_COLUMN: Final = 3


@frozen
class Excerpt:
    """A drawn line, and the columns (from 0, end exclusive) that the spot takes in it."""

    text: str
    start: int
    end: int


def is_long(line: str, columns: int) -> bool:
    """Whether a line does not fit and is shown in part."""
    return len(line) > columns or width("".join(map(source_cell, line))) > columns


def excerpt(line: str, start: int, end: int, columns: int) -> Excerpt:
    """The line, at most about `columns` wide, around the characters from `start` up to `end`."""
    first, last = _window(line, start, end, columns) if is_long(line, columns) else (0, len(line))
    before = "".join(map(source_cell, line[first:start]))
    spot = "".join(map(source_cell, line[start : min(end, last)]))
    after = "".join(map(source_cell, line[min(end, last) : last]))
    before = (_CUT if first else "") + before
    after += _CUT if last < len(line) else ""
    return Excerpt(before + spot + after, width(before), width(before) + max(width(spot), 1))


def _window(line: str, start: int, end: int, columns: int) -> tuple[int, int]:
    """The part to show: a third of the room before the spot, the rest for the spot and what follows."""
    ahead = line[max(0, start - _CHARACTERS_A_COLUMN * columns) : start][::-1]
    _, unused = _fitting(ahead, columns // 3)
    after, room = _fitting(line[start : start + _CHARACTERS_A_COLUMN * columns], columns - columns // 3 + unused)
    # What the end of the line leaves free goes to what stands before the spot.
    before, _ = _fitting(ahead, columns // 3 - unused + room)
    return start - before, max(start + after, min(end, start + 1))


def _fitting(text: str, columns: int) -> tuple[int, int]:
    """How many characters of `text` fit, and how many columns are left."""
    for index, character in enumerate(text):
        needed = width(source_cell(character))
        if needed > columns:
            return index, columns
        columns -= needed
    return len(text), columns
