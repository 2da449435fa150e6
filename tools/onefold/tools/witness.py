"""What a run looked at and told, for who asks whether another would do the same, and what it may not write over."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path
    from typing import Final, TypeAlias

    from onefold.tools.search import Names

    Look: TypeAlias = tuple[int, ...] | None


class Before:
    """What changed since an earlier run, as far as it may be enough to check that alone."""

    __slots__ = ("files", "folders", "parts", "searched")

    def __init__(
        self, files: Sequence[str], folders: Sequence[tuple[str, bytes]], searched: Sequence[str], parts: bytes
    ) -> None:
        """Files; folders that a search may find another thing in, each with the digest of the names; and `Parts`.

        `searched` are all folders that were searched.
        """
        self.files: Final = files
        self.folders: Final = folders
        self.searched: Final = searched
        self.parts: Final = parts


class Witness:
    """Who watches a run from its beginning to its end."""

    __slots__ = ("_here", "account", "before", "folders", "goes_on", "is_whole", "output", "paths")

    def __init__(self, before: Before | None = None) -> None:
        """Nothing has been seen yet."""
        self.before: Final = before
        """What changed since an earlier run, for who can go on from there."""
        self.account: Callable[[], bytes] = bytes
        """What is to be kept of the sources: `Parts`, or nothing."""
        self.goes_on = False
        """Whether the run went on from the earlier one."""
        self._here = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118 - texts
        self.paths: Final[dict[str, Look]] = {}
        """Files and folders, from the current folder if they lie in it, and what each looked like before it was used.

        Also those that are not there."""
        self.folders: Final[dict[str, tuple[Look, Names | None]]] = {}
        """Absolute folders that were searched, what each looked like before, and the names that counted."""
        self.output: Final[list[bytes]] = []
        """What was written to standard output."""
        self.is_whole = True
        """Whether nothing escaped, and nothing was told in another way."""

    def saw(self, path: str) -> None:
        """A path was looked at for the first time, or again."""
        # The same file has one name, whether it is called by the current folder or not.
        name = path.removeprefix(self._here)
        if not name or name.startswith(os.sep):
            name = path
        if name not in self.paths:
            self.paths[name] = appearance(name)


def appearance(path: str) -> Look:
    """What is at a path, by what changes with it; where nothing can be seen, the number of the error that says why.

    Of a folder that is only which it is. A link is told of together with what it leads to.
    """
    try:
        status = os.lstat(path)
    except (OSError, ValueError) as error:
        return (_reason(error),)
    found = _told(status)
    if not stat.S_ISLNK(status.st_mode):
        return found
    try:
        return (*found, *_told(os.stat(path)))  # noqa: PTH116 - here and below: many files, and fast
    except (OSError, ValueError) as error:
        return (*found, _reason(error))


def _reason(error: OSError | ValueError) -> int:
    """Why nothing is seen: what is not there may be passed over, and what nobody may see is told of."""
    return (error.errno or 0) if isinstance(error, OSError) else 0


def listing(folder: str) -> Look:
    """What a folder looks like, by what changes with the names in it and with who may read them."""
    try:
        return _whole(os.stat(folder))  # noqa: PTH116
    except OSError:
        return None


def _told(status: os.stat_result) -> tuple[int, ...]:
    is_folder = stat.S_ISDIR(status.st_mode)
    return (status.st_ino, status.st_dev, status.st_mode) if is_folder else _whole(status)


def _whole(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev, status.st_mode)


_present: Witness | None = None


def call(before: Before | None = None) -> Witness:
    """The witness of all that happens from now on."""
    global _present
    _present = Witness(before)
    return _present


def present() -> Witness | None:
    """The witness of what happens now."""
    return _present


def dismiss() -> None:
    """What happens from now on has no witness."""
    global _present
    _present = None


def saw(path: str | os.PathLike[str]) -> None:
    """A path was looked at, whatever was found there."""
    if _present is not None:
        _present.saw(os.fspath(path))


def lists(folder: str) -> None:
    """A folder is about to be searched, for the first time or again."""
    if _present is not None and folder not in _present.folders:
        _present.folders[folder] = listing(folder), None


def listed(folder: str, names: Names) -> None:
    """These names counted in a folder that was searched."""
    if _present is not None:
        look, known = _present.folders[folder]
        if known not in (None, names):
            missed()
        _present.folders[folder] = look, names


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
