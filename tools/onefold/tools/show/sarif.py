"""Diagnostics for code scanning: a SARIF 2.1.0 log.

Columns count Unicode code points, as everywhere in onefold. A finding is recognised from run to run by its code and
its place in the workflow, so moving lines about makes no new finding of an old one.
"""

from __future__ import annotations

import os
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from blake3 import blake3

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.tools.pages import page_of
from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final

    from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
    from onefold.kernel.source import Span
    from onefold.kernel.values import JsonObject
    from onefold.tools.pages import Page

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_FINGERPRINT: Final = "onefold/v1"
_CONTEXT: Final = "onefold finding v1"
# What would begin a link in a message.
_LINK: Final = patterns.compile(r"\](?=\()")


@frozen
class Sighted:
    """One finding, with the source it was found in."""

    diagnostic: Diagnostic
    path: str
    workflow: str | None


def log(found: Sequence[Sighted], notes: Sequence[Diagnostic], *, complete: bool) -> JsonObject:
    """The log of one run; `complete` says whether every source could be read."""
    rules = sorted({each.diagnostic.code for each in found} | {each.code for each in notes})
    numbers = {code: number for number, code in enumerate(rules)}
    pages = [page for code in rules if (page := page_of(code))]
    notifications = [_notification(each, numbers) for each in notes]
    run: JsonObject = {
        "tool": {"driver": {"name": "onefold", "version": _version(), "rules": list(map(_rule, pages))}},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "invocations": [{"executionSuccessful": complete, "toolExecutionNotifications": notifications}],
        "results": list(_results(found, numbers)),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _version() -> str:
    try:
        return version("onefold")
    except PackageNotFoundError:  # a checkout that nobody installed
        return "0"


def _rule(page: Page) -> JsonObject:
    return {
        "id": page.code.id,
        "name": page.name,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.title},
        "help": {"text": page.text, "markdown": page.text},
        "defaultConfiguration": {"level": page.code.severity},
    }


def _notification(note: Diagnostic, numbers: Mapping[str, int]) -> JsonObject:
    return {
        "level": note.severity,
        "message": _message(note),
        "associatedRule": {"id": note.code, "index": numbers[note.code]},
    }


def _results(found: Iterable[Sighted], numbers: Mapping[str, int]) -> Iterator[JsonObject]:
    seen: Counter[tuple[str, ...]] = Counter()
    for each in found:
        diagnostic = each.diagnostic
        identity = (diagnostic.code, each.workflow or "", diagnostic.ir_path or diagnostic.message)
        seen[identity] += 1
        related = [_related(number, place, each.path) for number, place in enumerate(diagnostic.related)]
        yield {
            "ruleId": diagnostic.code,
            "ruleIndex": numbers[diagnostic.code],
            "level": diagnostic.severity,
            "message": _message(diagnostic),
            "locations": [_location(diagnostic.span, each.path, diagnostic.ir_path)],
            **({"relatedLocations": related} if related else {}),
            "partialFingerprints": {_FINGERPRINT: _fingerprint((*identity, str(seen[identity])))},
        }


def _fingerprint(identity: Iterable[str]) -> str:
    data = b"".join(len(encoded).to_bytes(8, "big") + encoded for encoded in map(os.fsencode, identity))
    return blake3(data, derive_key_context=_CONTEXT).hexdigest()


def _message(diagnostic: Diagnostic) -> JsonObject:
    text = f"{diagnostic.message} Help: {diagnostic.help}" if diagnostic.help else diagnostic.message
    return {"text": _plain(text)}


def _plain(text: str) -> str:
    """Text for a message: shown as it is, and no part of it a link."""
    return _LINK.sub(r"\]", escaped(text))


def _related(number: int, related: RelatedPlace, path: str) -> JsonObject:
    place = _location(related.span, path, related.ir_path)
    return {"id": number, "message": {"text": _plain(related.message)}, **place}


def _location(span: Span | None, path: str, ir_path: str | None) -> JsonObject:
    artifact = {"uri": uri(path if span is None else span.source.name)}
    physical = {"artifactLocation": artifact, **({} if span is None else {"region": _region(span)})}
    logical = {} if ir_path is None else {"logicalLocations": [{"fullyQualifiedName": escaped(ir_path)}]}
    return {"physicalLocation": physical, **logical}


def _region(span: Span) -> JsonObject:
    start, end = span.source.position(span.start), span.source.position(span.end)
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def uri(path: str) -> str:
    """The address of a file: relative where the path is.

    >>> uri("flows/a b.fold")
    'flows/a%20b.fold'
    """
    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(os.fsencode(Path(path).as_posix() if path else path), safe="/")
