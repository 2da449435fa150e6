"""What a run looked at and what it told, for who wants to know whether another run would do the same."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Witness:
    """Who watches a run from its beginning to its end."""

    __slots__ = ("is_whole", "output", "paths")

    def __init__(self) -> None:
        """Nothing has been seen yet."""
        self.paths: Final[set[str]] = set()
        """Files and folders as they were called, also those that are not there."""
        self.output: Final[list[bytes]] = []
        """What was written to standard output."""
        self.is_whole = True
        """Whether nothing escaped, and nothing was told in another way."""


_present: Witness | None = None


def call() -> Witness:
    """The witness of all that happens from now on."""
    global _present
    _present = Witness()
    return _present


def dismiss() -> None:
    """What happens from now on has no witness."""
    global _present
    _present = None


def saw(path: str | os.PathLike[str]) -> None:
    """A path was looked at, whatever was found there."""
    if _present is not None:
        _present.paths.add(os.fspath(path))


def wrote(data: bytes) -> None:
    """Bytes were written to standard output."""
    if _present is not None:
        _present.output.append(data)


def missed() -> None:
    """Something happened that a witness has no knowledge of: another process read, or somebody was told something."""
    if _present is not None:
        _present.is_whole = False
