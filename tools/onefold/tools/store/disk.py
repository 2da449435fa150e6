"""Files of the store: written whole or not at all, never written twice, never read through a link."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from onefold.tools.files import open_descriptor
from onefold.tools.witness import keep

_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_READ: Final = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_NO_HARD_LINKS: Final = (errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV)
TEMPORARY: Final = ".tmp"


class NotPlain(OSError):  # noqa: N818 - it says what stands there
    """Where a plain file or folder is due there is a link, or something else."""


def read_file(path: Path, limit: int) -> bytes:
    """The bytes of a plain file. Raises `FileNotFoundError`, `NotPlain`, and `OSError`, also beyond `limit` bytes."""
    try:
        descriptor = open_descriptor(path, _READ)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise NotPlain(error.errno, "it is a symbolic link", str(path)) from None
        raise
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotPlain(errno.EINVAL, "it is not a regular file", str(path))
        keep(descriptor)
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit} bytes", str(path))
    return data


def is_folder(path: Path) -> bool:
    """Whether there is a folder. Raises `NotPlain` where there is a link or something else."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISDIR(mode):
        what = "it is a symbolic link" if stat.S_ISLNK(mode) else "it is not a folder"
        raise NotPlain(errno.ENOTDIR, what, str(path))
    return True


def require_folders(path: Path, top: Path) -> None:
    """Make sure that there are plain folders from `top` down to `path`. Raises `NotPlain` and `FileNotFoundError`."""
    for folder in _between(path, top):
        if not is_folder(folder):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))


def make_folder(path: Path, top: Path) -> None:
    """Make a folder below `top`, with all between them, so that they outlast a power cut.

    Raises `NotPlain` where a link or something else is in the way, and `OSError`.
    """
    for folder in _between(path, top):
        if not is_folder(folder):
            folder.mkdir(exist_ok=True)
            sync_folder(folder.parent)


def _between(path: Path, top: Path) -> list[Path]:
    """The folders from `top` down to `path`, both with them."""
    found = [path]
    while found[-1] != top:
        found.append(found[-1].parent)
    return found[::-1]


def write_new(path: Path, data: bytes) -> bool:
    """Write a file that is not there yet, whole at any instant; `False`, and nothing is touched, where it is."""
    temporary = _written_beside(path, data)
    try:
        return _named(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
        sync_folder(path.parent)


def replace(path: Path, data: bytes) -> None:
    """Write a file that may be there already; whoever reads it sees the old one or the new one, whole."""
    temporary = _written_beside(path, data)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder outlast a power cut, on systems that can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_temporary(name: str) -> bool:
    """Whether a file is one that a process was writing when it was stopped."""
    return name.startswith(".") and name.endswith(TEMPORARY)


def _named(temporary: Path, path: Path) -> bool:
    """Give a finished file its name unless the name is taken."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        # A file system without hard links; who writes here holds the lock of the store.
        if os.path.lexists(path):
            return False
        temporary.rename(path)
    return True


def _written_beside(path: Path, data: bytes) -> Path:
    temporary = path.with_name(f".{os.getpid()}-{secrets.token_hex(8)}{TEMPORARY}")
    descriptor = os.open(temporary, _CREATE, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
