"""Characters that turn the direction of text: what people read is not the order in which it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import bidirectional as direction_of

from onefold.kernel import patterns
from onefold.kernel.characters.glance import turning
from onefold.kernel.characters.occurrence import Occurrence

# Marks move nothing but the spaces and signs beside them, and texts from right to left need them.
_MARKS: Final = "\u061c\u200e\u200f"
_LINE_END: Final = patterns.compile("[\n\r\x85\u2028\u2029]")
_LEFTWARD: Final = ("R", "AL")


def bidirectional(text: str) -> Iterator[Occurrence]:
    """Every bidirectional control, in order; not a mark in a line that has letters from right to left."""
    line_end = -1
    has_leftward = False
    for match in turning().finditer(text):
        index = match.start()
        if match[0] in _MARKS:
            if index > line_end:
                start = _line_start(text, line_end + 1, index)
                line_end = _line_end(text, index)
                has_leftward = any(_is_leftward(each) for each in text[start:line_end])
            if has_leftward:
                continue
        yield Occurrence(match[0], index, index + 1)


def _line_start(text: str, first: int, index: int) -> int:
    """Where the line of `index` begins, which is not before `first`."""
    start = first
    for match in _LINE_END.finditer(text, first, index):
        start = match.end()
    return start


def _line_end(text: str, index: int) -> int:
    match = _LINE_END.search(text, index)
    return match.start() if match else len(text)


def _is_leftward(character: str) -> bool:
    return direction_of(character) in _LEFTWARD and character not in _MARKS
