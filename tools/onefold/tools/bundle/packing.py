"""Pack a bundle: link, gather, lay out, sign, compress. Nothing is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.archive import (
    LARGEST_TOTAL,
    MOST_ENTRIES,
    ArchiveFault,
    ArchiveReader,
    layout,
)
from onefold.kernel.bundle.envelope import envelope, statement
from onefold.kernel.bundle.hashing import PACKED_WITH
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.digest import digest
from onefold.kernel.document import record_document
from onefold.kernel.jcs import encode_value
from onefold.tools.bundle.compression import compressed, how_compressed, library_version
from onefold.tools.bundle.contents import Ingredients, archive_of, filled, hash_of, tools_of
from onefold.tools.bundle.keys import fingerprint
from onefold.tools.bundle.linking import Sources, link
from onefold.tools.bundle.payload import gathered, require_open
from onefold.tools.bundle.refusal import Refused
from onefold.tools.catalogs import put_together
from onefold.tools.compiling import frontends
from onefold.tools.surroundings import Surroundings
from onefold.tools.workspace import Workspaces, workspace_root

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from onefold.kernel.bundle.archive import (
        Entry,
    )
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.package import SbomPackage
    from onefold.kernel.catalog import Catalog
    from onefold.kernel.values import JsonObject, JsonValue
    from onefold.tools.bundle.keys import Signer
    from onefold.tools.bundle.opened import OpenedBundle
    from onefold.tools.bundle.payload import Payload


SKIPPED: Final = "skipped_assets"
"""The member of a bundle's metadata that lists what was left out."""
OF_PACKING: Final = (SKIPPED, PACKED_WITH)
"""The members of a bundle's metadata that nobody but packing writes."""


@frozen
class Wishes:
    """How a bundle is packed."""

    created: str
    """The time that the list of parts gives."""
    tool_version: str
    signer: Signer | None = None
    exclude_secrets: bool = False
    include_secrets: bool = False


@frozen
class Packed:
    """An archive that is ready to be written."""

    data: bytes
    hash: str
    manifest: Manifest
    entries: tuple[Entry, ...]
    envelope: JsonObject | None
    """The signed statement about it."""
    skipped: tuple[str, ...]


def pack(bundle: OpenedBundle, wishes: Wishes) -> Packed:
    """The archive of a valid bundle. Raises `Refused`, `OSError` and `BrokenConfiguration`."""
    if bundle.workflow is None or bundle.workflow_path is None:
        raise Refused(
            "entrypoint.not_found",
            "unpackable-bundle",
            reason="it brings no source of its workflow; pack a workflow or the document of a bundle",
        )
    payload = _payload(bundle, wishes)
    sources = Sources.around(bundle.workflow_path, include_secrets=wishes.include_secrets)
    program = link(bundle.workflow, sources)
    catalog = _catalog(bundle.workflow_path, include_secrets=wishes.include_secrets)
    schemas = {name: data for name, data in _schemas(catalog).items() if name in tools_of(program)}
    claimed = next((each for each in OF_PACKING if each in bundle.manifest.metadata), None)
    if claimed is not None:
        reason = f"`metadata.{claimed}` is for what packing itself has to say"
        raise Refused("pack.metadata_failed", "unpackable-bundle", reason=reason)
    said: dict[str, JsonValue] = {**bundle.manifest.metadata, PACKED_WITH: how_compressed()}
    manifest = evolve(bundle.manifest, metadata=said)
    if payload.skipped:
        skipped: list[JsonValue] = [{"path": each, "reason": "secret_path"} for each in payload.skipped]
        manifest = evolve(manifest, metadata={**manifest.metadata, SKIPPED: skipped})
    ingredients = Ingredients(
        manifest, program, schemas, payload.entries, wishes.tool_version, _providers(catalog), wishes.created
    )
    return _finished(ingredients, wishes, payload.skipped)


def _finished(ingredients: Ingredients, wishes: Wishes, skipped: tuple[str, ...]) -> Packed:
    manifest, entries = filled(ingredients)
    hash_ = hash_of(manifest, entries)
    about = None
    signer = wishes.signer
    if signer is not None:
        manifest = evolve(manifest, signature=signer.signature(hash_))
        said = statement(manifest.id, manifest.version, hash_)
        about = envelope(said, fingerprint(signer.public), signer.sign)
    every = archive_of(manifest, entries)
    pieces = list(layout(every))
    size = sum(map(len, pieces))
    if size > LARGEST_TOTAL or len(every) > MOST_ENTRIES:
        reason = f"it has {len(every)} entries and {size} bytes; the most are {MOST_ENTRIES} and {LARGEST_TOTAL}"
        raise Refused("pack.archive_failed", "unpackable-bundle", reason=reason)
    _require_readable(pieces)
    return Packed(compressed(pieces), hash_, manifest, every, about, skipped)


def _require_readable(pieces: list[bytes]) -> None:
    """Raise `Refused` for an archive that nobody would take, with the reason that its reader has."""
    reader = ArchiveReader()
    try:
        for each in pieces:
            reader.feed(each)
        reader.finish()
    except ArchiveFault as fault:
        raise Refused("pack.archive_failed", fault.name, **fault.arguments) from None


def _payload(bundle: OpenedBundle, wishes: Wishes) -> Payload:
    """What the bundle brings along; the sources that it was made of must not look secret either."""
    folder = bundle.path.absolute().parent
    for source in () if wishes.include_secrets else (bundle.path, bundle.workflow_path or bundle.path):
        require_open(source, workspace_root(bundle.path))
    named = bundle.manifest.metadata.get("contributes", [])
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        reason = "`metadata.contributes` is a list of paths"
        raise Refused("pack.invalid_contributes", "unpackable-bundle", reason=reason)
    names = [each for each in named if isinstance(each, str)]
    return gathered(folder, names, exclude_secrets=wishes.exclude_secrets, include_secrets=wishes.include_secrets)


def _catalog(path: Path, *, include_secrets: bool) -> Catalog | None:
    """What the catalogues of the workspace list. Raises `Refused` for one whose file looks secret."""
    surrounding = Surroundings(Workspaces(), frontends().frontends, (path,)).of(path)
    for source in () if include_secrets else surrounding.catalogs:
        require_open(source.path, surrounding.workspace.root)
    return surrounding.catalog or put_together(surrounding.catalogs, surrounding.neighbours)


def _schemas(catalog: Catalog | None) -> Mapping[str, bytes]:
    """What a catalogue says of each tool, as files."""
    tools = None if catalog is None else catalog.tools
    return {name: encode_value(record_document(each)) for name, each in (tools or {}).items()}


def _providers(catalog: Catalog | None) -> str:
    """The digest of the models that a catalogue lists."""
    models = None if catalog is None else catalog.models
    listed = {name: record_document(each) for name, each in (models or {}).items()}
    return digest("package", encode_value(listed))


def pack_report(packed: Packed, output: Path) -> dict[str, Any]:
    """The contract's data about a packed bundle."""
    signature = packed.manifest.signature
    parts = packed.manifest.sbom.packages
    artifact = packed.manifest.execution_artifact
    return {
        "bundle_hash": packed.hash,
        "output_path": str(output),
        "size_bytes": len(packed.data),
        "signature": {
            "algorithm": "ed25519",
            "key_id": None if signature is None else signature.key_id,
            "present": signature is not None,
        },
        "sbom_summary": {
            "components": len(parts),
            "stdlib_modules": 0,
            "providers": 0,
            "tools": _count(parts, "tool:"),
        },
        "manifest": None,
        "zstd_version": library_version(),
        "link_report": None if artifact is None else artifact.link_report,
        "skipped_assets": list(packed.skipped),
    }


def _count(parts: tuple[SbomPackage, ...], prefix: str) -> int:
    return sum(each.name.startswith(prefix) for each in parts)
