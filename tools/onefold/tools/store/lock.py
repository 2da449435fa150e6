"""The lock of a store: one process writes at a time, and a process that dies gives the lock back."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file at `path`, which is made if need be and never removed. Raises `OSError`.

    The operating system releases it with the process, however that ends. It is not held twice: whoever holds it
    must not ask for it again.
    """
    descriptor = _acquired(path)
    try:
        yield
    finally:
        os.close(descriptor)


def _acquired(path: Path) -> int:
    while True:
        descriptor = os.open(path, _FLAGS, 0o666)
        try:
            _wait(descriptor)
            if _is_same(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        # Somebody removed the file meanwhile: others would lock another one.
        os.close(descriptor)


def _is_same(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt
    import time

    _PAUSE: Final = 0.01

    def _wait(descriptor: int) -> None:
        """Lock the first byte; Windows has no way to wait for that as long as it takes."""
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                time.sleep(_PAUSE)
            else:
                return

else:
    import fcntl

    def _wait(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
