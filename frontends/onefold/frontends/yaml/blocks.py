"""Block scalars decoded with the place of every character."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.pieces import Piece
    from onefold.kernel.source import Span

_LINE: Final = patterns.compile(r"(?P<spaces> *+)(?P<rest>[^\r\n]*+)(?P<end>\r\n|\r|\n|\Z)")


@frozen
class _Line:
    start: int
    """Index of its first character after the block's indentation."""
    text: str
    end: int
    """Index of its line end."""

    @property
    def deeper(self) -> bool:
        """Whether it is indented more than the block, and so never folded."""
        return self.text[:1] in (" ", "\t")


def block_pieces(span: Span, value: str) -> list[Piece]:
    """The pieces of the block scalar that begins at `span`, as many as make up `value`."""
    lines = _lines(span, value)
    folds = span.text.startswith(">")
    pieces: list[Piece] = []
    last: _Line | None = None
    ends: list[int] = []
    for line in lines:
        if line.text:
            pieces += _between(last, line, ends) if folds else [(end, "\n") for end in ends]
            pieces.append((line.start, line.text))
            last, ends = line, []
        ends.append(line.end)
    return _cut([*pieces, *((end, "\n") for end in ends)], len(value))


def block_lines(span: Span, value: str) -> list[str]:
    """The lines of the block scalar at `span` without its indentation, blank lines after it included."""
    return [line.text for line in _lines(span, value)]


def _between(last: _Line | None, line: _Line, ends: list[int]) -> list[Piece]:
    """What the line ends between two lines of a folded block stand for."""
    if last is None or last.deeper or line.deeper:
        return [(end, "\n") for end in ends]
    return [(end, "\n") for end in ends[1:]] or [(ends[0], " ")]


def _lines(span: Span, value: str) -> list[_Line]:
    text = span.source.text
    header = _LINE.match(text, span.start)
    index = header.end() if header else span.end
    indent = _indentation(text, index, value)
    lines = []
    while index < len(text):
        match = _LINE.match(text, index)
        if not match or (match["rest"] and len(match["spaces"]) < indent):
            break
        start = min(index + indent, match.start("end"))
        lines.append(_Line(start, text[start : match.start("end")], match.start("end")))
        index = match.end()
    return lines


def _indentation(text: str, index: int, value: str) -> int:
    """How far the block is indented: its first line that holds text, less the spaces that belong to the value.

    Every line feed at the beginning of a value is one blank line, in folded blocks too.
    """
    first = value.lstrip("\n")
    if not first:
        return len(text)
    for _ in range(len(value) - len(first)):
        blank = _LINE.match(text, index)
        index = blank.end() if blank else index
    line = _LINE.match(text, index)
    own = len(first) - len(first.lstrip(" "))
    return max(len(line["spaces"]) - own, 0) if line else 0


def _cut(pieces: list[Piece], length: int) -> list[Piece]:
    """Without the line ends after the block that its value does not keep."""
    surplus = sum(len(text) for _, text in pieces) - length
    while surplus > 0 and pieces and pieces[-1][1] == "\n":
        pieces.pop()
        surplus -= 1
    return pieces
