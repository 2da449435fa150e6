"""How files and folders looked to a run, so that a later one sees whether any of them changed since."""

from __future__ import annotations

import marshal
import os
from operator import attrgetter

from blake3 import blake3

from onefold.tools.witness import appearance, listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from onefold.tools.search import Names
    from onefold.tools.witness import Look, Witness

_MANY: Final = attrgetter("st_mtime_ns", "st_ctime_ns", "st_size", "st_ino", "st_dev", "st_mode")
"""What `witness.appearance` tells of a regular file, in the same order."""
_WHOLE: Final = 6
_NEVER: Final = ()
"""No file looks like that."""
# An answer with more of them would be of no use.
_MOST_UNSURE: Final = 4
# File systems count time in steps, of two seconds at most. What was changed in the present step may be changed again
# within it, and look the same.
_STEP: Final = 2 * 10**9


class Looks:
    """All that a run looked at: regular files, of which there are many, other paths, and folders that it searched."""

    __slots__ = ("_files", "_folders", "_gone", "_others", "_statuses")

    def __init__(
        self,
        files: str,
        statuses: list[tuple[int, ...]],
        others: tuple[tuple[str, Look], ...],
        folders: tuple[tuple[str, Look, bytes], ...],
    ) -> None:
        """As `plain` gives them: a file whose changes would not show has a status that none has."""
        self._files = files
        self._statuses = statuses
        self._others = others
        self._folders = folders
        self._gone: frozenset[str] = frozenset()

    @classmethod
    def of(cls, witness: Witness, began: int, known: Looks | None = None) -> Looks | None:
        """What a run that began then has looked at; `None` where a change meanwhile or since might be overlooked.

        `began` counts nanoseconds. Files that may have changed, or may without being noticed, are changed for every
        later run. A run that went on from an earlier one knows the looks of what it left as it was.
        """
        files, others, folders = ({}, {}, {}) if known is None else known.unchanged()
        for path, look in witness.paths.items():
            # Before it was used and now, so that it was the same in between.
            is_sure = appearance(path) == look and _is_settled(look, began)
            if look is not None and len(look) == _WHOLE and "\0" not in path:
                files[path] = look if is_sure else _NEVER
            elif is_sure and path not in files:
                others[path] = look
            else:
                return None
        for path, (look, names) in witness.folders.items():
            is_sure = listing(path) == look and _is_settled(look, began)
            folders[path] = (look if is_sure else _NEVER, names_digest(names))
        if sum(not look for look in files.values()) > _MOST_UNSURE:
            return None
        return cls(
            "\0".join(files),
            list(files.values()),
            tuple(others.items()),
            tuple((path, *found) for path, found in folders.items()),
        )

    def unchanged(self) -> tuple[dict[str, tuple[int, ...]], dict[str, Look], dict[str, tuple[Look, bytes]]]:
        """Files, other paths and folders with their looks, but for files that were found to have changed."""
        files = {path: look for path, look in zip(self._paths(), self._statuses, strict=True) if path not in self._gone}
        return files, dict(self._others), {path: (look, names) for path, look, names in self._folders}

    def plain(self) -> tuple[Any, ...]:
        """All of it, as `marshal` can write it, for `Looks(*plain)`."""
        return self._files, self._statuses, self._others, self._folders

    def stand(self) -> bool:
        """Whether everything but files and searched folders looks as it did."""
        return all(appearance(path) == look for path, look in self._others)

    def changed_files(self) -> list[str]:
        """The files that look otherwise, or are no more."""
        files = self._paths()
        try:
            present = list(map(_MANY, map(os.lstat, files)))
        except (OSError, ValueError):
            found = [path for path, status in zip(files, self._statuses, strict=True) if appearance(path) != status]
        else:
            pairs = zip(files, present, self._statuses, strict=True)
            found = [path for path, now, then in pairs if now != then]
        self._gone = frozenset(found)
        return found

    def _paths(self) -> list[str]:
        return self._files.split("\0") if self._files else []

    def changed_folders(self) -> list[tuple[str, bytes]]:
        """The folders that may hold other names, each with the digest of what a search took there."""
        return [(path, names) for path, look, names in self._folders if listing(path) != look]


def names_digest(names: Names | None) -> bytes:
    """What tells the names in a folder from others."""
    return blake3(marshal.dumps(names, 2)).digest()


def _is_settled(look: Look, since: int) -> bool:
    """Whether what looks like that was written well before a time, so that a change would show."""
    if look is None or len(look) < _WHOLE:
        return True
    times = (*look[:2], *look[_WHOLE : _WHOLE + 2]) if len(look) == 2 * _WHOLE else look[:2]
    return max(times) < since - _STEP
