"""Diagnostics for programs: JSON objects whose shape `onefold schema` publishes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from onefold.frontends.json.render import rendered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
    from onefold.kernel.source import Position, Span
    from onefold.kernel.values import JsonObject


def printed(document: JsonObject) -> str:
    """JSON that can be shown on a terminal and put into a page: what is not harmless there is written as an escape."""
    return "".join(printed_pieces(document))


def printed_pieces(document: JsonObject) -> Iterator[str]:
    """What `printed` gives, piece by piece."""
    for piece in rendered(document):
        yield visible(piece.replace("<", r"\u003c") if "<" in piece else piece)


def visible(text: str) -> str:
    """JSON text in which every character that nobody would see is written as an escape."""
    return text if text.replace("\n", "").isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    return character if character == "\n" or character.isprintable() else json.dumps(character)[1:-1]


def diagnostic_object(diagnostic: Diagnostic) -> JsonObject:
    """One diagnostic. Lines and columns count from 1, columns characters; offsets count UTF-8 bytes from 0."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "ir_path": diagnostic.ir_path,
        "span": span_object(diagnostic.span),
        "related": [_related_object(each) for each in diagnostic.related],
        "help": diagnostic.help,
    }


def check_object(ok: bool, results: Iterable[JsonObject], notes: Sequence[Diagnostic] = ()) -> JsonObject:
    """What `check --format json` prints; `notes` are about all sources together, and left out where there are none."""
    said = {"notes": [diagnostic_object(each) for each in notes]} if notes else {}
    return {"onefold": "check/1", "ok": ok, "results": list(results), **said}


def result_object(
    path: str, workflow: str | None, version: str | None, diagnostics: Iterable[Diagnostic]
) -> JsonObject:
    """What was found in one source; `workflow` and `version` are null where they are not known."""
    return {
        "path": path,
        "workflow": workflow,
        "version": version,
        "diagnostics": [diagnostic_object(each) for each in diagnostics],
    }


def span_object(span: Span | None) -> JsonObject | None:
    """A half-open range of a source."""
    if span is None:
        return None
    source = span.source
    return {
        "path": source.name,
        "start": _position_object(source.position(span.start)),
        "end": _position_object(source.position(span.end)),
    }


def _related_object(related: RelatedPlace) -> JsonObject:
    return {"message": related.message, "ir_path": related.ir_path, "span": span_object(related.span)}


def _position_object(position: Position) -> JsonObject:
    return {"line": position.line, "column": position.column, "offset": position.offset}
