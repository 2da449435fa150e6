"""A difference as one web page: the graph of both versions in one, and every change, prompts side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from onefold.kernel.diff import Change, Difference, Entry, Piece, summary
from onefold.kernel.values import JsonValue
from onefold.tools.graph.layout import TooLarge
from onefold.tools.graph.scene import STATUSES, Scene
from onefold.tools.graph.svg import draw
from onefold.tools.show.difference.sides import Row, side_by_side
from onefold.tools.show.difference.words import (
    changes_of,
    edge_words,
    fields_of,
    kindred_pieces,
    members,
    pieces_of,
    place,
    place_inside,
    plain,
    renamed_to,
)
from onefold.tools.show.web import lines, page, sheet, words

# Rows without a change that stand between two changed ones and are not folded away.
_CONTEXT: Final = 2


def render(difference: Difference, scene: Scene, old: str, new: str) -> str:
    """The page; `old` and `new` are how the two were named."""
    groups = _groups(difference)
    links = {name: f"#{_anchor(name, groups)}" for name in groups if name}
    parts = [_header(difference, old, new)]
    if difference.is_empty:
        parts.append('<p class="same">Both are the same version: there is no difference in meaning.</p>')
    parts.append(_graph(scene, links))
    parts += [_section(name, entries, _anchor(name, groups)) for name, entries in groups.items()]
    parts += _edges(difference)
    title = f"{difference.new.workflow}: {summary(difference)}"
    body = "\n".join(["<main>", *parts, "</main>"])
    styles = sheet("onefold.tools.show", "page.css"), sheet("onefold.tools.graph", "graph.css")
    return page(title, body, *styles)


def _groups(difference: Difference) -> dict[str, list[Entry]]:
    """The entries by the step they are about, as it is called now; those of the workflow itself by the empty name."""
    groups: dict[str, list[Entry]] = {}
    for entry in difference.entries:
        name = "" if entry.path[0] != "steps" else str(entry.new if entry.kind == "renamed" else entry.path[1])
        groups.setdefault(name, []).append(entry)
    return dict(sorted(groups.items(), key=lambda group: group[0] != ""))


def _anchor(name: str, groups: Mapping[str, object]) -> str:
    return f"change-{[*groups].index(name)}"


def _header(difference: Difference, old: str, new: str) -> str:
    sides = [("Before", difference.old, old), ("After", difference.new, new)]
    rows = "".join(
        f'<dt>{label}</dt><dd><code>{words(name)}</code> <code class="version">{words(side.version)}</code></dd>'
        for label, side, name in sides
    )
    title = difference.new.workflow
    was = difference.old.workflow
    before = f' <span class="was">was {words(was)}</span>' if was != title else ""
    return (
        f'<header><h1>{words(title)}{before}</h1>\n<p class="summary">{words(summary(difference))}</p>\n'
        f'<dl class="versions">{rows}</dl></header>'
    )


def _graph(scene: Scene, links: Mapping[str, str]) -> str:
    try:
        drawing = draw(scene, links=links)
    except TooLarge:
        return f'<p class="same">With {len(scene.boxes)} steps the graph is too large to be drawn.</p>'
    present = {box.status for box in scene.boxes.values()} | {arrow.status for arrow in scene.arrows}
    legend = "".join(f'<li class="is-{status}">{_LEGEND[status]}</li>' for status in STATUSES if status in present)
    return (
        f'<section class="drawing" aria-label="Graph"><ul class="legend" aria-label="Legend">{legend}'
        '<li class="plain">an arrow without words is taken on success</li></ul>\n'
        '<div class="canvas" tabindex="0" role="region" aria-label="Graph of both versions">\n'
        f"{drawing}\n</div></section>"
    )


_LEGEND: Final[Mapping[str, str]] = {
    "added": "added",
    "removed": "removed",
    "changed": "changed",
    "renamed": "renamed",
    "same": "unchanged",
    "plain": "",
}


def _section(name: str, entries: Sequence[Entry], anchor: str) -> str:
    title = f"<code>{words(name)}</code>" if name else "Workflow"
    body = "\n".join(map(_entry, entries))
    return f'<section id="{anchor}" class="changes"><h2>{title}</h2>\n{body}\n</section>'


def _entry(entry: Entry) -> str:
    where = f"<code>{words(place(entry))}</code>"
    if entry.kind == "renamed":
        where += f" → <code>{words(renamed_to(entry))}</code>"
    return (
        f'<article class="entry is-{entry.kind}"><h3><span class="tag is-{entry.kind}">{entry.kind}</span> {where}'
        f' <span class="class">{entry.change_class}</span></h3>\n{_body(entry)}</article>'
    )


def _body(entry: Entry) -> str:
    if entry.kind == "renamed":
        return ""
    if entry.kind == "added":
        return _whole(entry.new, "ins")
    if entry.kind == "removed":
        return _whole(entry.old, "del")
    if entry.form == "text":
        return _sides(pieces_of(entry.old, entry.new) or ())
    if entry.form == "set":
        gone, come = members(entry)
        marked = [f"<del>{words(each)}</del>" for each in gone] + [f"<ins>{words(each)}</ins>" for each in come]
        return f'<p class="value">{" ".join(marked)}</p>'
    if entry.form == "json":
        return f'<ul class="inside">{"".join(_inside(entry, change) for change in changes_of(entry))}</ul>'
    return f'<p class="value">{_from_to(entry.old, entry.new)}</p>'


def _from_to(old: JsonValue, new: JsonValue) -> str:
    pieces = kindred_pieces(old, new)
    if pieces is not None:
        return _side(pieces)
    return f"<del>{words(plain(old))}</del> → <ins>{words(plain(new))}</ins>"


def _inside(entry: Entry, change: Change) -> str:
    where = f"<code>{words(place_inside(entry, change))}</code>"
    if change.kind == "added":
        return f"<li>{where} <ins>{words(plain(change.new))}</ins></li>"
    if change.kind == "removed":
        return f"<li>{where} <del>{words(plain(change.old))}</del></li>"
    pieces = pieces_of(change.old, change.new)
    if pieces and any("\n" in piece.text for piece in pieces):
        return f"<li>{where}{_sides(pieces)}</li>"
    return f"<li>{where} {_from_to(change.old, change.new)}</li>"


def _whole(document: JsonValue, tag: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{words(name)}</th><td><{tag}>{lines(value)}</{tag}></td></tr>'
        for name, value in fields_of(document)
    )
    return f'<table class="whole">{rows}</table>'


def _sides(pieces: Sequence[Piece]) -> str:
    rows = "".join(_stretch(is_same, [*rows]) for is_same, rows in _stretches(side_by_side(pieces)))
    return (
        '<table class="sides"><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _stretches(rows: Sequence[Row]) -> Iterator[tuple[bool, Iterator[Row]]]:
    """Rows that are to be seen, and rows between them that are folded away."""
    near = {
        other
        for index, row in enumerate(rows)
        if not row.is_same
        for other in range(index - _CONTEXT, index + _CONTEXT + 1)
    }
    for folded, group in groupby(enumerate(rows), key=lambda each: each[0] not in near):
        yield folded, (row for _, row in group)


def _stretch(folded: bool, rows: Sequence[Row]) -> str:
    if not folded or len(rows) < _CONTEXT:
        return "".join(map(_row, rows))
    text = "".join(piece.text for row in rows for piece in row.old)
    inner = f"<pre>{lines(text.removesuffix(chr(10)))}</pre>"
    count = f"{len(rows)} unchanged lines"
    return f'<tr class="folded"><td colspan="2"><details><summary>{count}</summary>{inner}</details></td></tr>'


def _row(row: Row) -> str:
    kind = ' class="alike"' if row.is_same else ""
    return f"<tr{kind}><td>{_side(row.old)}</td><td>{_side(row.new)}</td></tr>"


def _side(pieces: Sequence[Piece]) -> str:
    return "".join(_piece(piece, is_last=index + 1 == len(pieces)) for index, piece in enumerate(pieces))


def _piece(piece: Piece, *, is_last: bool) -> str:
    if piece.part == "same":
        return lines(piece.text.removesuffix("\n") if is_last else piece.text)
    tag = "del" if piece.part == "removed" else "ins"
    # Line ends and tabs that changed are seen; the last line end of a cell needs no empty line after it.
    text = lines(piece.text).replace("\t", '<span class="sign">⇥</span>\t')
    text = text.replace("\n", '<span class="sign">↵</span>\n')
    return f"<{tag}>{text.removesuffix(chr(10)) if is_last else text}</{tag}>"


def _edges(difference: Difference) -> Iterator[str]:
    if not difference.edges:
        return
    rows = "".join(
        f'<li><span class="tag is-{each.kind}">{each.kind}</span> <code>{words(edge_words(each))}</code></li>'
        for each in difference.edges
    )
    yield f'<section class="changes"><h2>Edges</h2><ul class="inside">{rows}</ul></section>'
