"""Canonical workflow to bytes: the only road to what is hashed."""

from __future__ import annotations

from _operator import concat  # the part in C; the module around it brings more

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.document import Writer
from onefold.kernel.jcs import key_text, list_text, mapping_text, quote, value_text
from onefold.kernel.values import in_utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def encode(canonical: Canonical) -> bytes:
    """The bytes a version is the hash of: RFC 8785, UTF-8, no newline at the end.

    They are those of the workflow's document, which need not be made for it. Only what `canonicalize` made can be
    encoded; anything else is a type error, for mypy and at run time.
    """
    if not isinstance(canonical, Canonical):
        raise TypeError(f"only a Canonical can be encoded, not a {type(canonical).__name__}")
    text: str = _TEXT.record(canonical.workflow)
    return text.encode("utf-8")


_TEXT: Final = Writer(
    leaf=value_text,
    text=quote,
    items=list_text,
    key=key_text,
    member=concat,
    mapping=mapping_text,
    order=in_utf16_order,
)
