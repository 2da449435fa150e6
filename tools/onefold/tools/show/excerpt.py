"""One source line as it is drawn: cut around a spot when it is long, with the columns of that spot."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.tools.show.cells import source_cell, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.source import Source

_CUT: Final = "…"
# Characters without a width must not make an excerpt endless.
_CHARACTERS_A_COLUMN: Final = 3


@frozen
class Excerpt:
    """A drawn line, and the columns (from 0, end exclusive) that the spot takes in it."""

    text: str
    start: int
    end: int


def is_long(source: Source, number: int, columns: int) -> bool:
    """Whether line `number` does not fit and is shown in part."""
    start, end = source.line(number)
    return end - start > columns or width(_drawn(source.text[start:end])) > columns


def excerpt(source: Source, number: int, start: int, end: int, columns: int) -> Excerpt:
    """Line `number`, at most about `columns` wide, around the characters of the source from `start` up to `end`.

    However long the line is, only what is shown of it is looked at.
    """
    text = source.text
    first, last = whole = source.line(number)
    if is_long(source, number, columns):
        first, last = _window(text, whole, start, end, columns)
    before = (_CUT if first > whole[0] else "") + _drawn(text[first:start])
    spot = _drawn(text[start : min(end, last)])
    after = _drawn(text[min(end, last) : last]) + (_CUT if last < whole[1] else "")
    return Excerpt(before + spot + after, width(before), width(before) + max(width(spot), 1))


def _window(text: str, line: tuple[int, int], start: int, end: int, columns: int) -> tuple[int, int]:
    """The part to show: a third of the room before the spot, the rest for the spot and what follows."""
    reach = _CHARACTERS_A_COLUMN * columns
    behind = text[max(line[0], start - reach) : start][::-1]
    _, unused = _fitting(behind, columns // 3)
    after, room = _fitting(text[start : min(line[1], start + reach)], columns - columns // 3 + unused)
    # What the end of the line leaves free goes to what stands before the spot.
    before, _ = _fitting(behind, columns // 3 - unused + room)
    return start - before, max(start + after, min(end, start + 1))


def _fitting(text: str, columns: int) -> tuple[int, int]:
    """How many characters of `text` fit, and how many columns are left."""
    for index, character in enumerate(text):
        needed = width(source_cell(character))
        if needed > columns:
            return index, columns
        columns -= needed
    return len(text), columns


def _drawn(text: str) -> str:
    return "".join(map(source_cell, text))
