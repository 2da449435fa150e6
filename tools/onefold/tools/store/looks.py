"""What the folders of a shelf look like, so that it is noticed when files come or go behind our back.

Whoever adds or removes a file (git does, too) changes the time of its folder. Clocks of file systems tick slowly,
though, and two changes within a tick look like one: of a folder that had changed just before it was looked at, the
names are compared as well. These are few at any time, so what a comparison costs does not grow with the shelf.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from onefold.tools.store.names import bucket_of
from onefold.tools.store.shelf import Shelf

_SECOND: Final = 10**9
# Most clocks of file systems tick every few milliseconds; those that show no fractions do every second or two.
_TICK: Final = _SECOND // 20
_LONG_TICK: Final = 3 * _SECOND


class Look(NamedTuple):
    """What one folder looked like."""

    changed: int
    """When it was changed last, in nanoseconds by the clock of its file system."""
    identity: str
    """Everything by which a later change is noticed."""
    names: str
    """How many files it held, and the sum of their digits."""
    looked: int
    """A moment before this was seen, by the same clock."""

    @property
    def is_settled(self) -> bool:
        """Whether any change after the look shows in the times."""
        tick = _TICK if self.changed % _SECOND else _LONG_TICK
        return self.changed + tick < self.looked


Looks: TypeAlias = Mapping[str, Look]


def survey(shelf: Shelf, looked: int) -> Looks:
    """How all folders of a shelf look. What is read of them afterwards is at least as new. Raises `OSError`."""
    return {bucket: _look(shelf, bucket, looked) for bucket in shelf.buckets()}


def is_unchanged(shelf: Shelf, looks: Looks) -> bool:
    """Whether the shelf holds the files that it held then. Raises `OSError`."""
    return looks.keys() == set(shelf.buckets()) and all(_is_as_before(shelf, *each) for each in looks.items())


def with_addition(shelf: Shelf, looks: Looks, digits: str, looked: int) -> Looks | None:
    """How the folders look after the file with these digits was added to what was unchanged.

    Only its folder and those that were not settled are looked at again. `None` where something else has changed
    meanwhile. Raises `OSError`.
    """
    ours = bucket_of(digits)
    updated = dict(looks)
    for bucket in {ours, *(name for name, look in looks.items() if not look.is_settled)}:
        before = looks[bucket].names if bucket in looks else _NO_NAMES
        expected = _with_name(before, digits) if bucket == ours else before
        look = _look(shelf, bucket, looked)
        if look.names != expected:
            return None
        updated[bucket] = look
    return updated


def clock(folder: Path) -> int:
    """The time by the clock of a folder's file system. Raises `OSError` where nothing can be written there."""
    os.utime(folder)
    return folder.stat().st_mtime_ns


def _is_as_before(shelf: Shelf, bucket: str, look: Look) -> bool:
    if _times(shelf, bucket) != (look.changed, look.identity):
        return False
    return look.is_settled or _names(shelf, bucket) == look.names


def _look(shelf: Shelf, bucket: str, looked: int) -> Look:
    # The times come first: a change between the two shows in them later.
    changed, identity = _times(shelf, bucket)
    return Look(changed, identity, _names(shelf, bucket), looked)


def _times(shelf: Shelf, bucket: str) -> tuple[int, str]:
    status = os.lstat(f"{shelf.folder}/{bucket}")
    changed = max(status.st_mtime_ns, status.st_ctime_ns)
    return changed, f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"


_NO_NAMES: Final = "0 0"


def _names(shelf: Shelf, bucket: str) -> str:
    names = _NO_NAMES
    for digits in shelf.digits_in(bucket):
        names = _with_name(names, digits)
    return names


def _with_name(names: str, digits: str) -> str:
    count, total = names.split(" ")
    return f"{int(count) + 1} {int(total, 16) ^ int(digits, 16):x}"
