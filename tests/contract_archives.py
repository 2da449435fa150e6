"""Archives of the public contract, laid out here once more as its writer does it."""

from __future__ import annotations

from typing import Any

import zstandard
from blake3 import blake3
from bundle_documents import contract

from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.kernel.bundle.canonical import canonical_manifest, contract_bytes, manifest_object
from onefold.kernel.bundle.manifest import Manifest
from onefold.tools.bundle.keys import Signer, fingerprint

SOURCE = b"pipeline main() {}\n"
CODE = b"\x00code"
PROGRAM = b"HARNLINK\x01\x00\x00\x00rest"
SBOM = b'{\n  "format": "spdx-lite"\n}'


def hashed(data: bytes) -> str:
    return f"blake3:{blake3(data).hexdigest()}"


def manifest(schema: int, **fields: Any) -> dict[str, Any]:
    module = {"path": "flows/main.harn", "source_hash_blake3": hashed(SOURCE), "harnbc_hash_blake3": hashed(CODE)}
    artifact = {
        "format": "harn.linked_program.v1", "path": "artifacts/program.harnlink", "hash_blake3": hashed(PROGRAM),
        "graph_digest_blake3": hashed(b""), "fallback": "exact_sources", "link_report": {"modules": []},
    }  # fmt: skip
    value = contract(
        schema_version=schema,
        transitive_modules=[module],
        tool_manifest=[],
        execution_artifact=artifact if schema == 3 else None,
        sbom={
            "format": "spdx-lite",
            "version": "2.3",
            "packages": [{"name": "module:flows/main.harn", "package_hash_blake3": hashed(SOURCE)}],
            "relationships": [],
        },
    )
    return {**value, **fields}


def files(schema: int) -> dict[str, bytes]:
    made = {"sbom.spdx.json": SBOM, "sources/flows/main.harn": SOURCE}
    return {
        **made,
        ("artifacts/program.harnlink" if schema == 3 else "bytecode/flows/main.harnbc"): PROGRAM
        if schema == 3
        else CODE,
    }


def canonical(value: dict[str, Any]) -> bytes:
    record = lower_document(value, Manifest, Limits(), called="a bundle").record
    assert record is not None
    return contract_bytes(manifest_object(canonical_manifest(record)))


def bundle_hash(value: dict[str, Any], entries: dict[str, bytes]) -> str:
    """The contract's two formulas, written down once more."""
    data = canonical({**value, "signature": None})
    if value["schema_version"] == 2:
        digests = sorted(hashed(each) for each in entries.values())
        return hashed(data + b"".join(b"\n" + each.encode() for each in digests))
    framed = b"harn.workflow-bundle.v3\0" + data
    for path, each in sorted(entries.items()):
        name = path.encode()
        framed += b"\nentry\0" + len(name).to_bytes(8, "little") + name + (0o644).to_bytes(4, "little")
        framed += hashed(each).encode()
    return hashed(framed)


def signed_by(signer: Signer, value: dict[str, Any], entries: dict[str, bytes]) -> dict[str, Any]:
    """The manifest with a signature."""
    hash_ = bundle_hash(value, entries)
    signature = {
        "key_id": fingerprint(signer.public), "public_key": signer.public.hex(),
        "signature": signer.sign(hash_.encode()).hex(), "manifest_hash_blake3": hash_, "algorithm": "ed25519",
    }  # fmt: skip
    return {**value, "signature": signature}


def block(path: str, size: int, mode: int = 0o644) -> bytes:
    """A header as the contract's writer lays it out: that of GNU, and a sum of seven digits."""
    made = bytearray(512)
    fields = {
        0: path.encode(), 100: b"%07o" % mode, 108: b"0000000", 116: b"0000000",
        124: b"%011o" % size, 136: b"00000000000", 156: b"0", 257: b"ustar  ",
    }  # fmt: skip
    for place, field in fields.items():
        made[place : place + len(field)] = field
    return summed(made)


def summed(header: bytearray) -> bytes:
    """The header with its right sum."""
    header[148:156] = b" " * 8
    header[148:156] = b"%07o\0" % sum(header)
    return bytes(header)


def tar_of(value: dict[str, Any], entries: dict[str, bytes], modes: dict[str, int] | None = None) -> bytes:
    """What the contract's builder writes: the manifest, then the others by path, and two blocks of zeros."""
    made = b""
    for path, data in [("harnpack.json", canonical(value)), *sorted(entries.items())]:
        made += block(path, len(data), (modes or {}).get(path, 0o644)) + data + bytes(-len(data) % 512)
    return made + bytes(1024)


def squeezed(tar: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(tar)


def archive(value: dict[str, Any], entries: dict[str, bytes], signer: Signer | None) -> bytes:
    return squeezed(tar_of(value if signer is None else signed_by(signer, value, entries), entries))
