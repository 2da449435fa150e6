"""Folders of a ceiling: their normal form, and which lies in which. No file system is asked.

Paths are compared segment by segment, in the case and the code points they are written in. A path that a host could
read in more than one way (a backslash, a drive, `~`, a variable, a glob) lies in nothing but itself.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_SEVERAL_READINGS: Final = re.compile(r"[\\$%*?\[\]{}\x00-\x1f\x7f]|^~|^[A-Za-z]:")


class _Path(NamedTuple):
    """A path that was taken apart."""

    is_absolute: bool
    ups: int
    """How many folders above where it starts; none for an absolute path."""
    segments: tuple[str, ...]


def is_plain(path: str) -> bool:
    """Whether a path can be read in one way only."""
    return not _SEVERAL_READINGS.search(path)


def normal_path(path: str) -> str:
    """The path without `.`, empty segments and, as far as segments before them go, `..`.

    >>> [normal_path(each) for each in ("src//a/../b/", "./", "../x/..", "/../etc", "C:/x/..")]
    ['src/b', '.', '..', '/etc', 'C:/x/..']
    """
    if not is_plain(path):
        return path
    taken = _taken_apart(path)
    inner = "/".join(("..",) * taken.ups + taken.segments)
    return f"/{inner}" if taken.is_absolute else inner or "."


def covers_path(outer: str, inner: str) -> bool:
    """Whether a folder is or holds another; both in normal form.

    >>> covers_path("src", "src/a"), covers_path("src", "src2"), covers_path("..", "../.."), covers_path("..", "src")
    (True, False, False, True)
    """
    if outer == inner:
        return True
    if not (is_plain(outer) and is_plain(inner)):
        return False
    one, other = _taken_apart(outer), _taken_apart(inner)
    if one.is_absolute != other.is_absolute or other.ups > one.ups:
        return False
    if other.ups < one.ups:
        # The name of the folder on the way down is not known.
        return not one.segments
    return other.segments[: len(one.segments)] == one.segments


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
