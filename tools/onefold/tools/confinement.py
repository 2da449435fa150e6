"""Confinement: while it lasts no file outside one folder can be read, whatever path, link or race leads there."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from onefold.kernel.classes import define
from onefold.tools import files

_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_READING: Final = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER: Final = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_CAN_WALK: Final = os.open in os.supports_dir_fd


class Outside(PermissionError):  # noqa: N818 - it says where a path leads
    """A path, or a link on its way, leads out of the folder."""


class TooLarge(OSError):  # noqa: N818 - it says what the file is
    """A file has more bytes than may be read; none of them was."""


@define(eq=False)
class Confinement:
    """A folder, and how much of a file in it may be read."""

    root: Path
    """Absolute, no link in it."""
    largest: int
    """Bytes of a file."""

    @classmethod
    def of(cls, folder: Path, largest: int) -> Confinement:
        """The confinement to a folder. Raises `OSError` where there is none."""
        root = folder.resolve(strict=True)
        if not root.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
        return cls(root, largest)

    def inside(self, path: str | Path) -> Path | None:
        """What a path leads to, links followed; `None` where that lies outside."""
        try:
            reached = Path(os.path.realpath(path))
        except ValueError:  # A name that no file can have.
            return None
        return reached if reached.is_relative_to(self.root) else None

    def open(self, path: str | Path, *, follow: bool = True) -> int:
        """A descriptor of a regular file; without `follow`, of none that is a link itself.

        The way is walked again from the folder on, and no step of it may be a link any more: whoever swaps one in
        after it was looked at gets an error. Raises `Outside`, `TooLarge` and `OSError`, which name `path`.
        """
        if not follow and os.path.islink(path):  # noqa: PTH114 - a path or its name
            raise OSError(errno.ELOOP, "it is a symbolic link", str(path))
        reached = self.inside(path)
        if reached is None:
            raise Outside(errno.EACCES, "it leads out of the workspace", str(path))
        try:
            descriptor = self._walked(reached) if _CAN_WALK else self._opened(reached)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, str(path)) from None
        return descriptor

    def _walked(self, reached: Path) -> int:
        *folders, name = reached.relative_to(self.root).parts or (".",)
        here = os.open(self.root, _FOLDER)
        try:
            for each in folders:
                below = os.open(each, _FOLDER, dir_fd=here)
                os.close(here)
                here = below
            # To open a device can have effects of its own.
            _require_regular(os.stat(name, dir_fd=here, follow_symlinks=False))
            return self._judged(os.open(name, _READING, dir_fd=here))
        finally:
            os.close(here)

    def _opened(self, reached: Path) -> int:
        """The same where the system cannot walk: opened first, then compared with what the path leads to now."""
        _require_regular(reached.lstat())
        descriptor = self._judged(os.open(reached, _READING))
        now = self.inside(reached)
        if now is None or not os.path.samestat(os.fstat(descriptor), now.stat()):
            os.close(descriptor)
            raise Outside(errno.EACCES, "it leads out of the workspace")
        return descriptor

    def _judged(self, descriptor: int) -> int:
        try:
            status = os.fstat(descriptor)
            _require_regular(status)
            if status.st_size > self.largest:
                raise TooLarge(errno.EFBIG, f"it has more than {self.largest} bytes")
        except OSError:
            os.close(descriptor)
            raise
        return descriptor


def _require_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        what = "it is a symbolic link" if stat.S_ISLNK(status.st_mode) else "it is not a regular file"
        raise OSError(errno.EINVAL, what)


_LASTING: Final[ContextVar[Confinement | None]] = ContextVar("confinement", default=None)
files.confine_by(_LASTING.get)


@contextmanager
def confined(confinement: Confinement) -> Iterator[None]:
    """Confine what this thread, or task, reads."""
    token = _LASTING.set(confinement)
    try:
        yield
    finally:
        _LASTING.reset(token)
