"""What decides about the outcome of a check besides all files that it reads: the programs that do it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence

import onefold
from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS

_INSTALLED = (".dist-info", ".egg-info", ".egg", ".egg-link", ".pth")


def environment(frontends: Sequence[Frontend]) -> tuple[object, ...] | None:
    """Interpreter, onefold, every installed distribution and every front-end; `None` where one cannot be told.

    A version number is not enough where people work on the program itself, so files are known by size and time.
    """
    strangers = [_folder(each) for each in frontends if each not in FRONTENDS]
    known = [each for each in strangers if each is not None]
    if len(known) < len(strangers):
        return None
    try:
        own = tuple(found for path in _own() for found in _sources(path))
        others = tuple(found for path in known for found in _sources(path))
        return (sys.version, sys.implementation.cache_tag, own, others, tuple(_installed(sys.path)))
    except OSError:
        return None


def _own() -> Iterable[str]:
    """The folders of onefold, whose packages may each stand in another."""
    return onefold.__path__


def _folder(frontend: Frontend) -> str | None:
    """Where a stranger's front-end comes from."""
    module = sys.modules.get(str(getattr(frontend.read, "__module__", "")).partition(".")[0])
    file: str | None = getattr(module, "__file__", None)
    if file is None:
        return None
    return os.path.dirname(file) if os.path.basename(file).startswith("__init__.") else file  # noqa: PTH119, PTH120


def _sources(path: str) -> Iterator[tuple[object, ...]]:
    """Every file of a package, or one module, but for what the interpreter makes of them."""
    pending = [path]
    while pending:
        present = pending.pop()
        if not os.path.isdir(present):  # noqa: PTH112 - here and below: many files, and fast
            yield _state(present)
            continue
        with os.scandir(present) as entries:
            found = sorted(each.path for each in entries if each.name != "__pycache__")
        pending.extend(each for each in found if os.path.isdir(each))  # noqa: PTH112
        yield from (_state(each) for each in found if not os.path.isdir(each))  # noqa: PTH112


def _state(path: str) -> tuple[object, ...]:
    status = os.stat(path)  # noqa: PTH116
    return (path, status.st_size, status.st_mtime_ns)


def _installed(folders: Iterable[str]) -> Iterator[tuple[object, ...]]:
    """What each folder of the import path holds of distributions, whose names tell their versions."""
    for folder in folders:
        yield (folder,)
        try:
            with os.scandir(folder or ".") as entries:
                found = sorted(each.path for each in entries if each.name.endswith(_INSTALLED))
        except OSError:
            continue
        yield from map(_state, found)
