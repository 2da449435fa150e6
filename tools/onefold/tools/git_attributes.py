"""The lines of `.gitattributes` that onefold writes, between marks of its own; all others stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_OPENING: Final = "# >>> onefold git-setup writes the lines from here on"
_CLOSING: Final = "# <<< onefold git-setup"
_BLOCK: Final = re.compile(
    rf"^{re.escape(_OPENING)}\r?\n.*?^{re.escape(_CLOSING)}\r?(?:\n|\Z)", re.MULTILINE | re.DOTALL
)
_SPECIAL: Final = re.compile(r"[*?\[\]\\]")
_UNQUOTED: Final = re.compile(r"[A-Za-z0-9_./*?\[\]{}%+=@,:~^-]+")


class BrokenMarks(Exception):  # noqa: N818 - it is the state of a file, named for what it is
    """Nobody can tell which lines are onefold's; the text says why."""


def with_lines(text: str, lines: Sequence[str]) -> str:
    """The text of a file in which onefold's lines are these; without lines there are no marks. Raises `BrokenMarks`."""
    rest = _BLOCK.sub("", text)
    if _OPENING in rest or _CLOSING in rest or len(_BLOCK.findall(text)) > 1:
        raise BrokenMarks("its marks of onefold are not there in pairs: take them out by hand")
    block = "".join(f"{line}\n" for line in (_OPENING, *lines, _CLOSING)) if lines else ""
    if _BLOCK.search(text):
        return _BLOCK.sub(lambda _: block, text)
    separate = "\n" if block and text and not text.endswith("\n") else ""
    return f"{text}{separate}{block}"


def literal(path: str) -> str:
    r"""A path as a pattern that means it and nothing else, before it is quoted.

    >>> literal("a[1]/*"), literal("plain/x")
    ('a\\[1\\]/\\*', 'plain/x')
    """
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", path)


def line(pattern: str, *attributes: str) -> str:
    r"""One line of the file.

    >>> line("*.fold", "diff=onefold"), line("/a b/*.yaml", "text")
    ('*.fold diff=onefold', '"/a b/*.yaml" text')
    """
    return " ".join([pattern if _UNQUOTED.fullmatch(pattern) else _quoted(pattern), *attributes])


def _quoted(pattern: str) -> str:
    """In double quotes, as C has them, byte by byte."""
    shown = "".join(
        _QUOTES.get(each) or (chr(each) if 32 <= each < 127 else f"\\{each:03o}") for each in _bytes(pattern)
    )
    return f'"{shown}"'


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


_QUOTES: Final = {ord('"'): '\\"', ord("\\"): "\\\\"}
