"""A difference as text: an entry after the other, texts word by word, in colour where the terminal has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from onefold.kernel.diff import Change, Difference, Entry, Piece, summary
from onefold.kernel.values import JsonValue
from onefold.tools.show.cells import escaped
from onefold.tools.show.difference.words import (
    by_line,
    changes_of,
    edge_words,
    fields_of,
    kindred_pieces,
    members,
    near_changes,
    pieces_of,
    place,
    place_inside,
    plain,
    renamed_to,
)
from onefold.tools.show.style import Style

_INDENT: Final = "    "
_LINE_END: Final = "↵"
_TAB: Final = "⇥"
_PURPOSES: Final[Mapping[str, str]] = {"added": "help", "removed": "error", "changed": "warning", "renamed": "note"}
_MARKS: Final[Mapping[str, tuple[str, str]]] = {"removed": ("[-", "-]"), "added": ("{+", "+}")}


def render(difference: Difference, old: str, new: str, *, colour: bool = False) -> str:
    """The difference with a line end at its end; `old` and `new` are how the two were named."""
    style = Style(colour)
    if difference.is_empty:
        return f"{style.paint('strong', 'same version')}  {difference.new.version}\n"
    return "\n".join(_lines(difference, old, new, style)) + "\n"


def _lines(difference: Difference, old: str, new: str, style: Style) -> Iterator[str]:
    yield style.paint("strong", escaped(_title(difference)))
    yield style.paint("faint", f"  old  {difference.old.version}  {escaped(old)}")
    yield style.paint("faint", f"  new  {difference.new.version}  {escaped(new)}")
    yield f"  {summary(difference)}"
    for entry in difference.entries:
        yield ""
        yield from entry_lines(entry, style)
    if difference.edges:
        yield ""
        yield style.paint("strong", "edges")
        for edge in difference.edges:
            sign = "+" if edge.kind == "added" else "-"
            yield f"{_INDENT}{style.paint(_PURPOSES[edge.kind], f'{sign} {escaped(edge_words(edge))}')}"


def _title(difference: Difference) -> str:
    old, new = difference.old.workflow, difference.new.workflow
    return new if old == new else f"{old} → {new}"


def entry_lines(entry: Entry, style: Style) -> Iterator[str]:
    """One entry; its first line says what became of what."""
    head = style.paint(_PURPOSES[entry.kind], f"{entry.kind:<8}")
    where = style.paint("strong", escaped(place(entry)))
    if entry.kind == "renamed":
        yield f"{head} {where} → {style.paint('strong', escaped(renamed_to(entry)))}"
    elif entry.kind == "changed":
        yield from _changed(entry, f"{head} {where}", style)
    else:
        yield from _whole(entry.new if entry.kind == "added" else entry.old, f"{head} {where}")


def _changed(entry: Entry, head: str, style: Style) -> Iterator[str]:
    if entry.form == "set":
        gone, come = members(entry)
        words = [style.paint("old", f"-{escaped(each)}") for each in gone]
        words += [style.paint("new", f"+{escaped(each)}") for each in come]
        yield f"{head}: {'  '.join(words)}"
    elif entry.form == "json":
        yield head
        for change in changes_of(entry):
            yield from _inside(entry, change, style)
    elif entry.form == "text":
        yield head
        yield from _pieces(pieces_of(entry.old, entry.new) or (), style)
    else:
        yield from _replaced(head, entry.old, entry.new, style)


def _replaced(head: str, old: JsonValue, new: JsonValue, style: Style) -> Iterator[str]:
    """One value in place of another; of long texts the words that changed."""
    pieces = kindred_pieces(old, new)
    if pieces is None:
        yield f"{head}: {style.paint('old', escaped(plain(old)))} → {style.paint('new', escaped(plain(new)))}"
    elif any("\n" in piece.text for piece in pieces):
        yield head
        yield from _pieces(pieces, style, indent=_INDENT * 2)
    else:
        yield f"{head}: {''.join(_piece(piece, style) for piece in pieces)}"


def _inside(entry: Entry, change: Change, style: Style) -> Iterator[str]:
    """A change inside of arguments or a schema."""
    where = f"{_INDENT}{escaped(place_inside(entry, change))}"
    if change.kind == "changed":
        yield from _replaced(where, change.old, change.new, style)
    elif change.kind == "added":
        yield f"{where}: {style.paint('new', '+' + escaped(plain(change.new)))}"
    else:
        yield f"{where}: {style.paint('old', '-' + escaped(plain(change.old)))}"


def _whole(document: JsonValue, head: str) -> Iterator[str]:
    fields = [*fields_of(document)]
    if len(fields) == 1 and not fields[0][0] and "\n" not in fields[0][1]:
        yield f"{head}: {escaped(fields[0][1])}"
        return
    yield head
    for name, value in fields:
        *_, last = lines = value.split("\n")
        if len(lines) == 1:
            yield f"{_INDENT}{escaped(name)}{': ' if name else ''}{escaped(last)}"
            continue
        yield f"{_INDENT}{escaped(name)}:"
        yield from (f"{_INDENT * 2}{escaped(line)}".rstrip() for line in (lines if last else lines[:-1]))


def _pieces(pieces: tuple[Piece, ...], style: Style, indent: str = _INDENT) -> Iterator[str]:
    """The lines of a text that changed, with the words marked; what is not shown is three dots."""
    found = by_line(pieces)
    after = 0
    for start, end in near_changes(found):
        if start > after:
            yield style.paint("faint", f"{indent}⋯")
        for line in found[start:end]:
            shown = "".join(_piece(piece, style) for piece in line)
            yield f"{indent}{shown}" if shown else ""
        after = end
    if after < len(found):
        yield style.paint("faint", f"{indent}⋯")


def _piece(piece: Piece, style: Style) -> str:
    """A piece of one line; tabs and line ends are seen where they are what changed."""
    cells = [escaped(cell) for cell in piece.text.removesuffix("\n").split("\t")]
    if piece.part == "same":
        return "\t".join(cells)
    words = _TAB.join(cells) + (_LINE_END if piece.text.endswith("\n") else "")
    opening, closing = ("", "") if style.colour else _MARKS[piece.part]
    return style.paint("old" if piece.part == "removed" else "new", f"{opening}{words}{closing}")
