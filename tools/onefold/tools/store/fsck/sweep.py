"""Find what does not belong in a store: links, odd names, files where folders are due."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding
from onefold.tools.store.disk import is_temporary
from onefold.tools.store.faults import NOWHERE, Fault, unreadable
from onefold.tools.store.names import bucket_of, is_digits, is_file_name

# What other commands keep beside the versions.
FILES: Final = (".gitignore", "lock", "accepted.toml", "events.db", "events.db-wal", "events.db-shm")
_BUCKET: Final = patterns.compile(r"[0-9a-f]{2}")

# Whether a name may stand below a folder of some name.
_Fits: TypeAlias = Callable[[str, str], bool]


def _is_name(name: str, _folder: str) -> bool:
    return is_file_name(name)


def _is_bucket(name: str, _folder: str) -> bool:
    return _BUCKET.fullmatch(name) is not None


def _is_record(name: str, folder: str) -> bool:
    return is_digits(name) and bucket_of(name) == folder


# What the names may be below each folder of the store, level by level; files stand on the last level.
_LAYOUT: Final[dict[str, tuple[_Fits, ...]]] = {
    "objects": (_is_bucket, _is_record),
    "revisions": (_is_name, _is_name, _is_bucket, _is_record),
    "refs": (_is_name, _is_name),
}


def sweep(store: Path) -> Iterator[Fault]:
    """The faults of names and kinds of files, folder by folder. What lies below a fault is not looked at."""
    for name, mode in _entries(store):
        path = store / name
        if name in _LAYOUT:
            fault = _fault(path, mode, fits=True, folder=True)
            yield from [fault] if fault else _below(path, _LAYOUT[name])
        elif not is_temporary(name):
            fault = _fault(path, mode, fits=name in FILES, folder=False)
            yield from [fault] if fault else []


def temporaries(store: Path) -> Iterator[Path]:
    """The files that processes were writing when they were stopped."""
    for folder, folders, files in os.walk(store):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(files) if is_temporary(name))


def _below(folder: Path, levels: tuple[_Fits, ...]) -> Iterator[Fault]:
    """The faults below a folder; the store is as deep as its layout, so recursion is bounded."""
    try:
        entries = _entries(folder)
    except OSError as error:
        yield Fault(folder, unreadable(error))
        return
    for name, mode in entries:
        if is_temporary(name):
            continue
        path = folder / name
        fault = _fault(path, mode, fits=levels[0](name, folder.name), folder=len(levels) > 1)
        yield from [fault] if fault else _below(path, levels[1:]) if len(levels) > 1 else []


def _entries(folder: Path) -> list[tuple[str, int]]:
    """Names and kinds of what is in a folder, by name."""
    with os.scandir(folder) as entries:
        return sorted((entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in entries)


def _fault(path: Path, mode: int, *, fits: bool, folder: bool) -> Fault | None:
    if stat.S_ISLNK(mode):
        return Fault(path, Finding("linked-file", NOWHERE, {"reason": "it is a symbolic link"}))
    if not fits:
        return Fault(path, Finding("foreign-file", NOWHERE, {"name": path.name, "reason": _reason(path.name)}))
    if folder == stat.S_ISDIR(mode) and (folder or stat.S_ISREG(mode)):
        return None
    reason = "a folder is due there" if folder else "a plain file is due there"
    return Fault(path, Finding("foreign-file", NOWHERE, {"name": path.name, "reason": reason}))


def _reason(name: str) -> str:
    if name != name.lower() and (is_digits(name.lower()) or _BUCKET.fullmatch(name.lower())):
        return "digits are written in lower case"
    return "nothing of that name belongs there"
