"""Quoted texts: the escapes of JSON, decoded with the place of every character."""

from __future__ import annotations

from onefold.frontends.refusal import Refused, excerpt, syntax_error
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.kernel.source import Source

# A surrogate pair is one character; so it comes before a single escape.
_PART: Final = patterns.compile(
    r"[^\\]++"
    r"|\\u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\u(?P<unit>[0-9a-fA-F]{4})"
    r"|\\(?P<short>[\"\\/bfnrt])"
    r"|(?P<bad>\\(?:u[0-9a-fA-F]{0,3}|\{\{|[\s\S])?)"
)
_SHORT: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"
}  # fmt: skip
_CONTROL: Final = patterns.compile(r"[\x00-\x1f]")
_SURROGATES: Final = range(0xD800, 0xE000)


def quoted(source: Source, start: int, end: int) -> list[Piece]:
    """The pieces of the text whose quotes stand at `start` and `end - 1`; raises `Refused` at a fault."""
    raw = _CONTROL.search(source.text, start, end)
    if raw:
        raise raw_character(source, raw.start())
    return list(unescaped(source, start + 1, end - 1))


def unescaped(source: Source, start: int, end: int) -> Iterator[Piece]:
    """The pieces of one line of a text, its escapes read; raises `Refused` at one that is none."""
    if source.text.find("\\", start, end) < 0:
        if start < end:
            yield start, source.text[start:end]
        return
    for match in _PART.finditer(source.text, start, end):
        yield match.start(), _decoded(source, match)


def raw_character(source: Source, index: int) -> Refused:
    """The refusal of a control character that stands in a text as itself."""
    character = source.text[index]
    escape = {"\t": r"\t", "\r": r"\r", "\b": r"\b", "\f": r"\f"}.get(character, f"\\u{ord(character):04x}")
    message = f"the control character U+{ord(character):04X} stands raw in a text"
    return syntax_error("fold", Span(source, index, index + 1), message, f"write it as `{escape}`")


def _decoded(source: Source, match: re.Match[str]) -> str:
    if match["short"]:
        return _SHORT[match["short"]]
    if match["high"]:
        return chr(0x10000 + (int(match["high"], 16) - 0xD800) * 0x400 + int(match["low"], 16) - 0xDC00)
    if match["bad"]:
        raise _bad_escape(Span(source, match.start(), match.end()))
    if match["unit"]:
        unit = int(match["unit"], 16)
        if unit in _SURROGATES:
            place = Place(span=Span(source, match.start(), match.end()))
            raise Refused(Finding("lone-surrogate", place))
        return chr(unit)
    return match[0]


def _bad_escape(span: Span) -> Refused:
    written = span.text
    if written.startswith(r"\u"):
        return syntax_error("fold", span, f"`{written}` lacks some of its four hexadecimal digits")
    if len(written) == 1 or not written[1].isprintable():
        message = "a backslash stands alone"
    else:
        message = f"`{excerpt(written)}` is no escape"
    help_line = r"write `\\{{` for the `\{{` of a template" if written == r"\{{" else r"write a backslash as `\\`"
    return syntax_error("fold", span, message, help_line)
