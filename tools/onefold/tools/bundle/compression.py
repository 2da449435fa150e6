"""One zstd frame around an archive. The library is loaded when an archive is read or written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from onefold.kernel.bundle.archive import ArchiveFault
from onefold.kernel.bundle.hashing import ZSTD_VERSION
from onefold.kernel.values import JsonValue
from onefold.tools.bundle.refusal import Refused

MAGIC: Final = b"\x28\xb5\x2f\xfd"
LEVEL: Final = 9
LARGEST_FILE: Final = 67_108_864
"""Bytes of a compressed archive."""
_WINDOW: Final = 2**23
# A few bytes can stand for 128 KiB, so no more than these are handed over at once.
_PIECE: Final = 512


def library() -> Any:  # noqa: ANN401 - the module
    """The library. Raises `Refused` where it is not installed."""
    try:
        import zstandard
    except ImportError:
        raise Refused(
            "pack.archive_failed",
            "unpackable-bundle",
            is_usage=True,
            reason="zstd is not there; the extra onefold[bundles] brings it",
        ) from None
    return zstandard


def how_compressed() -> dict[str, JsonValue]:
    """How an archive is compressed here. All but the version of zstd counts for the bundle hash."""
    return {"compression": "zstd", "library": library().__name__, "level": LEVEL, ZSTD_VERSION: library_version()}


def library_version() -> str:
    """The version of zstd itself: for one version of it, files are equal byte by byte."""
    return ".".join(map(str, library().ZSTD_VERSION))


def compressed(pieces: Iterable[bytes]) -> bytes:
    """The archive as one frame with its size and a checksum."""
    data = b"".join(pieces)
    made: bytes = library().ZstdCompressor(level=LEVEL, write_checksum=True, write_content_size=True).compress(data)
    return made


def decompress(data: bytes, take: Callable[[bytes], None]) -> None:
    """Hand over an archive piece by piece, none of them larger than 64 MiB. Raises `ArchiveFault`."""
    if len(data) > LARGEST_FILE:
        raise ArchiveFault("archive-too-large", reason=f"the file has more than {LARGEST_FILE} bytes")
    if not data.startswith(MAGIC):
        raise ArchiveFault("unreadable-archive", reason="it is not compressed with zstd")
    zstandard = library()
    reader = zstandard.ZstdDecompressor(max_window_size=_WINDOW).decompressobj()
    try:
        for start in range(0, len(data), _PIECE):
            if reader.eof:
                raise ArchiveFault("unreadable-archive", reason="something follows the compressed data")
            take(reader.decompress(data[start : start + _PIECE]))
    except zstandard.ZstdError as fault:
        raise ArchiveFault("unreadable-archive", reason=f"it cannot be decompressed ({fault})") from None
    if not reader.eof:
        raise ArchiveFault("unreadable-archive", reason="it ends too early")
    if reader.unused_data:
        raise ArchiveFault("unreadable-archive", reason="something follows the compressed data")
