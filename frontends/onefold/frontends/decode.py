"""Bytes to text: UTF-8, with or without a byte order mark, and nothing else."""

from __future__ import annotations

import codecs

from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.frontend import Limits

# How messages call what is decoded, unless it is a file that the source names.
SOURCE: Final = "The source"
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
        arguments = {"source": SOURCE, "size": len(data), "limit": limits.source_bytes}
        return source, (Finding("source-too-large", _start(source), arguments),)
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            source = Source(name, "")
            reason = f"it begins, at byte offset 0, with the byte order mark of {encoding}"
            return source, (Finding("not-utf8", _start(source), {"source": SOURCE, "reason": reason}),)
    marked = data.startswith(codecs.BOM_UTF8)
    body = data[3:] if marked else data
    try:
        return Source(name, body.decode("utf-8"), marked), ()
    except UnicodeDecodeError as error:
        text = body[: error.start].decode("utf-8")
        source = Source(name, text, marked)
        place = Place(span=Span(source, len(text), len(text)))
        reason = _fault(body, error.start, 3 if marked else 0)
        return source, (Finding("not-utf8", place, {"source": SOURCE, "reason": reason}),)


def _fault(body: bytes, index: int, before: int) -> str:
    """Why the bytes from `index` on are no character; `before` bytes stand before the body."""
    offset = index + before
    try:
        codecs.getincrementaldecoder("utf-8")().decode(body[index : index + 4])
    except UnicodeDecodeError:
        return f"the byte 0x{body[index]:02X} at offset {offset} does not belong there"
    return f"the character at byte offset {offset} is cut off by the end of the file"


def _start(source: Source) -> Place:
    return Place(span=Span(source, 0, 0))
