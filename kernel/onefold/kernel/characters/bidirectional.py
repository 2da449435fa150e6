"""Characters that turn the direction of text: what people read is not the order in which it is stored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from unicodedata import bidirectional as direction_of

from onefold.kernel.characters.occurrence import Occurrence

_CONTROL: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Marks move nothing but the spaces and signs beside them, and texts from right to left need them.
_MARKS: Final = "\u061c\u200e\u200f"
_LINE_ENDS: Final = re.compile("[\n\r\x85\u2028\u2029]")


def bidirectional(text: str) -> Iterator[Occurrence]:
    """Every bidirectional control, in order; not a mark in a line that has letters from right to left."""
    for match in _CONTROL.finditer(text):
        if match[0] not in _MARKS or not _runs_to_the_left(text, match.start()):
            yield Occurrence(match[0], match.start(), match.end())


def _runs_to_the_left(text: str, index: int) -> bool:
    """Whether a letter from right to left stands near `index`, on its line."""
    before = text[max(0, index - _NEAR) : index]
    after = text[index + 1 : index + _NEAR]
    near = _LINE_ENDS.split(before)[-1] + _LINE_ENDS.split(after)[0]
    return any(direction_of(each) in ("R", "AL") for each in near if each not in _MARKS)


# So far from a mark its letters are looked for; a line may be as long as a book.
_NEAR: Final = 200
