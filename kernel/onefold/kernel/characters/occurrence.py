"""What is found in a text, and how a character is called."""

from __future__ import annotations

from unicodedata import name

from attrs import frozen


@frozen
class Occurrence:
    """Characters of one kind that stand side by side."""

    kind: str
    """What kind of characters they are; those of one kind in one text have one cause."""
    start: int
    end: int
    """Half-open range of characters in the text."""


def described(character: str) -> str:
    """The number of a character and, where it has one, its name.

    >>> described("\\u200b"), described("\\x07")
    ('U+200B ZERO WIDTH SPACE', 'U+0007')
    """
    called = name(character, "")
    return f"U+{ord(character):04X}{' ' if called else ''}{called}"
