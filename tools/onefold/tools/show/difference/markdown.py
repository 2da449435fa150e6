"""A difference as Markdown for a review comment. What authors wrote stands in code alone, where nothing is markup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel import patterns
from onefold.kernel.diff import Change, Difference, Entry, Piece, summary
from onefold.kernel.values import JsonValue
from onefold.tools.show.cells import escaped
from onefold.tools.show.difference.words import (
    by_line,
    changes_of,
    edge_words,
    fields_of,
    members,
    near_changes,
    pieces_of,
    place,
    place_inside,
    plain,
    renamed_to,
)
from onefold.tools.show.web import lines

LIMIT: Final = 65_536
"""Characters that a review comment may have on the common hosts; counted as UTF-16, which is never fewer."""
_LONGEST_VALUE: Final = 300
_LONGEST_TEXT: Final = 8_000
_TICKS: Final = patterns.compile("`+")
_ROOM_FOR_NOTE: Final = 200


def render(difference: Difference, old: str, new: str) -> str:
    """The difference with a line end at its end; `old` and `new` are how the two were named."""
    title = code(difference.new.workflow)
    if difference.is_empty:
        return f"**{title}**: same version {code(difference.new.version)}\n"
    head = [
        f"### {title}: {summary(difference)}",
        f"{code(old)} {code(difference.old.version)} → {code(new)} {code(difference.new.version)}",
    ]
    blocks = [*map(_entry, difference.entries), *_edges(difference)]
    return _fitting(head, blocks)


def code(text: str) -> str:
    """Text as code on one line, whatever is in it.

    >>> code("a `b` <c>"), code("")
    ('`` a `b` <c> ``', '`""`')
    """
    shown = escaped(text) or '""'
    fence = "`" * (max((len(each) for each in _TICKS.findall(shown)), default=0) + 1)
    air = " " if "`" in shown or shown[0] == " " or shown[-1] == " " else ""
    return f"{fence}{air}{shown}{air}{fence}"


def _fitting(head: list[str], blocks: list[str]) -> str:
    """The blocks that fit into a comment, and a note where some do not."""
    whole = "\n\n".join([*head, *blocks]) + "\n"
    if _size(whole) <= LIMIT:
        return whole
    kept = [*head]
    room = LIMIT - _ROOM_FOR_NOTE - _size("\n\n".join(head))
    for block in blocks:
        room -= _size(block) + 2
        if room < 0:
            break
        kept.append(block)
    left = len(blocks) - (len(kept) - len(head))
    note = f"*Not shown, as a comment has no room for them: {left} more. `onefold diff` shows everything.*"
    return "\n\n".join([*kept, note]) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _entry(entry: Entry) -> str:
    head = f"**{entry.kind}** {code(place(entry))}"
    if entry.kind == "renamed":
        return f"{head} → {code(renamed_to(entry))}"
    if entry.kind != "changed":
        return _whole(head, entry.new if entry.kind == "added" else entry.old)
    if entry.form == "text":
        return f"{head}\n\n{_text(pieces_of(entry.old, entry.new) or ())}"
    if entry.form == "set":
        gone, come = members(entry)
        words = [f"− {_value(each)}" for each in gone] + [f"+ {_value(each)}" for each in come]
        return f"{head}: {', '.join(words)}"
    if entry.form == "json":
        return "\n".join([head, "", *(_inside(entry, change) for change in changes_of(entry))])
    return f"{head}: {_value(plain(entry.old))} → {_value(plain(entry.new))}"


def _inside(entry: Entry, change: Change) -> str:
    where = f"- {code(place_inside(entry, change))}"
    if change.kind == "added":
        return f"{where}: + {_value(plain(change.new))}"
    if change.kind == "removed":
        return f"{where}: − {_value(plain(change.old))}"
    return f"{where}: {_value(plain(change.old))} → {_value(plain(change.new))}"


def _value(text: str) -> str:
    return code(text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…")


def _whole(head: str, document: JsonValue) -> str:
    fields = [(name, value) for name, value in fields_of(document)]
    if len(fields) == 1 and not fields[0][0]:
        return f"{head}: {_value(fields[0][1])}"
    shown = [f"- {code(name)}: {_value(value)}" if name else f"- {_value(value)}" for name, value in fields]
    return "\n".join([head, "", *shown])


def _text(pieces: tuple[Piece, ...]) -> str:
    """The lines that changed, preformatted, with the words marked as removed and added."""
    markup = "\n".join(_text_lines(pieces))
    # The tag that opens the block keeps everything up to the one that closes it from being read as Markdown.
    return f"<pre>\n{markup}\n</pre>"


def _text_lines(pieces: tuple[Piece, ...]) -> Iterator[str]:
    found = by_line(pieces)
    after = size = 0
    for start, end in near_changes(found):
        if start > after:
            yield "⋯"
        for line in found[start:end]:
            markup = "".join(_piece(piece) for piece in line)
            size += len(markup) + 1
            if size > _LONGEST_TEXT:
                yield "⋯ (too long for a comment)"
                return
            yield markup or " "
        after = end
    if after < len(found):
        yield "⋯"


def _piece(piece: Piece) -> str:
    words = lines(piece.text.removesuffix("\n"))
    if piece.part == "same":
        return words
    tag = "del" if piece.part == "removed" else "ins"
    return f"<{tag}>{words}{'↵' if piece.text.endswith(chr(10)) else ''}</{tag}>"


def _edges(difference: Difference) -> Iterator[str]:
    if difference.edges:
        shown = [f"- {each.kind} {code(edge_words(each))}" for each in difference.edges]
        yield "\n".join(["**edges**", "", *shown])
