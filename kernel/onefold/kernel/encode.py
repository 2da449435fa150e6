"""Canonical workflow to bytes: the only road to what is hashed."""

from __future__ import annotations

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.document import document
from onefold.kernel.jcs import encode_value


def encode(canonical: Canonical) -> bytes:
    """The bytes a version is the hash of: RFC 8785, UTF-8, no newline at the end.

    Only what `canonicalize` made can be encoded; anything else is a type error, for mypy and at run time.
    """
    if not isinstance(canonical, Canonical):
        raise TypeError(f"only a Canonical can be encoded, not a {type(canonical).__name__}")
    return encode_value(document(canonical.workflow))
