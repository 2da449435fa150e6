"""Splices: change a text in a few places and leave every other byte of it as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from onefold.kernel import patterns
from onefold.kernel.fixes import Edit
from onefold.kernel.source import BYTE_ORDER_MARK, Source, Span

_LINE_END: Final = patterns.compile(r"\r\n|\n|\r")


class Overlap(ValueError):  # noqa: N818 - it says what two edits do
    """Two edits want the same characters to become different texts."""


def splice(source: Source, edits: Iterable[Edit]) -> str:
    r"""The text of a source with all edits applied at once; their spans count the characters of the old text.

    An edit that comes twice is applied once. Insertions at one place keep the order they are given in, and come
    before an edit of what begins there. Raises `Overlap`.

    >>> text = Source("x", "a: 1\r\nb: 2\r\n")
    >>> splice(text, [replacement(text, 9, 10, "3"), insertion(text, 4, " # one")])
    'a: 1 # one\r\nb: 3\r\n'
    """
    pieces: list[str] = []
    done = 0
    for edit in sorted(dict.fromkeys(edits), key=lambda each: (each.span.start, each.span.end)):
        if edit.span.start < done:
            raise Overlap(f"two edits overlap at character {edit.span.start} of {source.name}")
        pieces += [source.text[done : edit.span.start], edit.text]
        done = edit.span.end
    return "".join([*pieces, source.text[done:]])


def spliced(source: Source, edits: Iterable[Edit]) -> bytes:
    """The bytes of a source with all edits applied; a byte order mark stays. Raises `Overlap`."""
    return ((BYTE_ORDER_MARK if source.marked else "") + splice(source, edits)).encode("utf-8")


def replacement(source: Source, start: int, end: int, text: str) -> Edit:
    """The edit that puts `text` in the place of a range of characters."""
    return Edit(Span(source, start, end), text)


def insertion(source: Source, index: int, text: str) -> Edit:
    """The edit that puts `text` before the character at `index`."""
    return Edit(Span(source, index, index), text)


def line_start(source: Source, index: int) -> int:
    """Where the line of a character begins."""
    text = source.text
    return max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1


def line_break(source: Source, index: int) -> str:
    """What ends the line of a character; on the last line, what ends the first one."""
    found = _LINE_END.search(source.text, index) or _LINE_END.search(source.text)
    return found[0] if found else "\n"


def indentation(source: Source, index: int) -> str | None:
    """The white space before a character when nothing else stands before it on its line."""
    before = source.text[line_start(source, index) : index]
    return before if not before.strip(" \t") else None
