"""Bytes to text: UTF-8, with or without a byte order mark, and nothing else."""

from __future__ import annotations

import codecs

from onefold.frontends.frontend import Limits
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Source, Span

# UTF-32 before UTF-16: the little-endian mark of the former begins with that of the latter.
_FOREIGN_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32 (little endian)"),
    (codecs.BOM_UTF32_BE, "UTF-32 (big endian)"),
    (codecs.BOM_UTF16_LE, "UTF-16 (little endian)"),
    (codecs.BOM_UTF16_BE, "UTF-16 (big endian)"),
)


def decode(name: str, data: bytes, limits: Limits) -> tuple[Source, tuple[Finding, ...]]:
    """The source called `name` with the text of `data`; with findings, the text is the part that could be read."""
    if len(data) > limits.source_bytes:
        source = Source(name, "")
        arguments = {"size": len(data), "limit": limits.source_bytes}
        return source, (Finding("source-too-large", _start(source), arguments),)
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            source = Source(name, "")
            return source, (Finding("not-utf8", _start(source), {"offset": 0, "encoding": encoding}),)
    marked = data.startswith(codecs.BOM_UTF8)
    body = data[3:] if marked else data
    try:
        return Source(name, body.decode("utf-8"), marked), ()
    except UnicodeDecodeError as error:
        text = body[: error.start].decode("utf-8")
        source = Source(name, text, marked)
        place = Place(span=Span(source, len(text), len(text)))
        offset = error.start + (3 if marked else 0)
        return source, (Finding("not-utf8", place, {"offset": offset, "encoding": "unknown"}),)


def _start(source: Source) -> Place:
    return Place(span=Span(source, 0, 0))
