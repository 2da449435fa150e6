"""Which script a character belongs to, told by its name in the Unicode database."""

from __future__ import annotations

from typing import Final
from unicodedata import category, name

from onefold.kernel.functions import cache

LATIN: Final = "LATIN"
# Scripts in which a joiner or a non-joiner is spelling: people who write them need these characters.
JOINING: Final = frozenset(
    {
        "ARABIC", "SYRIAC", "NKO", "MONGOLIAN", "MANDAIC", "ADLAM", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
        "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "TIBETAN", "MYANMAR", "KHMER", "BALINESE",
        "JAVANESE", "CHAKMA", "BRAHMI", "GRANTHA", "NEWA", "TIRHUTA",
    }
)  # fmt: skip
# Scripts without spaces between words, where a line may be broken only at an invisible space.
SPACELESS: Final = frozenset({"THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "BALINESE", "JAVANESE", "NEW", "TAI"})


@cache
def script(character: str) -> str:
    """The first word of the character's name: `CYRILLIC`, `CJK`, `MATHEMATICAL`; empty where there is none.

    >>> [script(each) for each in ("a", "ж", "漢", "𝐚")]
    ['LATIN', 'CYRILLIC', 'CJK', 'MATHEMATICAL']
    """
    return name(character, "").partition(" ")[0] if character else ""


def is_symbol(character: str) -> bool:
    """Whether a character can be the picture of an emoji, or a part of one.

    Pictures that are newer than the database have no name in it yet; their block is reserved for them.
    """
    return character > "\x7f" and (
        category(character) in ("So", "Sm", "Sk") or "\U0001f000" <= character <= "\U0001faff"
    )
