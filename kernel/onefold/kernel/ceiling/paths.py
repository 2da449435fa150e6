"""Folders of a ceiling: their normal form, and which lies in which. No file system is asked.

Paths are compared segment by segment, in the case and the code points they are written in. A path that a host could
read in more than one way (a backslash, a drive, two slashes in front, `~`, a variable, a glob) or that is longer than
any lies in nothing but itself.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_DEEPEST: Final = 64
_LONGEST: Final = 4096
_SEVERAL_READINGS: Final = re.compile(r"[\\$%*?\[\]{}\x00-\x1f\x7f]|^~|^[A-Za-z]:|^//(?!/)")


class _Path(NamedTuple):
    """A path that was taken apart."""

    is_absolute: bool
    ups: int
    """How many folders above where it starts; none for an absolute path."""
    segments: tuple[str, ...]

    def text(self) -> str:
        """The path in its normal form."""
        inner = "/".join(("..",) * self.ups + self.segments)
        return f"/{inner}" if self.is_absolute else inner or "."


def is_plain(path: str) -> bool:
    """Whether a path can be read in one way only, is no longer than any, and leads up no further than one is deep."""
    return len(path) <= _LONGEST and not _SEVERAL_READINGS.search(path) and path.count("..") <= _DEEPEST


def normal_path(path: str) -> str:
    """The path without `.`, empty segments and, as far as segments before them go, `..`.

    >>> [normal_path(each) for each in ("src//a/../b/", "./", "../x/..", "/../etc", "C:/x/..")]
    ['src/b', '.', '..', '/etc', 'C:/x/..']
    """
    return _taken_apart(path).text() if is_plain(path) else path


def paths_above(path: str) -> list[str]:
    """The folders that a folder in normal form lies in, from the nearest on.

    >>> paths_above("/a/b"), paths_above("src/a")[:3], paths_above("../..")[:1], paths_above("~")
    (['/a', '/'], ['src', '.', '..'], ['../../..'], [])
    """
    if not is_plain(path):
        return []
    taken = _taken_apart(path)
    inside = [taken._replace(segments=taken.segments[:length]) for length in reversed(range(len(taken.segments)))]
    # Of the folders around where a relative path starts, none but the way up is known.
    around = [] if taken.is_absolute else [_Path(False, ups, ()) for ups in range(taken.ups + 1, _DEEPEST + 1)]
    return [each.text() for each in (*inside, *around)]


def _taken_apart(path: str) -> _Path:
    is_absolute = path.startswith("/")
    ups = 0
    segments: list[str] = []
    for each in path.split("/"):
        if each == ".." and segments:
            segments.pop()
        elif each == ".." and not is_absolute:
            ups += 1
        elif each not in ("", ".", ".."):
            segments.append(each)
    return _Path(is_absolute, ups, tuple(segments))
