"""Read packed bundles, ours and those of the public contract: the entries and the manifest, nothing verified yet."""

from __future__ import annotations

from typing import Final

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.json import FRONTEND as JSON
from onefold.frontends.lower.document import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.bundle.archive import CONTRACT_MANIFEST, ArchiveFault, ArchiveReader, Entry
from onefold.kernel.bundle.hashing import bundle_hash, contract_hash, manifest_bytes
from onefold.kernel.bundle.manifest import SCHEMA_VERSION, SCHEMAS, Manifest
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.bundle.compression import decompress
from onefold.tools.bundle.contents import MANIFEST, SBOM
from onefold.tools.bundle.refusal import Refused

_LIMITS: Final = Limits()


@frozen
class Archive:
    """What a packed bundle holds."""

    manifest: Manifest
    entries: tuple[Entry, ...]
    """All but the manifest, in the order of the archive."""
    is_contract: bool
    manifest_data: bytes
    """The manifest as it stands there."""
    frame: bytes = b""
    """The compressed file."""

    def hash(self) -> str:
        """The bundle hash."""
        return (contract_hash if self.is_contract else bundle_hash)(self.manifest, self.entries)

    def find(self, path: str) -> bytes | None:
        """The bytes of an entry."""
        return next((each.data for each in self.entries if each.path == path), None)


def read_archive(data: bytes) -> Archive:
    """The archive in the bytes of a file. Raises `Refused`."""
    try:
        return _read(data)
    except ArchiveFault as fault:
        raise Refused("verify.archive_failed", fault.name, **fault.arguments) from None


def _read(data: bytes) -> Archive:
    entries = _entries(data)
    first = entries[0].path if entries else None
    if first not in (MANIFEST, CONTRACT_MANIFEST):
        reason = f"the first entry is neither `{MANIFEST}` nor `{CONTRACT_MANIFEST}`"
        raise ArchiveFault("bad-bundle-manifest", reason=reason)
    is_contract = first == CONTRACT_MANIFEST
    # The list of parts stands before everything else in an archive of ours.
    names = [each.path for each in entries]
    start = 1 if is_contract else 2
    if (not is_contract and names[1:2] != [SBOM]) or names[start:] != sorted(names[start:], key=str.encode):
        raise ArchiveFault("foreign-archive-header", written=names[1] if names[1:] else MANIFEST)
    manifest = _manifest(entries[0].data)
    schemas = SCHEMAS if is_contract else (SCHEMA_VERSION,)
    if manifest.schema_version not in schemas:
        known = " and ".join(map(str, schemas))
        raise ArchiveFault("bad-bundle-manifest", reason=f"its schema is {manifest.schema_version}, not {known}")
    if not is_contract and manifest_bytes(manifest) != entries[0].data:
        raise ArchiveFault("bad-bundle-manifest", reason="it is not spelled canonically")
    return Archive(manifest, entries[1:], is_contract, entries[0].data, data)


def _entries(data: bytes) -> tuple[Entry, ...]:
    reader = ArchiveReader()
    decompress(data, reader.feed)
    return reader.finish()


def _manifest(data: bytes) -> Manifest:
    """The manifest in the bytes of an entry: read as any JSON source is."""
    document = read_document(MANIFEST, data, JSON, _LIMITS)
    if any_error(document.diagnostics):
        raise _unusable(document.diagnostics[0])
    lowered = lower_document(document.value, Manifest, _LIMITS, called="a manifest")
    if lowered.record is None or lowered.findings:
        raise _unusable(diagnose(lowered.findings, lambda _: None)[0])
    return lowered.record


def _unusable(diagnostic: Diagnostic) -> ArchiveFault:
    where = f"`{diagnostic.ir_path}`: " if diagnostic.ir_path else ""
    return ArchiveFault("bad-bundle-manifest", reason=f"{where}{diagnostic.message.removesuffix('.')}")
