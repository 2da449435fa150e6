"""The four kinds of TOML strings, decoded with the place of every character."""

from __future__ import annotations

from onefold.frontends.pieces import joined, positions
from onefold.frontends.refusal import Refused, excerpt, syntax_error
from onefold.frontends.toml.faults import bad_character
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.frontends.tree import ScalarNode
    from onefold.kernel.source import Source


@frozen
class _Kind:
    delimiter: str
    verbatim: re.Pattern[str]
    """A run of characters that stand for themselves."""

    @property
    def has_escapes(self) -> bool:
        return self.delimiter.startswith('"')

    @property
    def has_lines(self) -> bool:
        return len(self.delimiter) == 3


_BASIC: Final = _Kind('"', patterns.compile(r'[^"\\\x00-\x08\x0a-\x1f\x7f]++'))
_LITERAL: Final = _Kind("'", patterns.compile(r"[^'\x00-\x08\x0a-\x1f\x7f]++"))
_BASIC_LINES: Final = _Kind('"""', patterns.compile(r'(?:[^"\\\x00-\x08\x0b-\x1f\x7f]++|"(?!""))++'))
_LITERAL_LINES: Final = _Kind("'''", patterns.compile(r"(?:[^'\x00-\x08\x0b-\x1f\x7f]++|'(?!''))++"))

_ESCAPE: Final = patterns.compile(
    r'\\(?:(?P<short>[btnfre"\\])'
    r"|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8}))"
)
_JOINED_LINES: Final = patterns.compile(r"\\[ \t]*+\r?\n(?:[ \t\n]|\r\n)*+")
_JOINT: Final = patterns.compile(r"\\(?:(?P<joint>[ \t]*+\n[ \t\n]*+)|[\s\S])")
_LINE_END: Final = patterns.compile(r"\r?\n")
_SHORT: Final = {
    "b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"
}  # fmt: skip


@frozen
class TomlString:
    """One string of a source."""

    pieces: list[Piece]
    text_end: int
    """The index where the closing delimiter begins."""
    end: int
    """The index after the closing delimiter."""


def decode(source: Source, start: int, *, may_have_lines: bool = True) -> TomlString:
    """The string that opens at `start`; raises `Refused` at a fault. A key may not have lines."""
    kind = _kind(source.text, start, may_have_lines)
    text, index = source.text, start + len(kind.delimiter)
    if kind.has_lines and (line_end := _LINE_END.match(text, index)):
        index = line_end.end()
    pieces: list[Piece] = []
    while not text.startswith(kind.delimiter, index):
        index = _piece(source, kind, start, index, pieces)
    width = len(kind.delimiter)
    # Up to two quotes may stand directly before the closing three.
    extra = 0
    while kind.has_lines and extra < 2 and text.startswith(kind.delimiter, index + extra + 1):
        extra += 1
    pieces.append((index, text[index : index + extra]))
    return TomlString(pieces, index + extra, index + extra + width)


def characters(node: ScalarNode) -> Sequence[int] | None:
    """Where each character of a string's value stands in the source, and where it ends."""
    if not node.span.text.startswith(('"', "'")):
        return None
    try:
        string = decode(node.span.source, node.span.start)
    except Refused:
        return None
    if string.end != node.span.end or joined(string.pieces) != node.value:
        return None
    return positions(string.pieces, string.text_end)


def with_joined_lines(source: Source, start: int) -> str | None:
    """The string of several lines at `start` with the lines that its author joined; `None` where none are.

    White space around a joint's line end means nothing, and is left out.
    """
    if not source.text.startswith('"""', start):
        return None
    string = decode(source, start)
    raw = source.text[start : string.end].replace("\r\n", "\n")
    if not any(match["joint"] for match in _JOINT.finditer(raw)):
        return None
    return _JOINT.sub(lambda match: "\\\n" if match["joint"] else match[0], raw)


def _kind(text: str, start: int, may_have_lines: bool) -> _Kind:
    if text[start] == '"':
        return _BASIC_LINES if may_have_lines and text.startswith('"""', start) else _BASIC
    return _LITERAL_LINES if may_have_lines and text.startswith("'''", start) else _LITERAL


def _piece(source: Source, kind: _Kind, start: int, index: int, pieces: list[Piece]) -> int:
    """Add the piece at `index` and give the index after it."""
    text = source.text
    run = kind.verbatim.match(text, index)
    if run:
        pieces.append((index, run[0]))
        return run.end()
    if kind.has_escapes and text.startswith("\\", index):
        joined_lines = _JOINED_LINES.match(text, index) if kind.has_lines else None
        if joined_lines:
            return joined_lines.end()
        escape = _ESCAPE.match(text, index) or _bad_escape(source, index)
        pieces.append((index, _unescaped(source, escape)))
        return escape.end()
    if kind.has_lines and text.startswith("\r\n", index):
        pieces.append((index, "\n"))
        return index + 2
    raise _fault(source, kind, start, index)


def _unescaped(source: Source, escape: re.Match[str]) -> str:
    if escape["short"]:
        return _SHORT[escape["short"]]
    number = int(escape["x"] or escape["u"] or escape["U"], 16)
    span = Span(source, escape.start(), escape.end())
    if 0xD800 <= number <= 0xDFFF:
        raise Refused(Finding("lone-surrogate", Place(span=span), help="write the character itself"))
    if number > 0x10FFFF:
        raise syntax_error("TOML", span, f"`{span.text}` is beyond the last character, U+10FFFF")
    return chr(number)


def _bad_escape(source: Source, index: int) -> re.Match[str]:
    digits = {"x": 2, "u": 4, "U": 8}
    letter = source.text[index + 1 : index + 2]
    if letter in digits and letter:
        word = patterns.compile(r"\\.[0-9a-fA-F]*").match(source.text, index)
        span = Span(source, index, word.end() if word else index + 2)
        message = f"`{excerpt(span.text)}` lacks some of its {digits[letter]} hexadecimal digits"
        raise syntax_error("TOML", span, message)
    shown = letter if letter.isprintable() and letter != " " else ""
    span = Span(source, index, index + 1 + len(shown))
    help_line = r"write a backslash as `\\`, or quote the text with `'`"
    raise syntax_error("TOML", span, f"`{span.text}` is no escape", help_line)


def _fault(source: Source, kind: _Kind, start: int, index: int) -> Refused:
    """Why the string that opens at `start` cannot go on at `index`."""
    opening = Span(source, start, start + len(kind.delimiter))
    if index == len(source.text):
        return syntax_error("TOML", opening, f"the string that begins here has no closing `{kind.delimiter}`")
    if _LINE_END.match(source.text, index):
        several = f"put a text of several lines in `{kind.delimiter * 3}`"
        help_line = f"close the string with `{kind.delimiter}`, or {several}"
        span = Span(source, index, index)
        return syntax_error("TOML", span, "a string is not closed before the end of its line", help_line, opening)
    return bad_character(source, index, "a string")
