"""The bundle hash: over the manifest without signature and version of zstd, and over all entries with path and mode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from blake3 import blake3

from onefold.kernel.bundle.archive import Entry
from onefold.kernel.bundle.canonical import canonical_manifest, contract_bytes, manifest_object
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.classes import evolve
from onefold.kernel.digest import PREFIX, version
from onefold.kernel.jcs import encode_value

FORMAT: Final = b"onefold.bundle.v1"
CONTRACT_FORMAT: Final = b"harn.workflow-bundle.v3"
PACKED_WITH: Final = "packed_with"
"""The member of a bundle's metadata that says how it was compressed."""
ZSTD_VERSION: Final = "zstd_version"
"""The member of that which names the version of zstd."""


def manifest_bytes(manifest: Manifest) -> bytes:
    """A manifest as it stands in an archive of ours."""
    return encode_value(manifest_object(canonical_manifest(manifest)))


def bundle_hash(manifest: Manifest, entries: Iterable[Entry]) -> str:
    """The hash of a bundle of ours; `entries` are all but the manifest."""
    return _framed(FORMAT, manifest_bytes(_hashed(manifest)), entries)


def _hashed(manifest: Manifest) -> Manifest:
    """The manifest with null for what is not hashed: the signature, and the version of zstd that compressed it."""
    packed_with = manifest.metadata.get(PACKED_WITH)
    metadata = dict(manifest.metadata)
    if isinstance(packed_with, dict) and ZSTD_VERSION in packed_with:
        metadata[PACKED_WITH] = {**packed_with, ZSTD_VERSION: None}
    return evolve(manifest, signature=None, metadata=metadata)


def contract_hash(manifest: Manifest, entries: Iterable[Entry]) -> str:
    """The hash that the contract gives a bundle, by its own schema."""
    data = contract_bytes(manifest_object(canonical_manifest(evolve(manifest, signature=None))))
    if manifest.schema_version == 3:
        return _framed(CONTRACT_FORMAT, data, entries)
    hasher = blake3(data)
    for digest in sorted(version(each.data) for each in entries):
        hasher.update(b"\n" + digest.encode())
    return PREFIX + hasher.hexdigest()


def plain_hash(manifest: Manifest) -> str:
    """The hash of a bundle that nothing travels with: framed as in schema 3, whatever its own."""
    data = contract_bytes(manifest_object(canonical_manifest(evolve(manifest, signature=None))))
    return _framed(CONTRACT_FORMAT, data, ())


def _framed(prefix: bytes, manifest: bytes, entries: Iterable[Entry]) -> str:
    hasher = blake3(prefix + b"\0" + manifest)
    for each in sorted(entries, key=lambda entry: entry.path.encode()):
        path = each.path.encode()
        hasher.update(b"\nentry\0" + len(path).to_bytes(8, "little") + path + each.mode.to_bytes(4, "little"))
        hasher.update(version(each.data).encode())
    return PREFIX + hasher.hexdigest()
