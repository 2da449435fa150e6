"""What a run looked at and told, for who asks whether another would do the same, and what it may not write over."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path
    from typing import Final


class Witness:
    """Who watches a run from its beginning to its end."""

    __slots__ = ("is_whole", "listed", "output", "paths")

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self.paths: Final[set[str]] = set()
        """Files and folders as they were called, also those that are not there."""
        self.listed: Final[set[str]] = set()
        """Folders of which all names were looked at."""
        self.output: Final[list[bytes]] = []
        """What was written to standard output."""
        self.is_whole = True
        """Whether nothing escaped, and nothing was told in another way."""


_present: Witness | None = None


def call() -> Witness:
    """The witness of all that happens from now on."""
    global _present
    _present = Witness()
    return _present


def dismiss() -> None:
    """What happens from now on has no witness."""
    global _present
    _present = None


def saw(path: str | os.PathLike[str]) -> None:
    """A path was looked at, whatever was found there."""
    if _present is not None:
        _present.paths.add(os.fspath(path))


def listed(folder: str | os.PathLike[str]) -> None:
    """All names in a folder were looked at."""
    if _present is not None:
        _present.listed.add(os.fspath(folder))


def wrote(data: bytes) -> None:
    """Bytes were written to standard output."""
    if _present is not None:
        _present.output.append(data)


def missed() -> None:
    """Something happened that a witness has no knowledge of: another process read, or somebody was told something."""
    if _present is not None:
        _present.is_whole = False


class _Kept:
    """The files that the command which runs has read, by their numbers in their file systems: no link deceives."""

    files: set[tuple[int, int]] | None = None


def keep_what_is_read() -> None:
    """From now on, no file that is read can be written over or removed, until `let_go`."""
    _Kept.files = set()


def let_go() -> None:
    """What was read may be written over again."""
    _Kept.files = None


def keep(file: int | Path) -> None:
    """Keep a file, open or by its path, from being written over by the command that runs."""
    if _Kept.files is not None:
        try:
            found = os.stat(file)  # noqa: PTH116 - a path, or the number of an open file
        except OSError:  # it is gone
            return
        if stat.S_ISREG(found.st_mode):
            _Kept.files.add((found.st_dev, found.st_ino))


def require_free(paths: Iterable[Path], over: Collection[Path] = ()) -> None:
    """Raise `OSError` where one of some files was read, unless its new content is made of the old (`over`)."""
    kept = _Kept.files
    for path in paths if kept else ():
        try:
            found = path.stat()
        except (OSError, ValueError):
            continue
        if (found.st_dev, found.st_ino) in (kept or ()) and path not in over:
            raise OSError(errno.EEXIST, "it is used here too and would be written over", str(path))
