"""Files that remember: each believed only where it is whole and this user's own."""

from __future__ import annotations

import os
import stat

from blake3 import blake3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Final

LARGEST: Final = 128 * 2**20
"""Of a payload, in bytes."""
_DIGEST: Final = 32
_LENGTH: Final = 8


def sealed(header: bytes, *payloads: bytes) -> bytes:
    """What is written for some payloads."""
    parts = [part for each in payloads for part in (_seal(each), each)]
    length = len(header) + _LENGTH + sum(map(len, parts))
    return b"".join((header, length.to_bytes(_LENGTH, "big"), *parts))


def _seal(payload: bytes) -> bytes:
    return len(payload).to_bytes(_LENGTH, "big") + blake3(payload).digest()


def opened(path: str, header: bytes) -> Generator[bytes, None, None]:
    """The payloads of a file in turn, as far as they are whole; none where it is of another length, kind or user.

    Each is read when it is asked for; all are of the same file. Raises `OSError`.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - a descriptor
        status = os.fstat(file.fileno())
        if not _is_ours(status) or file.read(len(header) + _LENGTH) != header + status.st_size.to_bytes(_LENGTH, "big"):
            return
        while seal := file.read(_LENGTH + _DIGEST):
            payload = file.read(min(int.from_bytes(seal[:_LENGTH], "big"), LARGEST))
            if seal != _seal(payload):
                return
            yield payload


def _is_ours(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())
