"""Read packed bundles, ours and those of the public contract: the entries and the manifest, nothing verified yet."""

from __future__ import annotations

from typing import Final

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.json import FRONTEND as JSON
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.bundle.archive import ArchiveFault, ArchiveReader, Entry
from onefold.kernel.bundle.hashing import bundle_hash, contract_hash, manifest_bytes
from onefold.kernel.bundle.manifest import SCHEMA_VERSION, SCHEMAS, Manifest
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.bundle.compression import decompress
from onefold.tools.bundle.contents import MANIFEST, SBOM
from onefold.tools.bundle.refusal import Refused

CONTRACT_MANIFEST: Final = "harnpack.json"
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
    entries = _entries(data, exact=True)
    if isinstance(entries, ArchiveFault):
        # Other programs write other headers; what they pack has another manifest.
        others = _entries(data, exact=False)
        if isinstance(others, ArchiveFault) or all(each.path != CONTRACT_MANIFEST for each in others):
            raise entries
        entries = others
    names = [each.path for each in entries]
    if CONTRACT_MANIFEST in names and MANIFEST not in names:
        return _of_contract(entries)
    if not names or names[0] != MANIFEST:
        raise ArchiveFault("bad-bundle-manifest", reason=f"the first entry is not `{MANIFEST}`")
    if names[1:2] != [SBOM] or names[2:] != sorted(names[2:], key=str.encode):
        raise ArchiveFault("foreign-archive-header", written=names[1] if names[1:] else MANIFEST)
    manifest = _manifest(entries[0].data)
    if manifest.schema_version != SCHEMA_VERSION:
        raise ArchiveFault(
            "bad-bundle-manifest", reason=f"its schema is {manifest.schema_version}, not {SCHEMA_VERSION}"
        )
    if manifest_bytes(manifest) != entries[0].data:
        raise ArchiveFault("bad-bundle-manifest", reason="it is not spelled canonically")
    return Archive(manifest, entries[1:], False, entries[0].data)


def _of_contract(entries: tuple[Entry, ...]) -> Archive:
    """An archive of the public contract; its manifest may stand anywhere."""
    (found,) = (each for each in entries if each.path == CONTRACT_MANIFEST)
    manifest = _manifest(found.data)
    if manifest.schema_version not in SCHEMAS:
        raise ArchiveFault("bad-bundle-manifest", reason=f"schema {manifest.schema_version} is not known")
    return Archive(manifest, tuple(each for each in entries if each is not found), True, found.data)


def _entries(data: bytes, *, exact: bool) -> tuple[Entry, ...] | ArchiveFault:
    reader = ArchiveReader(exact=exact)
    try:
        decompress(data, reader.feed)
        return reader.finish()
    except ArchiveFault as fault:
        return fault


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
