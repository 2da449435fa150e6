"""How files and folders looked to a run, so that a later one sees whether any of them changed since."""

from __future__ import annotations

import marshal
import os
from _operator import attrgetter  # what `operator` gives

from blake3 import blake3

from onefold.tools.witness import appearance, listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Final, TypeAlias

    from onefold.tools.search import Names
    from onefold.tools.witness import Look, Witness

    Status: TypeAlias = tuple[int, ...]
    """Of a regular file; none where it may have changed, or may without being noticed."""
    Lot: TypeAlias = tuple[str, bytes]
    """The paths of some files, and their statuses, which are compared at once, as bytes: most are as they were."""

_MANY: Final = attrgetter("st_mtime_ns", "st_ctime_ns", "st_size", "st_ino", "st_dev", "st_mode")
"""What `witness.appearance` tells of a regular file, in the same order."""
_WHOLE: Final = 6
_NEVER: Final = ()
"""No file looks like that."""
# An answer with more of them would be of no use.
_MOST_UNSURE: Final = 4
_MOST_IN_A_LOT: Final = 500
STEP: Final = 2 * 10**9
"""File systems count time in steps, of two seconds at most. What was changed in the present step may be changed again
within it, and look the same."""


class Looks:
    """All that a run looked at: regular files, of which there are many, other paths, and folders that it searched."""

    __slots__ = ("_changes", "_folders", "_lots", "_others")

    def __init__(
        self,
        lots: tuple[Lot, ...],
        others: tuple[tuple[str, Look], ...],
        folders: tuple[tuple[str, Look, bytes], ...],
    ) -> None:
        """As `plain` gives them: a folder with the digest of the names that counted in it."""
        self._lots = lots
        self._others = others
        self._folders = folders
        self._changes: set[str] = set()

    def plain(self) -> tuple[Any, ...]:
        """All of it, as `marshal` can write it, for `Looks(*plain)`."""
        return self._lots, self._others, self._folders

    def stand(self) -> bool:
        """Whether everything but files and searched folders looks as it did."""
        return all(appearance(path) == look for path, look in self._others)

    def changed_files(self) -> list[str]:
        """The files that look otherwise, or are no more."""
        found = [path for each in self._lots for path in _changed(*each)]
        self._changes.update(found)
        return found

    def changed_folders(self) -> list[tuple[str, bytes]]:
        """The folders that may hold other names, each with the digest of those that it held."""
        found = [(path, names) for path, look, names in self._folders if listing(path) != look]
        self._changes.update(path for path, _ in found)
        return found

    def searched(self) -> tuple[str, ...]:
        """The folders that were searched."""
        return tuple(path for path, _, _ in self._folders)

    def after(self, witness: Witness, began: int) -> Looks | None:
        """The looks after a run that saw to what had changed; `None` where they are of no more use than these."""
        if not any(self._is_sure(each, witness, began) for each in self._changes):
            return None
        new = looks_of(witness, began)
        return None if new is None else new.beside(self)

    def beside(self, older: Looks) -> Looks | None:
        """These looks with all older ones that did not change; `None` where one looks otherwise that was not noticed.

        What was found before in sources that are not looked into again goes with the older look.
        """
        files = {path: look for lot in self._lots for path, look in _statuses_in(*lot)}
        others, folders = dict(self._others), {each[0]: each for each in self._folders}
        unchanged: dict[str, Status] = {}
        kept: list[Lot] = []
        touched = older._changes.union(files, others)
        for lot in older._lots:
            if touched.isdisjoint(_paths(lot[0])):
                kept.append(lot)
            else:
                unchanged.update((path, look) for path, look in _statuses_in(*lot) if path not in older._changes)
        others_before = dict(older._others)
        folders_before = {each[0]: each for each in older._folders}
        unnoticed = {path: each for path, each in folders.items() if path not in older._changes}
        if not (_agree({**files, **others}, {**unchanged, **others_before}) and _agree(unnoticed, folders_before)):
            return None
        lots = (*kept, *_lots({**unchanged, **files}))
        return Looks(lots, tuple({**others_before, **others}.items()), tuple({**folders_before, **folders}.values()))

    def _is_sure(self, path: str, witness: Witness, began: int) -> bool:
        """Whether a further change of what had changed would show."""
        if path in witness.folders:
            seen = witness.folders[path][0]
            return listing(path) == seen and _is_settled(seen, began)
        return path in witness.paths and _is_same(path, witness.paths[path], began)


def looks_of(witness: Witness, began: int) -> Looks | None:
    """What a run that began then has looked at; `None` where a change meanwhile or since might be overlooked.

    `began` counts nanoseconds. Files and folders that may have changed, or may without being noticed, are changed for
    every later run.
    """
    files: dict[str, Status] = {}
    others: dict[str, Look] = {}
    for path, look in witness.paths.items():
        is_sure = _is_same(path, look, began)
        if look is not None and len(look) == _WHOLE and "\0" not in path:
            files[path] = look if is_sure else _NEVER
        elif is_sure:
            others[path] = look
        else:
            return None
    if sum(not look for look in files.values()) > _MOST_UNSURE:
        return None
    folders = tuple(_folder(path, *seen, began) for path, seen in witness.folders.items())
    return Looks(tuple(_lots(files)), tuple(others.items()), folders)


def _agree(some: Mapping[str, object], others: Mapping[str, object]) -> bool:
    """Whether what stands in both is the same."""
    return all(others.get(path, look) == look for path, look in some.items())


def _folder(path: str, seen: Look, names: Names | None, began: int) -> tuple[str, Look, bytes]:
    is_sure = listing(path) == seen and _is_settled(seen, began)
    return path, seen if is_sure else _NEVER, names_digest(names)


def _lots(files: dict[str, Status]) -> Iterator[Lot]:
    paths, statuses = list(files), list(files.values())
    for first in range(0, len(files), _MOST_IN_A_LOT):
        some = slice(first, first + _MOST_IN_A_LOT)
        yield "\0".join(paths[some]), marshal.dumps(statuses[some], 2)


def _paths(joined: str) -> list[str]:
    return joined.split("\0")


def _statuses_in(paths: str, statuses: bytes) -> Iterator[tuple[str, Status]]:
    """The files of a lot."""
    yield from zip(_paths(paths), marshal.loads(statuses), strict=True)  # noqa: S302 - an answer is ours


def _changed(joined: str, known: bytes) -> Iterator[str]:
    """The files of a lot that look otherwise than they did."""
    paths = _paths(joined)
    present = _statuses(paths)
    if marshal.dumps(present, 2) != known:
        pairs = zip(paths, present, marshal.loads(known), strict=True)  # noqa: S302 - an answer is ours
        yield from (path for path, now, then in pairs if now != then)


def _statuses(files: list[str]) -> list[Look]:
    try:
        return list(map(_MANY, map(os.lstat, files)))
    except (OSError, ValueError):
        return [appearance(each) for each in files]


def names_digest(names: Names | None) -> bytes:
    """What tells the names in a folder from others."""
    return blake3(marshal.dumps(names, 2)).digest()


def _is_same(path: str, look: Look, began: int) -> bool:
    """Whether what looked like that before it was used does now, and did in between."""
    return appearance(path) == look and _is_settled(look, began)


def _is_settled(look: Look, since: int) -> bool:
    """Whether what looks like that was written well before a time, so that a change would show."""
    if look is None or len(look) < _WHOLE:
        return True
    times = (*look[:2], *look[_WHOLE : _WHOLE + 2]) if len(look) == 2 * _WHOLE else look[:2]
    return max(times) < since - STEP
