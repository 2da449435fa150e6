"""Whether a text can hold a secret at all, seen at a glance: nearly none can."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

IN_RUN: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/.~-")
"""Every secret but a private key has a run of these, which is seen soonest in bytes where all of them are `x`."""
_ALIKE: Final = bytes(b"x"[0] if code in IN_RUN else b" "[0] for code in range(256))
SHORTEST: Final = b"x" * 16
"""The shortest run."""
_PRIVATE_KEY: Final = "PRIVATE KEY"


def may_hold_secret(text: str) -> bool:
    """Whether a closer look is needed."""
    if len(text) < len(SHORTEST):
        return False
    return SHORTEST in _flat(text) or has_private_key(text)


def has_private_key(text: str) -> bool:
    """Whether a text speaks of a private key in the words of its header."""
    return _PRIVATE_KEY in text


def runs(text: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges of 16 or more characters side by side that secrets are made of."""
    flat = _flat(text)
    start = flat.find(SHORTEST)
    while start >= 0:
        end = flat.find(b" ", start)
        end = len(flat) if end < 0 else end
        yield start, end
        start = flat.find(SHORTEST, end)


def _flat(text: str) -> bytes:
    """One byte for each character, which says only whether it can stand in a run."""
    return text.encode("ascii", "replace").translate(_ALIKE)
