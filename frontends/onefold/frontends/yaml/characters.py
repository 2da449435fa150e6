"""Scalars decoded once more, with the place of every character: through folding, escapes and indentation."""

from __future__ import annotations

from onefold.frontends.pieces import joined, positions
from onefold.frontends.yaml.blocks import block_pieces
from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.frontends.tree import ScalarNode
    from onefold.kernel.source import Span

# A line end inside a flow scalar, with the white space around it and the blank lines after it.
_FOLD: Final = r"(?P<fold>[ \t]*+(?:\r\n|\r|\n)(?:[ \t]|\r\n|\r|\n)*+)"
_PLAIN: Final = patterns.compile(_FOLD + r"|[^ \t\r\n]++|[ \t]++")
_SINGLE: Final = patterns.compile(_FOLD + r"|(?P<quote>'')|[^ \t\r\n']++|[ \t]++")
_DOUBLE: Final = patterns.compile(
    r"(?P<joined>\\(?:\r\n|\r|\n)(?:[ \t]|\r\n|\r|\n)*+)|"
    + _FOLD
    + r"|\\(?:x(?P<two>[0-9a-fA-F]{2})|u(?P<four>[0-9a-fA-F]{4})|U(?P<eight>[0-9a-fA-F]{8})|(?P<short>.))"
    + r"|[^ \t\r\n\\]++|[ \t]++"
)
_QUOTED: Final = {"'": _SINGLE, '"': _DOUBLE}
_LINE_END: Final = patterns.compile(r"\r\n|\r|\n")
_SHORT: Final = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def characters(node: ScalarNode) -> Sequence[int] | None:
    """Where each character of a string's value stands in the source, and where it ends.

    `None` where the scalar is no string, or is not decoded to exactly its value.
    """
    if not isinstance(node.value, str):
        return None
    span, style = node.span, node.span.text[:1]
    if style in ("|", ">"):
        pieces = block_pieces(span, node.value)
        end = pieces[-1][0] + len(pieces[-1][1]) if pieces else span.end
    else:
        quote = 1 if style in _QUOTED else 0
        end = span.end - quote
        pieces = list(_pieces(_QUOTED.get(style, _PLAIN), span, span.start + quote, end))
    return positions(pieces, end) if joined(pieces) == node.value else None


def _pieces(pattern: re.Pattern[str], span: Span, start: int, end: int) -> Iterator[Piece]:
    for match in pattern.finditer(span.source.text, start, end):
        groups = match.groupdict()
        if groups.get("fold"):
            yield from _folded(match)
        elif groups.get("joined"):
            yield from [(index, "\n") for index in _line_ends(match)[1:]]
        elif groups.get("quote"):
            yield match.start(), "'"
        elif match[0].startswith("\\") and pattern is _DOUBLE:
            yield match.start(), _unescaped(match)
        else:
            yield match.start(), match[0]


def _folded(match: re.Match[str]) -> list[Piece]:
    """One line end is a space; with blank lines after it, each of those is a line feed."""
    line_ends = _line_ends(match)
    return [(index, "\n") for index in line_ends[1:]] or [(line_ends[0], " ")]


def _line_ends(match: re.Match[str]) -> list[int]:
    return [match.start() + line_end.start() for line_end in _LINE_END.finditer(match[0])]


def _unescaped(match: re.Match[str]) -> str:
    if match["short"]:
        return _SHORT.get(match["short"], "")
    return chr(min(int(match["two"] or match["four"] or match["eight"], 16), 0x10FFFF))
