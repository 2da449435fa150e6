"""Text blocks: lines between two delimiters, without the white space that only indents them."""

from __future__ import annotations

from onefold.frontends.fold.strings import raw_character, unescaped
from onefold.frontends.refusal import Refused, syntax_error
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place, Related
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.kernel.source import Source

DELIMITER: Final = '"""'
_OPENING: Final = patterns.compile(r'"""\r?\n')
_TAIL: Final = patterns.compile(r"[^\r\n]*")
_LINE: Final = patterns.compile(r"[^\r\n]*+(?=\r?\n)")
_MARGIN: Final = patterns.compile(r"[ \t]*+")
_CONTROL: Final = patterns.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")
# Backslashes of which the last one escapes the line end.
_JOINING: Final = patterns.compile(r"(?<!\\)(?:\\\\)*+\\\Z")


@frozen
class _Block:
    """The inside of a text block, cut into lines."""

    lines: tuple[tuple[int, int], ...]
    """Start and end of each line before that of the closing delimiter."""
    margin: Span
    """The white space with which the line of the closing delimiter begins."""
    rest: tuple[int, int]
    """What stands between that and the closing delimiter."""


def text_block(source: Source, start: int, end: int) -> list[Piece]:
    """The pieces of the block that fills the range; raises `Refused` at the first fault."""
    return list(_pieces(source, _block(source, start, end)))


def has_joined_lines(span: Span) -> bool:
    """Whether an escaped line end joins two lines of the block."""
    lines = _block(span.source, span.start, span.end).lines
    return any(_JOINING.search(span.source.text, start, end) for start, end in lines)


def with_margin(span: Span, margin: str) -> str:
    """The block as it is written, behind another margin."""
    text, block = span.source.text, _block(span.source, span.start, span.end)
    lines = [text[_without_margin(span.source, start, end, block.margin) : end] for start, end in block.lines]
    rest = text[block.rest[0] : block.rest[1]]
    written = (f"{margin}{line}\n" if line else "\n" for line in lines)
    return "".join([f"{DELIMITER}\n", *written, f"{margin}{rest}{DELIMITER}"])


def _block(source: Source, start: int, end: int) -> _Block:
    text = source.text
    opening = _OPENING.match(text, start)
    if opening is None:
        raise _unopened(source, start)
    raw = _CONTROL.search(text, start, end)
    if raw:
        raise raw_character(source, raw.start())
    index, closing = opening.end(), end - len(DELIMITER)
    lines = []
    while match := _LINE.match(text, index, closing):
        lines.append((index, match.end()))
        index = text.index("\n", match.end()) + 1
    margin = _MARGIN.match(text, index, closing)
    margin_end = margin.end() if margin else index
    return _Block(tuple(lines), Span(source, index, margin_end), (margin_end, closing))


def _unopened(source: Source, start: int) -> Refused:
    """Something stands between the opening delimiter and its line end."""
    tail = _TAIL.match(source.text, start + len(DELIMITER))
    end = tail.end() if tail else start
    index = start + len(DELIMITER)
    if index == end:
        # The line ends at once, but with a lone CR.
        return raw_character(source, index)
    message = 'a line end was expected after `"""`'
    help_line = "a text block begins on the next line; a short text stands between single quotation marks"
    return syntax_error("fold", Span(source, index, end), message, help_line.replace("single quotation marks", '`"`'))


def _pieces(source: Source, block: _Block) -> Iterator[Piece]:
    for start, end in block.lines:
        first = _without_margin(source, start, end, block.margin)
        joined = _JOINING.search(source.text, first, end)
        yield from unescaped(source, first, end - 1 if joined else end)
        if not joined:
            yield end, "\n"
    yield from unescaped(source, *block.rest)


def _without_margin(source: Source, start: int, end: int, margin: Span) -> int:
    """Where a line's text begins."""
    if source.text.startswith(margin.text, start, end):
        return start + len(margin.text)
    white = _MARGIN.match(source.text, start, end)
    white_end = white.end() if white else start
    if white_end == end and end - start < len(margin.text):
        return end
    raise _ragged(source, start, max(white_end, start + 1), margin)


def _ragged(source: Source, start: int, end: int, margin: Span) -> Refused:
    related = (Related(Place(span=margin), 'the line of the closing `"""` begins with this'),)
    message = 'a line of this text block begins with other white space than the line of its closing `"""`'
    help_line = "indent every line at least as far as the closing delimiter, with the same characters"
    arguments = {"format": "fold", "message": message}
    return Refused(Finding("syntax-error", Place(span=Span(source, start, end)), arguments, related, help_line))
