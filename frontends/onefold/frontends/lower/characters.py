"""How messages call a character that should not be there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_WHITE: Final = {" ": "a space", "\t": "a tab", "\n": "a line break", "\r": "a line break"}


def called(character: str) -> str:
    r"""A character in words: itself where that says enough, otherwise what Unicode calls it.

    >>> [called(each) for each in ("!", " ", "\u0435", "\x07")]
    ['`!`', 'a space', 'U+0435 CYRILLIC SMALL LETTER IE', 'U+0007']
    """
    if character in _WHITE:
        return _WHITE[character]
    if character.isascii() and character.isprintable():
        return f"`{character}`"
    from unicodedata import name  # Loaded only to name a character in a message.

    return f"U+{ord(character):04X} {name(character, '')}".rstrip()
