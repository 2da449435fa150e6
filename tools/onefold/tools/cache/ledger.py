"""The file that remembers: written whole or not at all, and believed only when its digest is right."""

from __future__ import annotations

import marshal
import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from blake3 import blake3

from onefold.kernel.classes import define
from onefold.tools.cache.sealed import LARGEST, opened, sealed
from onefold.tools.files import remove_files, write_files

# Plain values as `marshal` writes them.
Entries: TypeAlias = dict[str, Any]

_HEADER: Final = b"onefold ledger 3\n"
SUFFIX: Final = ".ledger"
"""Of all files that remember."""
# Ledgers of folders that are gone, and of versions that nobody has any more, go when there are so many newer ones.
_MOST_LEDGERS: Final = 64
_MOST_BYTES: Final = 2 * LARGEST
_OLD_SECONDS: Final = 3600


@define(eq=False)
class Ledger:
    """Tables by name, and the file that they are kept in."""

    path: Path
    tables: dict[str, Entries]

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """What the file holds; nothing where it is not there, not whole, or not ours."""
        try:
            tables = _tables(path)
        except (OSError, ValueError, EOFError, TypeError):
            tables = {}
        return cls(path, tables)

    def table(self, name: str) -> Entries:
        """One of the tables; changes are kept by `write`."""
        return self.tables.setdefault(name, {})

    def write(self) -> None:
        """Keep the tables; where that cannot be, it is no loss."""
        payload = marshal.dumps(self.tables)
        if len(payload) <= LARGEST:
            keep(self.path, sealed(_HEADER, payload))


def keep(path: Path, data: bytes) -> None:
    """Write a file that remembers, and remove what is too old or too much beside it; if that fails, it is no loss."""
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_files({path: data}, over=(path,))
        _tidy(path.parent, path)


def _tables(path: Path) -> dict[str, Entries]:
    payload = opened(str(path), _HEADER)
    if payload is None:
        return {}
    tables: dict[str, Entries] = marshal.loads(payload)  # noqa: S302 - it is what this user's onefold wrote
    return tables


def _tidy(folder: Path, present: Path) -> None:
    """Remove the oldest ledgers, and what runs that were killed left behind."""
    with os.scandir(folder) as entries:
        known = [(each.stat(follow_symlinks=False), Path(each.path)) for each in entries]
    known.sort(key=lambda each: each[0].st_mtime, reverse=True)
    size, count, old = 0, 0, time.time() - _OLD_SECONDS
    gone: list[Path] = []
    for status, path in known:
        if path.suffix == SUFFIX:
            size, count = size + status.st_size, count + 1
            if path != present and (count > _MOST_LEDGERS or size > _MOST_BYTES):
                gone.append(path)
        elif status.st_mtime < old and stat.S_ISREG(status.st_mode):
            gone.append(path)
    remove_files(gone, over=gone)


def ledger_name(key: bytes) -> str:
    """The file name of the ledger with that key."""
    return f"{blake3(key).hexdigest()[:32]}{SUFFIX}"
