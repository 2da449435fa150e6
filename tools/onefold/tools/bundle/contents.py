"""What stands in an archive of ours for a program: one function, so that packing and verifying agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from onefold.kernel.bundle.archive import Entry
from onefold.kernel.bundle.canonical import canonical_manifest
from onefold.kernel.bundle.hashing import bundle_hash, manifest_bytes
from onefold.kernel.bundle.manifest import SCHEMA_VERSION, Manifest
from onefold.kernel.bundle.package import (
    ExecutionArtifact,
    Module,
    PackedTool,
    Sbom,
    SbomPackage,
    SbomRelationship,
)
from onefold.kernel.bundle.program import FORMAT, PATH, Program
from onefold.kernel.bundle.spdx import spdx_bytes, spdx_document
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.digest import version
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import Tool
from onefold.tools.store.names import digits_of, file_name

MANIFEST: Final = "foldpack.json"
SBOM: Final = "sbom.spdx.json"
SOURCES: Final = "sources/"
_LONGEST_NAME: Final = 48


@frozen
class Ingredients:
    """All that an archive is made of."""

    manifest: Manifest
    """What the bundle says of itself; what travels with it is filled in."""
    program: Program
    schemas: Mapping[str, bytes]
    """Of tools, by id: the schema file."""
    assets: tuple[Entry, ...]
    tool_version: str
    catalog_hash: str
    created: str


def filled(made_of: Ingredients) -> tuple[Manifest, tuple[Entry, ...]]:
    """The unsigned manifest, and the entries in the order of the archive without it."""
    program = made_of.program
    linked = program.bytes()
    modules = tuple(Module(path=module_path(name, each), source_hash=name) for name, each in program.workflows.items())
    entry = module_path(program.entry, program.workflows[program.entry])
    tools = _tools(program, made_of.schemas)
    manifest = canonical_manifest(
        evolve(
            made_of.manifest,
            schema_version=SCHEMA_VERSION,
            entrypoint=entry,
            execution_artifact=ExecutionArtifact(
                format=FORMAT,
                path=PATH,
                hash=version(linked),
                graph_digest=program.digest(),
                fallback="deny",
                link_report=program.report(),
            ),
            transitive_modules=modules,
            stdlib_version=made_of.tool_version,
            tool_version=made_of.tool_version,
            catalog_hash=made_of.catalog_hash,
            tool_manifest=tools,
            sbom=_sbom(made_of, entry, modules, tools, linked),
            signature=None,
        )
    )
    payload = [
        *(Entry(SOURCES + module_path(name, each), encode(each)) for name, each in program.workflows.items()),
        *(Entry(tool_path(name), data) for name, data in made_of.schemas.items()),
        *made_of.assets,
        Entry(PATH, linked),
    ]
    parts = Entry(SBOM, spdx_of(manifest, payload, made_of.created))
    return manifest, (parts, *sorted(payload, key=lambda each: each.path.encode()))


def archive_of(manifest: Manifest, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """All entries of the archive, the manifest first."""
    return (Entry(MANIFEST, manifest_bytes(manifest)), *entries)


def hash_of(manifest: Manifest, entries: Sequence[Entry]) -> str:
    """The bundle hash; `entries` are all but the manifest."""
    return bundle_hash(manifest, entries)


def spdx_of(manifest: Manifest, entries: Sequence[Entry], created: str) -> bytes:
    """The list of parts of a manifest; the files of an archive give their digests."""
    data = {each.path: each.data for each in entries}
    paths = {each.name: part_path(each.name) for each in manifest.sbom.packages}
    digests = {name: sha256(data[path]).hexdigest() for name, path in paths.items() if path in data}
    return spdx_bytes(spdx_document(manifest, digests, created))


def part_path(name: str) -> str:
    """Where the file of a part stands, if it is one that has a file."""
    kind, _, rest = name.partition(":")
    places = {"module": SOURCES + rest, "asset": rest, "artifact": rest, "tool": tool_path(rest)}
    return places.get(kind, "")


def module_path(name: str, canonical: Canonical) -> str:
    """Where a workflow stands below `sources/`: its id, as far as that is short and safe, and its version."""
    readable = file_name(canonical.workflow.workflow)
    readable = readable if len(readable) <= _LONGEST_NAME else "workflow"
    return f"{readable}-{digits_of(name)[:16]}.json"


def tool_path(name: str) -> str:
    """Where the schema of a tool stands."""
    readable = file_name(name)
    return f"tools/{readable if len(readable) <= _LONGEST_NAME else digits_of(version(name.encode()))}.json"


def tools_of(program: Program) -> tuple[str, ...]:
    """The tools that the workflows call themselves."""
    steps = (step for each in program.workflows.values() for step in each.workflow.steps.values())
    return tuple(sorted({step.tool for step in steps if isinstance(step, Tool)}))


def _tools(program: Program, schemas: Mapping[str, bytes]) -> tuple[PackedTool, ...]:
    return tuple(
        PackedTool(name=name, schema_hash=version(schemas[name]) if name in schemas else None)
        for name in tools_of(program)
    )


def _sbom(
    made_of: Ingredients, entry: str, modules: Sequence[Module], tools: Sequence[PackedTool], linked: bytes
) -> Sbom:
    tool = made_of.tool_version
    packages = [
        SbomPackage(name="onefold", version=tool),
        SbomPackage(name=f"artifact:{PATH}", version=tool, hash=version(linked)),
        SbomPackage(name="onefold-provider-catalog", version=tool, hash=made_of.catalog_hash),
        *(SbomPackage(name=f"module:{each.path}", version=tool, hash=each.source_hash) for each in modules),
        *(SbomPackage(name=f"tool:{each.name}", hash=each.schema_hash) for each in tools),
        *(SbomPackage(name=f"asset:{each.path}", version=tool, hash=version(each.data)) for each in made_of.assets),
    ]
    relationships = [
        SbomRelationship(origin=f"entrypoint:{entry}", target=each.name, kind="depends_on")
        for each in packages
        if each.name != f"module:{entry}"
    ]
    return Sbom(format="spdx-lite", version="2.3", packages=tuple(packages), relationships=tuple(relationships))
