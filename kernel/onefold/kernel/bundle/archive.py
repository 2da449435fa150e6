"""The layout of an archive, byte for byte: what packing writes, and a reader that takes nothing else.

A tar has many ways to say the same thing. Here every header is the one that `header` gives for a path and a size, what
fills up a block is zero, and two zero blocks are the end: so no byte of an archive is without a meaning. Archives of
the public contract differ in what its writer leaves open: the modes of files, and how the sum of a header is spelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from onefold.kernel.bundle.paths import LONGEST, fault_of_name, folded
from onefold.kernel.classes import frozen

CONTRACT_MANIFEST: Final = "harnpack.json"
"""The first entry of an archive of the public contract."""
MODE: Final = 0o644
_PERMISSIONS: Final = 0o777
BLOCK: Final = 512
LARGEST_TOTAL: Final = 104_857_600
"""Bytes of a whole archive, decompressed."""
LARGEST_ENTRY: Final = 67_108_864
MOST_ENTRIES: Final = 10_000
_END: Final = bytes(2 * BLOCK)
_CHECKSUM: Final = slice(148, 156)
_KINDS: Final = {
    b"1": "a hard link",
    b"2": "a symbolic link",
    b"3": "a device",
    b"4": "a device",
    b"5": "a folder",
    b"6": "a pipe",
    b"7": "a reserved file",
    b"g": "a header for all entries",
    b"x": "an extended header",
    b"L": "a long name",
    b"K": "a long link",
    b"S": "a sparse file",
}


class ArchiveFault(Exception):  # noqa: N818 - it says what is wrong
    """An archive is not taken; `name` is that of the code, `arguments` are those of its message."""

    def __init__(self, name: str, **arguments: object) -> None:
        """The fault as a finding has it."""
        super().__init__(name)
        self.name = name
        self.arguments: dict[str, Any] = arguments


@frozen
class Entry:
    """A file in an archive."""

    path: str
    data: bytes
    mode: int = MODE


def header(path: str, size: int, mode: int = MODE) -> bytes:
    """The GNU header of a regular file that nobody owns and that was never changed. Raises `ValueError`."""
    name = path.encode()
    if len(name) > LONGEST:
        raise ValueError(f"the path is longer than {LONGEST} bytes")
    fields = (
        name.ljust(100, b"\0"),
        b"%07o\0" % mode,
        b"0000000\0",
        b"0000000\0",
        b"%011o\0" % size,
        b"00000000000\0",
        b"        ",
        b"0",
        bytes(100),
        b"ustar  \0",
        bytes(247),
    )
    block = bytearray(b"".join(fields))
    block[_CHECKSUM] = b"%06o\0 " % sum(block)
    return bytes(block)


def layout(entries: Iterable[Entry]) -> Iterator[bytes]:
    """The bytes of an archive with these entries in this order."""
    for each in entries:
        yield header(each.path, len(each.data), each.mode)
        yield each.data
        yield bytes(-len(each.data) % BLOCK)
    yield _END


class ArchiveReader:
    """Takes an archive in pieces and gives its entries; caps hold while it reads."""

    def __init__(self) -> None:
        """Nothing is read yet; the first entry tells whose writer the archive is from."""
        self._is_contract = False
        self._buffer = bytearray()
        self._entries: list[Entry] = []
        self._names: dict[str, str] = {}
        self._folders: dict[str, str] = {}
        self._wanted: tuple[str, int, int] | None = None
        self._total = 0
        self._zeros = 0

    def feed(self, data: bytes) -> None:
        """Take the next bytes. Raises `ArchiveFault`."""
        self._total += len(data)
        if self._total > LARGEST_TOTAL:
            raise ArchiveFault("archive-too-large", reason=f"it has more than {LARGEST_TOTAL} bytes")
        self._buffer += data
        while self._step():
            pass

    def finish(self) -> tuple[Entry, ...]:
        """The entries of the whole archive, in its order. Raises `ArchiveFault`."""
        if self._wanted is not None or self._zeros < 2 or self._buffer:
            raise ArchiveFault("unreadable-archive", reason="it ends too early")
        return tuple(self._entries)

    def _step(self) -> bool:
        """Take one header or one file, if all of it is there."""
        if self._wanted is not None:
            return self._take_file(*self._wanted)
        if len(self._buffer) < BLOCK:
            return False
        block = bytes(self._buffer[:BLOCK])
        del self._buffer[:BLOCK]
        if not any(block):
            self._zeros += 1
            if self._zeros > 2:
                raise ArchiveFault("unreadable-archive", reason="something follows its end")
            return True
        if self._zeros:
            raise ArchiveFault("unreadable-archive", reason="something follows its end")
        self._take_header(block)
        return True

    def _take_header(self, block: bytes) -> None:
        if len(self._entries) >= MOST_ENTRIES:
            raise ArchiveFault("archive-too-large", reason=f"it has more than {MOST_ENTRIES} entries")
        name = self._name(block)
        size, mode = _octal(block[124:136], name), _octal(block[100:108], name)
        if size > LARGEST_ENTRY or size > LARGEST_TOTAL - self._total + len(self._buffer):
            raise ArchiveFault("archive-too-large", reason=f"its entry `{name}` has {size} bytes")
        if not self._names:
            self._is_contract = name == CONTRACT_MANIFEST
        if not self._is_written(block, name, size, mode):
            raise ArchiveFault("foreign-archive-header", written=name)
        key = folded(name)
        first = self._names.get(key) or self._folders.get(key)
        if first is not None:
            raise ArchiveFault("repeated-archive-entry", written=name, first=first)
        above = key
        while "/" in above:
            above = above.rpartition("/")[0]
            if above in self._names:
                raise ArchiveFault("repeated-archive-entry", written=name, first=self._names[above])
            self._folders.setdefault(above, name)
        self._names[key] = name
        self._wanted = name, size, mode

    def _is_written(self, block: bytes, name: str, size: int, mode: int) -> bool:
        """Whether a header, whose sum is right, is one that the writer of the archive gives such an entry."""
        if not self._is_contract:
            return block == header(name, size)
        is_mode = mode == MODE if name == CONTRACT_MANIFEST else mode <= _PERMISSIONS
        expected, written = bytearray(header(name, size, mode)), bytearray(block)
        total = int(expected[_CHECKSUM].strip(b" \0"), 8)
        is_sum = bytes(written[_CHECKSUM]) in (b"%06o\0 " % total, b"%07o\0" % total)
        del expected[_CHECKSUM], written[_CHECKSUM]
        return is_mode and is_sum and expected == written

    def _name(self, block: bytes) -> str:
        """The name of an entry that is a regular file, in a header whose sum is right."""
        raw, _, rest = block[:100].partition(b"\0")
        shown = raw.decode("utf-8", "replace")
        total = sum(block) - sum(block[_CHECKSUM]) + 8 * ord(" ")
        if _octal(block[_CHECKSUM], shown) != total:
            raise ArchiveFault("unreadable-archive", reason="the sum of a header is wrong")
        kind = block[156:157]
        if kind not in (b"0", b"\0"):
            what = _KINDS.get(kind, "of an unknown kind")
            raise ArchiveFault("irregular-archive-entry", written=shown, what=what)
        if rest.strip(b"\0"):
            raise ArchiveFault("unsafe-archive-path", written=shown, reason="it holds a NUL")
        try:
            name = raw.decode()
        except UnicodeDecodeError:
            raise ArchiveFault("unsafe-archive-path", written=shown, reason="it is no UTF-8") from None
        fault = fault_of_name(name)
        if fault is not None:
            raise ArchiveFault("unsafe-archive-path", written=name, reason=fault)
        return name

    def _take_file(self, name: str, size: int, mode: int) -> bool:
        whole = size + -size % BLOCK
        if len(self._buffer) < whole:
            return False
        with memoryview(self._buffer) as view:
            data, padding = bytes(view[:size]), bytes(view[size:whole])
        if any(padding):
            raise ArchiveFault("foreign-archive-header", written=name)
        del self._buffer[:whole]
        self._entries.append(Entry(name, data, mode))
        self._wanted = None
        return True


def _octal(field: bytes, name: str) -> int:
    digits = field.strip(b" \0")
    if not digits or not all(each in b"01234567" for each in digits):
        raise ArchiveFault("foreign-archive-header", written=name)
    return int(digits, 8)
