"""Write files that remember, and remove those that are of no use any more."""

from __future__ import annotations

import os
import stat
import time

from onefold.tools.cache.sealed import LARGEST
from onefold.tools.writing import create_private_file, remove_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SUFFIX: Final = ".ledger"
"""Of all files that remember."""
# Ledgers of folders that are gone, and of versions that nobody has any more, go when there are so many newer ones.
_MOST_LEDGERS: Final = 64
_MOST_BYTES: Final = 2 * LARGEST
_OLD_SECONDS: Final = 3600


def keep(path: str, data: bytes) -> None:
    """Write a file that remembers, and remove what is too old or too much beside it; if that fails, it is no loss."""
    folder = os.path.dirname(path)  # noqa: PTH120 - a text; `pathlib` takes longer to import than all this
    try:
        if not os.path.isdir(folder):  # noqa: PTH112
            os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        _put(path, data)
        _tidy(folder, path)
    except OSError:  # `contextlib` takes time too
        return


def _put(path: str, data: bytes) -> None:
    """Let a file take a place, whole at any instant. A loss of power may lose it: nothing waits for the disk."""
    temporary = f"{path}.{os.urandom(8).hex()}"
    try:
        create_private_file(temporary, data)
        os.replace(temporary, path)  # noqa: PTH105 - texts, here and below
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)  # noqa: PTH108


def _tidy(folder: str, present: str) -> None:
    """Remove the oldest ledgers, and what runs that were killed left behind."""
    with os.scandir(folder) as entries:
        known = [(each.stat(follow_symlinks=False), each.path) for each in entries]
    known.sort(key=lambda each: each[0].st_mtime, reverse=True)
    size, count, old = 0, 0, time.time() - _OLD_SECONDS
    gone: list[str] = []
    for status, path in known:
        if path.endswith(SUFFIX):
            size, count = size + status.st_size, count + 1
            if path != present and (count > _MOST_LEDGERS or size > _MOST_BYTES):
                gone.append(path)
        elif status.st_mtime < old and stat.S_ISREG(status.st_mode):
            gone.append(path)
    if gone:
        from pathlib import Path

        paths = [Path(each) for each in gone]
        remove_files(paths, over=paths)
