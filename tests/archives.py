"""Archives that nobody should take, made by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import zstandard

from onefold.kernel.bundle.archive import Entry, header, layout
from onefold.tools.bundle.archives import read_archive
from onefold.tools.bundle.compression import compressed
from onefold.tools.bundle.contents import MANIFEST, SBOM

END = bytes(1024)
RLE_BLOCK = 131_072
TEN_GIGABYTES = 10 * 10**9


def squeezed(data: bytes) -> bytes:
    """One frame around a tar, as packing makes it."""
    return compressed([data])


def loosened(data: bytes) -> bytes:
    """The tar in a frame."""
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=2**27)


def raw(name: bytes, size: int, kind: bytes = b"0", /, **fields: bytes) -> bytes:
    """A header with a right sum, whatever else stands in it; fields are `mode`, `link`, `magic`, `prefix`, `mtime` …"""
    block = bytearray(header("x", size))
    block[0:100] = name[:100].ljust(100, b"\0")
    block[156:157] = kind
    places = {
        "mode": 100, "uid": 108, "gid": 116, "size": 124, "mtime": 136, "link": 157, "magic": 257, "user": 265,
        "prefix": 345, "tail": 500,
    }  # fmt: skip
    for field, value in fields.items():
        block[places[field] : places[field] + len(value)] = value
    block[148:156] = b"        "
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(data: bytes) -> bytes:
    """The data of an entry, filled up."""
    return data + bytes(-len(data) % 512)


def around(entries: Iterable[Entry], extra: bytes) -> bytes:
    """The archive with more behind its last entry."""
    return b"".join(layout(entries))[:-1024] + extra + END


def bomb(start: bytes, size: int) -> bytes:
    """A frame that begins with a block as it is and goes on with zeros: four bytes for each 128 KiB."""
    count = size // RLE_BLOCK
    first = (len(start) << 3).to_bytes(3, "little") + start if start else b""
    zeros = (RLE_BLOCK << 3 | 2).to_bytes(3, "little") + b"\0"
    last = (RLE_BLOCK << 3 | 3).to_bytes(3, "little") + b"\0"
    return b"\x28\xb5\x2f\xfd\x00\x38" + first + zeros * (count - 1) + last


def hostile(packed: bytes) -> dict[str, tuple[str, bytes]]:
    """Archives by what is wrong with them: the code that refuses each, and its bytes. `packed` is a good one."""
    archive = read_archive(packed)
    good = [Entry(MANIFEST, archive.manifest_data), *archive.entries]
    tar = b"".join(layout(good))
    made: dict[str, tuple[str, bytes]] = {}

    def extra(what: str, code: str, *parts: bytes) -> None:
        made[what] = (code, squeezed(around(good, b"".join(parts))))

    paths: dict[str, tuple[str, bytes]] = {
        "an absolute path": ("OF841", b"/tmp/x"),
        "a path upwards": ("OF841", b"../x"),
        "a path upwards inside": ("OF841", b"a/../../x"),
        "a path that ends upwards": ("OF841", b"a/.."),
        "a backslash": ("OF841", b"a\\..\\x"),
        "a drive": ("OF841", b"C:x"),
        "a path of nothing": ("OF841", b""),
        "a dot": ("OF841", b"."),
        "a leading dot": ("OF841", b"./x"),
        "two slashes": ("OF841", b"a//x"),
        "a slash at the end": ("OF841", b"a/"),
        "a NUL inside": ("OF841", b"a\0b"),
        "a line end": ("OF841", b"a\nb"),
        "an escape": ("OF841", b"a\x1b[31mb"),
        "a turning character": ("OF841", "a\u202eb".encode()),
        "no UTF-8": ("OF841", b"a\xff"),
        "a case twin": ("OF843", SBOM.upper().encode()),
        "the same path": ("OF843", SBOM.encode()),
        "the manifest again": ("OF843", MANIFEST.encode()),
        "a file below a file": ("OF843", f"{SBOM}/x".encode()),
    }
    for what, (code, name) in paths.items():
        extra(what, code, raw(name, 1), padded(b"x"))
    composed = [raw(name.encode(), 0) for name in ("z\u00e9", "ze\u0301")]
    extra("two ways to compose", "OF843", *composed)
    extra("a long name by a prefix", "OF845", raw(b"x", 0, magic=b"ustar\x0000", prefix=b"a" * 90))
    for what, kind in {
        "a hard link": b"1", "a symbolic link": b"2", "a character device": b"3", "a block device": b"4",
        "a folder": b"5", "a pipe": b"6", "a reserved kind": b"7", "a global header": b"g", "a pax header": b"x",
        "a long name": b"L", "a long link": b"K", "a sparse file": b"S", "a volume": b"V", "a kind of nobody": b"Z",
    }.items():  # fmt: skip
        extra(what, "OF842", raw(b"zz", 0, kind, link=b"/etc/passwd"))
    for what, fields in {
        "a mode": {"mode": b"0000755\0"}, "a setuid bit": {"mode": b"0004644\0"}, "an owner": {"uid": b"0000001\0"},
        "a group": {"gid": b"0000001\0"}, "a time": {"mtime": b"00000000001\0"}, "a user": {"user": b"root"},
        "a link of a file": {"link": b"x"}, "a magic": {"magic": b"ustar\x0000"}, "a tail": {"tail": b"x"},
        "a size of a base of its own": {"size": b"\x80" + bytes(11)}, "a size without digits": {"size": b"           \0"},
        "an old kind of file": {},
    }.items():  # fmt: skip
        kind = b"\0" if not fields else b"0"
        extra(what, "OF845", raw(b"zz", 0, kind, **fields))
    wrong_sum = bytearray(raw(b"zz", 0))
    wrong_sum[148:156] = b"000000\0 "
    extra("a wrong sum", "OF840", bytes(wrong_sum))
    extra("padding that says something", "OF845", raw(b"zz", 1), b"x" + b"y" * 511)
    extra("an entry that nobody names", "OF853", raw(b"zz", 1), padded(b"x"))
    extra("more than its size", "OF845", raw(b"zz", 1), padded(b"x" * 513))
    extra("a size beyond the end", "OF840", raw(b"zz", 4096), padded(b"x"))
    extra("a size beyond every cap", "OF844", raw(b"zz", 2**30))
    made["too many entries"] = (
        "OF844", squeezed(around(good, b"".join(raw(b"z%05d" % number, 0) for number in range(10_001))))
    )  # fmt: skip
    made["a bomb of zeros"] = ("OF840", bomb(b"", TEN_GIGABYTES))
    made["a bomb in an entry"] = ("OF844", bomb(raw(b"zz", 8**11 - 1), TEN_GIGABYTES))
    made["a bomb of many entries"] = ("OF840", bomb(raw(b"zz", 60 * 2**20), TEN_GIGABYTES))
    made["something behind the tar"] = ("OF840", squeezed(tar + b"x"))
    made["blocks behind the tar"] = ("OF840", squeezed(tar + bytes(512)))
    made["no end"] = ("OF840", squeezed(tar[:-1024]))
    made["half an end"] = ("OF840", squeezed(tar[:-512]))
    made["a tar that is cut"] = ("OF840", squeezed(tar[:-2000]))
    made["a frame that is cut"] = ("OF840", packed[:-9])
    made["something behind the frame"] = ("OF840", packed + b"x")
    made["two frames"] = ("OF840", packed + squeezed(b""))
    made["a skippable frame behind"] = ("OF840", packed + b"\x50\x2a\x4d\x18\x01\x00\x00\x00x")
    made["a skippable frame before"] = ("OF840", b"\x50\x2a\x4d\x18\x01\x00\x00\x00x" + packed)
    made["another compression"] = ("OF840", b"\x1f\x8b\x08\x00" + packed)
    made["nothing"] = ("OF840", b"")
    made["a tar without compression"] = ("OF840", tar)
    made["an empty tar"] = ("OF846", squeezed(END))
    made["a huge window"] = ("OF840", b"\x28\xb5\x2f\xfd\x00\xf8" + packed[6:])
    made["another order"] = ("OF845", squeezed(b"".join(layout([good[0], *reversed(good[1:])]))))
    made["a manifest that is not first"] = ("OF846", squeezed(b"".join(layout([*good[1:], good[0]]))))
    made |= {
        what: ("OF846", squeezed(b"".join(layout([Entry(MANIFEST, data), *good[1:]]))))
        for what, data in _manifests(good[0].data).items()
    }
    return made


def _manifests(data: bytes) -> dict[str, bytes]:
    """Manifests that are not spelled as they should be."""
    change: Callable[[bytes, bytes], bytes] = data.replace
    return {
        "a manifest with a space": data + b" ",
        "a manifest with a line end": data + b"\n",
        "a manifest with a mark": b"\xef\xbb\xbf" + data,
        "a manifest with a key twice": change(
            b'{"',
            b'{"id":"nightly","',
        )
        if data
        else data,
        "a manifest with an unknown key": data[:-1] + b',"zz":1}',
        "a manifest with an escape": change(b'"nightly"', b'"nightl\\u0079"'),
        "a manifest of another schema": change(b'"schema_version":3', b'"schema_version":2'),
        "a manifest with a float": change(b'"schema_version":3', b'"schema_version":3.0'),
        "a manifest without an end": data[:-1],
        "a manifest that is a list": b"[]",
        "a manifest that is deep": b"[" * 100_000,
        "a manifest with a number of no size": change(b'"schema_version":3', b'"schema_version":1e999'),
        "an empty manifest": b"",
    }


def spans(tar: bytes) -> Any:
    """Every index of a tar."""
    return range(len(tar))
