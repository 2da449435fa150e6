"""The words that every rendering of a difference uses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast

from onefold.kernel.diff import Change, EdgeChange, Entry, Piece, structural_changes, word_difference
from onefold.kernel.ir.path import format_path
from onefold.kernel.values import JsonValue

# Lines around a change that are shown with it.
CONTEXT = 1
# Shorter values are read faster one after the other.
_LONG = 32


def plain(value: JsonValue) -> str:
    """A value on one line; a text as it is where it could be nothing else, and in quotes otherwise.

    >>> plain("ci.lint"), plain(""), plain("true"), plain([1, None])
    ('ci.lint', '""', '"true"', '[1, null]')
    """
    if isinstance(value, str) and value.strip() == value and value and _is_no_json(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_no_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return "\n" not in text
    return False


def place(entry: Entry) -> str:
    """Where an entry is, in words."""
    return format_path(entry.path)


def place_inside(entry: Entry, change: Change) -> str:
    """Where a change inside of arguments or a schema is: the whole path."""
    return format_path((*entry.path, *change.path))


def renamed_to(entry: Entry) -> str:
    """The new path of a renamed step."""
    return format_path((*entry.path[:-1], str(entry.new)))


def members(entry: Entry) -> tuple[list[str], list[str]]:
    """The members of a set that went and that came."""
    old, new = (cast("list[JsonValue]", each) for each in (entry.old, entry.new))
    return [plain(each) for each in old if each not in new], [plain(each) for each in new if each not in old]


def fields_of(document: JsonValue) -> Iterator[tuple[str, str]]:
    """The fields of a step, transition or other record, each with its value; a text keeps its lines."""
    if not isinstance(document, Mapping):
        yield "", plain(document)
        return
    for name, value in document.items():
        yield name, value if isinstance(value, str) and "\n" in value else plain(value)


def pieces_of(old: JsonValue, new: JsonValue) -> tuple[Piece, ...] | None:
    """The word by word difference of two values, where both are texts."""
    return word_difference(old, new) if isinstance(old, str) and isinstance(new, str) else None


def kindred_pieces(old: JsonValue, new: JsonValue) -> tuple[Piece, ...] | None:
    """The word by word difference of two values where that reads better than one after the other.

    That is so for texts that are long and have words in common.
    """
    pieces = pieces_of(old, new)
    if pieces is None or max(len(str(old)), len(str(new))) < _LONG:
        return None
    return pieces if any(piece.part == "same" and piece.text.strip() for piece in pieces) else None


def changes_of(entry: Entry) -> Iterator[Change]:
    """The changes inside of arguments or a schema."""
    return structural_changes(entry.old, entry.new)


def edge_words(edge: EdgeChange) -> str:
    """An edge of the graph, in words.

    >>> edge_words(EdgeChange("added", "a", "b", "transition", "failure"))
    'a → b on failure'
    """
    by = f"on {edge.outcome}" if edge.outcome else f"by {edge.by}"
    return f"{edge.origin} → {edge.target} {by}"


def by_line(pieces: tuple[Piece, ...]) -> list[list[Piece]]:
    """The pieces cut after every line end, line by line; the line end stays with what it belongs to."""
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        *whole, rest = piece.text.split("\n")
        for line in whole:
            found[-1].append(Piece(piece.part, f"{line}\n"))
            found.append([])
        if rest:
            found[-1].append(Piece(piece.part, rest))
    return found if found[-1] else found[:-1]


def near_changes(found: list[list[Piece]]) -> list[tuple[int, int]]:
    """The ranges of lines worth showing: those with a change, and a few around them."""
    ranges: list[tuple[int, int]] = []
    for index, line in enumerate(found):
        if all(piece.part == "same" for piece in line):
            continue
        start, end = max(0, index - CONTEXT), min(len(found), index + CONTEXT + 1)
        if ranges and start <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], end)
        else:
            ranges.append((start, end))
    return ranges
