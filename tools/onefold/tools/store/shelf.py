"""A shelf: files that are named for the digest of what they hold, in folders for the first two digits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from onefold.kernel.classes import field, frozen
from onefold.tools.store.disk import is_folder, make_folder, read_file, require_folders, write_new
from onefold.tools.store.names import bucket_of, is_digits


@frozen
class Shelf:
    """The files below one folder."""

    folder: Path
    top: Path
    """The folder of the store, which this one is below."""
    limit: int
    """Bytes that a file may have."""
    _known: set[str] = field(factory=set, init=False, eq=False, repr=False)
    """Folders that were plain ones when something was read from them first."""

    def path_of(self, digits: str) -> Path:
        """Where the file with these 64 digits is, or would be."""
        return Path(f"{self.folder}/{bucket_of(digits)}/{digits}")

    def read(self, digits: str) -> bytes:
        """What a file holds, not yet held against its name. Raises `OSError`."""
        bucket = bucket_of(digits)
        if bucket not in self._known:
            require_folders(self.folder / bucket, self.top)
            self._known.add(bucket)
        return read_file(self.path_of(digits), self.limit)

    def add(self, digits: str, data: bytes) -> bool:
        """Write a file; `False`, and nothing is touched, where it is already. Raises `OSError`."""
        path = self.path_of(digits)
        make_folder(path.parent, self.top)
        return write_new(path, data)

    def all_digits(self) -> Iterator[str]:
        """The digits of all files, in order. Raises `OSError`."""
        for bucket in sorted(self.buckets()):
            yield from self.digits_in(bucket)

    def buckets(self) -> list[str]:
        """The names of the folders there are, in no order. Raises `OSError`."""
        if not self._exists():
            return []
        return [name for name in _names(self.folder) if len(name) == 2]

    def digits_in(self, bucket: str) -> list[str]:
        """The digits of the files in one of the folders, in order. Raises `OSError`."""
        folder = self.folder / bucket
        if not is_folder(folder):
            return []
        return sorted(name for name in _names(folder) if is_digits(name) and bucket_of(name) == bucket)

    def starting_with(self, prefix: str) -> list[str]:
        """The digits of the files that begin like this, in order; `prefix` has two digits at least."""
        if not self._exists():
            return []
        return [each for each in self.digits_in(bucket_of(prefix)) if each.startswith(prefix)]

    def _exists(self) -> bool:
        try:
            require_folders(self.folder, self.top)
        except FileNotFoundError:
            return False
        return True


def _names(folder: Path) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 - names alone are wanted, many of them
