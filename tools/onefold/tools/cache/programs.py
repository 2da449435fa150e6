"""The files of programs by size and time: a version number is not enough where people work on the programs."""

from __future__ import annotations

import os
import sys

import onefold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_STATE = 4
_INSTALLED = (".dist-info", ".egg-info", ".egg", ".egg-link", ".pth")


def programs(strangers: Iterable[str]) -> tuple[Any, ...]:
    """Interpreter, onefold, every installed distribution, and the front-ends of others at these paths.

    Raises `OSError`.
    """
    own = tuple(found for path in _own() for found in _sources(path))
    others = tuple(found for path in strangers for found in _sources(path))
    return (sys.version, sys.implementation.cache_tag, own, others, tuple(_installed(sys.path)))


def is_older(found: tuple[Any, ...], moment: int) -> bool:
    """Whether nothing of what `programs` found changed since a moment, in nanoseconds."""
    states = (each for part in found if isinstance(part, tuple) for each in part)
    return all(len(each) < _STATE or max(each[-2:]) < moment for each in states)


def _own() -> Iterable[str]:
    """The folders of onefold, whose packages may each stand in another."""
    return onefold.__path__


def _sources(path: str) -> Iterator[tuple[Any, ...]]:
    """Every file of a package, or one module, but for what the interpreter makes of them."""
    pending = [path]
    while pending:
        present = pending.pop()
        if not os.path.isdir(present):  # noqa: PTH112 - here and below: many files, and fast
            yield _state(present)
            continue
        with os.scandir(present) as entries:
            found = sorted((each.path, each.is_dir()) for each in entries if each.name != "__pycache__")
        pending.extend(each for each, is_folder in found if is_folder)
        yield from (_state(each) for each, is_folder in found if not is_folder)


def _state(path: str) -> tuple[Any, ...]:
    status = os.stat(path)  # noqa: PTH116
    return (path, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _installed(folders: Iterable[object]) -> Iterator[tuple[Any, ...]]:
    """What each folder of the import path holds of distributions, whose names tell their versions."""
    for folder in folders:
        if not isinstance(folder, str):
            continue  # Nor does the interpreter look there.
        yield (folder,)
        try:
            with os.scandir(folder or ".") as entries:
                found = sorted(each.path for each in entries if each.name.endswith(_INSTALLED))
        except OSError:
            continue
        yield from map(_state, found)
