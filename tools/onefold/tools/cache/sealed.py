"""Files that remember: each believed only where it is whole and this user's own."""

from __future__ import annotations

import os
import stat

from blake3 import blake3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LARGEST: Final = 128 * 2**20
"""Of a payload, in bytes."""
_DIGEST: Final = 32


def sealed(header: bytes, payload: bytes) -> bytes:
    """What is written for a payload."""
    return header + blake3(payload).digest() + payload


def opened(path: str, header: bytes) -> memoryview | None:
    """The payload of a file; `None` where it is not whole, or of another kind or user. Raises `OSError`."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    start = len(header) + _DIGEST
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - a descriptor
        if not _is_ours(os.fstat(file.fileno())):
            return None
        data = file.read(LARGEST + start)
    payload = memoryview(data)[start:]
    return payload if data[:start] == header + blake3(payload).digest() else None


def _is_ours(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())
