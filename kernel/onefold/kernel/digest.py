"""Digests: bytes in, `blake3:` and 64 hex digits out."""

from __future__ import annotations

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

PREFIX: Final = "blake3:"
_VERSION: Final = patterns.compile(r"blake3:[0-9a-f]{64}")


def version(data: bytes) -> str:
    """The WorkflowVersion of canonical bytes: plain BLAKE3, so that anyone can recompute it.

    >>> version(b"")
    'blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'
    """
    from blake3 import blake3  # Many a run tells versions and needs no digest.

    return PREFIX + blake3(data).hexdigest()


def digest(kind: str, data: bytes) -> str:
    """The digest of anything else: BLAKE3's derive-key mode, so that no object of one kind can pass for another.

    >>> digest("revision", b"") == digest("name", b"")
    False
    """
    from blake3 import blake3  # As above.

    return PREFIX + blake3(data, derive_key_context=f"onefold {kind} v1").hexdigest()


def is_version(text: str) -> bool:
    """Whether `text` is a full version."""
    return _VERSION.fullmatch(text) is not None
