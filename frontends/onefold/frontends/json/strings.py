"""JSON strings: their escapes, decoded with the place of every character."""

from __future__ import annotations

from onefold.frontends.pieces import joined, positions
from onefold.frontends.refusal import Refused, syntax_error
from onefold.kernel import patterns
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.frontends.tree import ScalarNode
    from onefold.kernel.source import Source

# Everything up to the closing quote, without it.
_BODY: Final = patterns.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')
# A surrogate pair is one character; so it comes before a single escape.
_PART: Final = patterns.compile(
    r"[^\\]++"
    r"|\\u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\u(?P<unit>[0-9a-fA-F]{4})"
    r"|\\(?P<short>.)"
)
_SHORT: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"
}  # fmt: skip
_RAW: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\b": r"\b", "\f": r"\f"}


def string_end(source: Source, start: int) -> int:
    """The index after the closing quote of the string that opens at `start`; raises `Refused` at a fault."""
    match = _BODY.match(source.text, start)
    end = match.end() if match else start
    if source.text.startswith('"', end):
        return end + 1
    raise _fault(source, start, end)


def decode(text: str, start: int, end: int) -> list[Piece]:
    """The pieces of a valid string, its quotes at `start` and `end - 1`."""
    return [(match.start(), _decoded(match)) for match in _PART.finditer(text, start + 1, end - 1)]


def characters(node: ScalarNode) -> Sequence[int] | None:
    """Where each character of a string's value stands in the source, and where it ends."""
    source, start, end = node.span.source, node.span.start, node.span.end
    try:
        is_string = source.text.startswith('"', start) and string_end(source, start) == end
    except Refused:
        return None
    pieces = decode(source.text, start, end) if is_string else []
    return positions(pieces, end - 1) if is_string and joined(pieces) == node.value else None


def _decoded(match: re.Match[str]) -> str:
    if match["short"]:
        return _SHORT[match["short"]]
    if match["unit"]:
        return chr(int(match["unit"], 16))
    if match["high"]:
        return chr(0x10000 + (int(match["high"], 16) - 0xD800) * 0x400 + int(match["low"], 16) - 0xDC00)
    return match[0]


def _fault(source: Source, start: int, index: int) -> Refused:
    """Why the string that opens at `start` cannot go on at `index`."""
    character = source.text[index : index + 1]
    opening = Span(source, start, start + 1)
    if not character:
        return syntax_error("JSON", opening, "the string that begins here has no closing quote")
    if character in "\r\n":
        span = Span(source, index, index)
        help_line = 'close the string with `"`, or write a line break in it as `\\n`'
        return syntax_error("JSON", span, "a string is not closed before the end of its line", help_line, opening)
    if character == "\\":
        return _bad_escape(source, index)
    escape = _RAW.get(character, f"\\u{ord(character):04x}")
    message = f"the control character U+{ord(character):04X} stands raw in a string"
    return syntax_error("JSON", Span(source, index, index + 1), message, f"write it as `{escape}`")


def _bad_escape(source: Source, index: int) -> Refused:
    letter = source.text[index + 1 : index + 2]
    if letter == "u":
        word = patterns.compile(r"\\u[0-9a-fA-F]{0,3}").match(source.text, index)
        span = Span(source, index, word.end() if word else index + 2)
        return syntax_error("JSON", span, f"`{span.text}` lacks some of its four hexadecimal digits")
    shown = letter if letter.isprintable() and letter != " " else ""
    span = Span(source, index, index + 1 + len(shown))
    help_line = f"write `{letter}` alone" if letter == "'" else r"write a backslash as `\\`"
    return syntax_error("JSON", span, f"`{span.text}` is no escape", help_line)
