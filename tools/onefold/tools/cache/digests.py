"""Digests of files, of which those that did not change are not read again."""

from __future__ import annotations

import os
import time
from typing import Final, TypeAlias

from blake3 import blake3

from onefold.frontends.frontend import Limits
from onefold.kernel.classes import define, field
from onefold.tools import witness
from onefold.tools.cache.ledger import Entries
from onefold.tools.files import read_source

# Times of the last change of content and of state, size, and which file it is.
Signature: TypeAlias = tuple[int, int, int, int, int]

# File systems count time in steps, of two seconds at most. A file that was written in the present step may be written
# again within it, and look the same.
_STEP: Final = 2 * 10**9
# There the time of the last change of state is that of birth, and times alone can be made to look the same.
_TELLS_CHANGES: Final = os.name != "nt"
_now = time.time_ns


@define(eq=False)
class Digests:
    """The digests of one run."""

    known: Entries
    """By absolute path: signature and digest."""
    began: int = field(factory=lambda: _now())
    """When the run did."""
    _seen: dict[tuple[str, int], bytes | None] = field(factory=dict, init=False)
    """By path and limit."""
    has_news: bool = False

    def of(self, path: str, limits: Limits) -> bytes | None:
        """The digest of all bytes of a source; `None` where it cannot be read, or is too long to be.

        Paths are absolute, and texts, since there are many.
        """
        key = (path, limits.source_bytes)
        if key not in self._seen:
            self._seen[key] = self._look(path, limits)
        return self._seen[key]

    def seen(self) -> set[str]:
        """The files that this run came to."""
        return {path for path, _ in self._seen}

    def settled(self, signature: Signature | None) -> bool:
        """Whether a file that looks like that was not written shortly before the run, or since."""
        return signature is not None and _TELLS_CHANGES and max(signature[:2]) < self.began - _STEP

    def note(self, path: str, signature: Signature, digest: bytes) -> None:
        """Remember what was read by others, if it will be recognised."""
        if self.settled(signature) and self.known.get(path) != (signature, digest):
            self.known[path] = (signature, digest)
            self.has_news = True

    def _look(self, path: str, limits: Limits) -> bytes | None:
        signature = signature_of(path)
        if signature is None or signature[2] > limits.source_bytes:
            return None
        known = self.known.get(path)
        if known is not None and known[0] == signature:
            digest: bytes = known[1]
            return digest
        try:
            read = read_digest(read_source(path, limits), limits)
        except (OSError, ValueError):
            return None
        if read is not None:
            self.note(path, signature, read)
        return read


def signature_of(path: str) -> Signature | None:
    """What a file looks like from outside. To be taken before the file is read."""
    witness.saw(path)
    try:
        status = os.stat(path)  # noqa: PTH116 - many files, and fast
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev)


def read_digest(data: bytes, limits: Limits) -> bytes | None:
    """The digest of what was read of a source; `None` where that may not be all of it."""
    return blake3(data).digest() if len(data) <= limits.source_bytes else None
