"""How files and folders looked to a run, so that a later one sees whether any of them changed since."""

from __future__ import annotations

import marshal
import os
from _operator import attrgetter  # what `operator` gives

from blake3 import blake3

from onefold.tools.witness import appearance, listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final, TypeAlias

    from onefold.tools.search import Names
    from onefold.tools.witness import Look, Witness

    Status: TypeAlias = tuple[int, ...]
    """Of a regular file; none where it may have changed, or may without being noticed."""

_MANY: Final = attrgetter("st_mtime_ns", "st_ctime_ns", "st_size", "st_ino", "st_dev", "st_mode")
"""What `witness.appearance` tells of a regular file, in the same order."""
_WHOLE: Final = 6
_NEVER: Final = ()
"""No file looks like that."""
# An answer with more of them would be of no use.
_MOST_UNSURE: Final = 4
# So many files are compared at once, as bytes: most are as they were.
_TOGETHER: Final = 500
# File systems count time in steps, of two seconds at most. What was changed in the present step may be changed again
# within it, and look the same.
_STEP: Final = 2 * 10**9


class Looks:
    """All that a run looked at: regular files, of which there are many, other paths, and folders that it searched."""

    __slots__ = ("_changes", "_files", "_folders", "_others", "_statuses")

    def __init__(
        self,
        files: str,
        statuses: list[bytes],
        others: tuple[tuple[str, Look], ...],
        folders: tuple[tuple[str, Look, bytes], ...],
    ) -> None:
        """As `plain` gives them: a folder with the digest of the names that counted in it."""
        self._files = files.split("\0") if files else []
        self._statuses = statuses
        self._others = others
        self._folders = folders
        self._changes: set[str] = set()

    def plain(self) -> tuple[Any, ...]:
        """All of it, as `marshal` can write it, for `Looks(*plain)`."""
        return "\0".join(self._files), self._statuses, self._others, self._folders

    def stand(self) -> bool:
        """Whether everything but files and searched folders looks as it did."""
        return all(appearance(path) == look for path, look in self._others)

    def changed_files(self) -> list[str]:
        """The files that look otherwise, or are no more."""
        found: list[str] = []
        for number, known in enumerate(self._statuses):
            files = self._files[number * _TOGETHER : (number + 1) * _TOGETHER]
            present = _statuses(files)
            if marshal.dumps(present, 2) != known:
                pairs = zip(files, present, marshal.loads(known), strict=True)  # noqa: S302 - an answer is ours
                found += [path for path, now, then in pairs if now != then]
        self._changes.update(found)
        return found

    def changed_folders(self) -> list[tuple[str, bytes]]:
        """The folders that may hold other names, each with the digest of those that it held."""
        found = [(path, names) for path, look, names in self._folders if listing(path) != look]
        self._changes.update(path for path, _ in found)
        return found

    def after(self, witness: Witness, began: int) -> Looks | None:
        """The looks after a run that saw to what had changed; `None` where they are of no more use than these."""
        if not any(self._is_sure(each, witness, began) for each in self._changes):
            return None
        statuses = (status for each in self._statuses for status in marshal.loads(each))  # noqa: S302
        files = {path: look for path, look in zip(self._files, statuses, strict=True) if path not in self._changes}
        folders = {path: (look, names) for path, look, names in self._folders}
        return _looks(witness, began, files, dict(self._others), folders)

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
    return _looks(witness, began, {}, {}, {})


def _looks(
    witness: Witness,
    began: int,
    files: dict[str, Status],
    others: dict[str, Look],
    folders: dict[str, tuple[Look, bytes]],
) -> Looks | None:
    """The looks of what is known, and of all that the witness saw: they are added."""
    for path, look in witness.paths.items():
        is_sure = _is_same(path, look, began)
        if look is not None and len(look) == _WHOLE and "\0" not in path:
            files[path] = look if is_sure else _NEVER
        elif is_sure and path not in files:
            others[path] = look
        else:
            return None
    for path, (seen, names) in witness.folders.items():
        is_sure = listing(path) == seen and _is_settled(seen, began)
        folders[path] = (seen if is_sure else _NEVER, names_digest(names))
    if sum(not look for look in files.values()) > _MOST_UNSURE:
        return None
    listed = tuple((path, look, names) for path, (look, names) in folders.items())
    return Looks("\0".join(files), list(_together(list(files.values()))), tuple(others.items()), listed)


def _together(statuses: list[Status]) -> Iterator[bytes]:
    for first in range(0, len(statuses), _TOGETHER):
        yield marshal.dumps(statuses[first : first + _TOGETHER], 2)


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
    return max(times) < since - _STEP
