"""Source lines with places underlined."""

from __future__ import annotations

from onefold.kernel.classes import evolve, frozen
from onefold.tools.show.cells import escaped
from onefold.tools.show.excerpt import excerpt, is_long

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.source import Source, Span
    from onefold.tools.show.style import Style

# Of a place that covers more lines, only the first are shown.
_LINES: Final = 3


@frozen
class Mark:
    """A place to underline."""

    span: Span
    sign: str
    """The character that underlines it."""
    purpose: str
    """Its colour."""
    label: str = ""


@frozen
class _Stroke:
    """The part of a mark that lies on one line, as indexes into the source."""

    line: int
    start: int
    end: int
    mark: Mark
    label: str = ""
    cut: bool = False
    """Whether further lines of the mark are not shown."""


def gutter(marks: Sequence[Mark]) -> int:
    """Width of the column of line numbers."""
    return max(len(str(stroke.line)) for mark in marks for stroke in _strokes(mark))


def snippet(marks: Sequence[Mark], margin: int, columns: int, style: Style) -> Iterator[str]:
    """The lines that the marks of one source touch, in order, each followed by its underlines."""
    strokes = sorted((stroke for mark in marks for stroke in _strokes(mark)), key=lambda each: each.line)
    bar = style.paint("gutter", f"{' ' * margin} |")
    yield bar
    previous: _Stroke | None = None
    for stroke in strokes:
        source = stroke.mark.span.source
        repeated = previous is not None and previous.line == stroke.line and not is_long(source, stroke.line, columns)
        if previous is not None and (previous.cut or stroke.line > previous.line + 1):
            yield style.paint("gutter", "...")
        drawn = excerpt(source, stroke.line, stroke.start, stroke.end, columns)
        if not repeated:
            yield f"{style.paint('gutter', f'{stroke.line:>{margin}} |')} {drawn.text}".rstrip()
        underline = stroke.mark.sign * (drawn.end - drawn.start)
        underline = f"{underline} {escaped(stroke.label)}" if stroke.label else underline
        yield f"{bar} {' ' * drawn.start}{style.paint(stroke.mark.purpose, underline)}"
        previous = stroke
    if previous is not None and previous.cut:
        yield style.paint("gutter", "...")


def _strokes(mark: Mark) -> list[_Stroke]:
    source = mark.span.source
    start, end = mark.span.start, _inner_end(mark.span)
    first, last = source.position(start).line, source.position(end).line
    shown = range(first, min(last, first + _LINES - 1) + 1)
    strokes = [_Stroke(number, *_part(source, number, start, end), mark) for number in shown]
    strokes[-1] = evolve(strokes[-1], label=mark.label, cut=last > shown[-1])
    return strokes


def _inner_end(span: Span) -> int:
    """The end of a span without the line ends that it ends with."""
    end = span.end
    while end > span.start and span.source.text[end - 1] in "\r\n":
        end -= 1
    return end


def _part(source: Source, number: int, start: int, end: int) -> tuple[int, int]:
    """The range of a line that lies between two indexes; on later lines, without the indentation."""
    first, last = source.line(number)
    if start < first:
        while first < last and source.text[first].isspace():
            first += 1
        start = first
    return min(start, last), max(min(end, last), min(start, last))
