"""How text looks on a terminal: what is never shown raw, and how many columns a character takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# Spaces other than U+0020 are seen as what they are; Python alone calls them not printable.
_SPACE: Final = "Zs"
_TAB: Final = "    "
# The vowels and final consonants that a terminal draws into the syllable before them.
_JOINED: Final = range(0x1160, 0x1200)


def escaped(text: str) -> str:
    r"""The text on one line, with control, escape, bidirectional and other invisible characters as `\u{…}`.

    >>> escaped("a\x1b[31mb\u202ec\nd")
    'a\\u{1b}[31mb\\u{202e}c\\u{a}d'
    """
    return text if text.isprintable() else "".join(_shown(each) for each in text)


def escaped_lines(lines: Iterable[str]) -> str:
    r"""Lines of text, each escaped and with its end.

    >>> escaped_lines(["a", "b\x1bc"])
    'a\nb\\u{1b}c\n'
    """
    return "".join(f"{escaped(line)}\n" for line in lines)


def source_cell(character: str) -> str:
    """A character of a source line as it is drawn: a tab is always four spaces, so that carets line up."""
    return _TAB if character == "\t" else _shown(character)


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    from unicodedata import category  # Nearly all text is plain.

    return character if category(character) == _SPACE else f"\\u{{{ord(character):x}}}"


def width(text: str) -> int:
    """Columns that escaped text takes.

    >>> [width(text) for text in ("abc", "漢字", "e\u0301")]
    [3, 4, 1]
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    from unicodedata import category, combining, east_asian_width

    if combining(character) or category(character) in ("Mn", "Me") or ord(character) in _JOINED:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
