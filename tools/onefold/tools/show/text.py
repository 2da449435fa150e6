"""Diagnostics for people: code, place, the source lines with the spot underlined, related places, help."""

from __future__ import annotations

from onefold.tools.show.cells import escaped
from onefold.tools.show.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
    from onefold.kernel.source import Span

COLUMNS: Final = 120
# A finding may name a thousand places; more than these help nobody. Formats for machines have all of them.
_RELATED: Final = 5


def render(diagnostic: Diagnostic, *, colour: bool = False, path: str | None = None, columns: int = COLUMNS) -> str:
    """One diagnostic as several lines of text, without a line end at its end.

    `path` names the source where the diagnostic itself has no span. Lines of the source longer than about
    `columns` are cut around the spot. Whatever the source holds, the text is harmless to a terminal.
    """
    return "\n".join(_lines(diagnostic, Style(colour), path, columns))


def _lines(diagnostic: Diagnostic, style: Style, path: str | None, columns: int) -> Iterator[str]:
    title = style.paint(diagnostic.severity, f"{diagnostic.severity}[{diagnostic.code}]")
    yield f"{title}{style.paint('strong', f': {escaped(diagnostic.message)}')}"
    span, related = diagnostic.span, diagnostic.related[:_RELATED]
    near = [each for each in related if span and each.span and each.span.source is span.source]
    margin = 1
    if span:
        from onefold.tools.show.snippet import Mark, gutter, snippet  # Here and below: not every finding has a place.

        marks = [Mark(span, "^", diagnostic.severity)]
        marks += [Mark(each.span, "-", "related", each.message) for each in near if each.span]
        margin = gutter(marks)
        yield _arrow(margin, place(span), style)
        yield from snippet(marks, margin, columns - margin - 3, style)
    elif path or diagnostic.ir_path:
        yield _arrow(margin, ": ".join(filter(None, (path, diagnostic.ir_path))), style)
    remarks = [*_notes([each for each in related if each not in near], margin, columns, style)]
    if len(diagnostic.related) > _RELATED:
        remarks.append(_remark(margin, "note", f"and {len(diagnostic.related) - _RELATED} more places", style))
    if diagnostic.help:
        remarks.append(_remark(margin, "help", diagnostic.help, style))
    if span and remarks:
        yield style.paint("gutter", f"{' ' * margin} |")
    yield from remarks


def place(span: Span) -> str:
    """`file:line:column` of the beginning of a span."""
    position = span.source.position(span.start)
    return f"{span.source.name}:{position.line}:{position.column}"


def _notes(related: Sequence[RelatedPlace], margin: int, columns: int, style: Style) -> Iterator[str]:
    for each in related:
        if each.span is None:
            where = f" ({each.ir_path})" if each.ir_path else ""
            yield _remark(margin, "note", f"{each.message}{where}", style)
            continue
        from onefold.tools.show.snippet import Mark, gutter, snippet

        yield _remark(margin, "note", each.message, style)
        marks = [Mark(each.span, "-", "related")]
        yield _arrow(margin, place(each.span), style)
        yield from snippet(marks, max(margin, gutter(marks)), columns - margin - 3, style)


def _arrow(margin: int, where: str, style: Style) -> str:
    return f"{' ' * margin}{style.paint('gutter', '-->')} {escaped(where)}"


def _remark(margin: int, word: str, text: str, style: Style) -> str:
    return f"{' ' * margin} {style.paint('gutter', '=')} {style.paint(word, word)}: {escaped(text)}"
