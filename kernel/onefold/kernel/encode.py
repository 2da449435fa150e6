"""Canonical workflow to bytes: the only road to what is hashed."""

from __future__ import annotations

from _io import BytesIO  # the part in C; the module around it brings more
from _operator import concat

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.document import Writer
from onefold.kernel.ir.declare import Keyed, Unordered
from onefold.kernel.jcs import key_text, list_text, mapping_text, quote, value_text
from onefold.kernel.remembered import Parts, forget_parts
from onefold.kernel.values import in_utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Final, TypeAlias

    from onefold.kernel.document import Write
    from onefold.kernel.ir.declare import Shape

    Pieces: TypeAlias = "str | Iterable[str]"
    """A text, or what it is joined of."""


def encode(canonical: Canonical) -> bytes:
    """The bytes a version is the hash of: RFC 8785, UTF-8, no newline at the end.

    They are those of the workflow's document, which need not be made for it. Only what `canonicalize` made can be
    encoded; anything else is a type error, for mypy and at run time.
    """
    if not isinstance(canonical, Canonical):
        raise TypeError(f"only a Canonical can be encoded, not a {type(canonical).__name__}")
    data = BytesIO()
    data.writelines(map(str.encode, _PIECES.record(canonical.workflow)))
    _PARTS.forget()
    forget_parts()
    return data.getvalue()


class _InPieces(Writer):
    """Writes one record piece by piece, so that a text of all its members is never there: they may be very many."""

    def of(self, shape: Shape) -> Write:
        """What writes a value of the given shape; of a collection each member is a piece."""
        if isinstance(shape, Keyed):
            entry = _TEXT.of(shape.item)
            return lambda value: _object(_entries(entry, value)) if value else "{}"
        if isinstance(shape, Unordered):
            item = _TEXT.of(shape.item)
            return lambda value: _joined("[", map(item, value), "]") if value else "[]"
        return _TEXT.of(shape)


def _entries(write: Write, value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    return ((key_text(name), write(value[name])) for name in in_utf16_order(value))


def _object(members: Iterable[tuple[str, Pieces]]) -> Iterator[str]:
    """An object of members in their order, in pieces."""
    before = "{"
    for key, written in members:
        if isinstance(written, str):
            yield f"{before}{key}{written}"
        else:
            yield f"{before}{key}"
            yield from written
        before = ","
    yield "}"


def _joined(before: str, items: Iterable[str], after: str) -> Iterator[str]:
    for item in items:
        yield f"{before}{item}"
        before = ","
    yield after


_PARTS: Final = Parts()
_TEXT: Final = Writer(
    leaf=value_text,
    text=quote,
    items=list_text,
    key=key_text,
    member=concat,
    mapping=mapping_text,
    order=in_utf16_order,
    parts=_PARTS,
)
_PIECES: Final = _InPieces(
    leaf=value_text,
    text=quote,
    items=list_text,
    key=key_text,
    member=lambda key, written: (key, written),
    mapping=lambda members: _object(members) if members else "{}",
    order=in_utf16_order,
)
