"""What a bundle says of the files that travel with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from onefold.kernel.bundle.shapes import ANY, COUNT, NO_ENTRIES, TEXT, TEXT_BY_TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue

FALLBACKS: Final = ("deny", "exact_sources")


@frozen
class Module:
    """A source that travels with a bundle, below `sources/`."""

    path: str = declared("path", TEXT, default="", doc="Where it is below `sources/`.")
    source_hash: str = declared("source_hash_blake3", TEXT, default="", doc="BLAKE3 of its bytes.")
    bytecode_hash: str = declared("harnbc_hash_blake3", TEXT, default="", doc="BLAKE3 of what it was compiled to.")


@frozen
class PackedTool:
    """A tool that the workflows call."""

    name: str = declared("name", TEXT, default="", doc="Its name.")
    provider: str | None = declared("provider", TEXT, default=None, doc="Who offers it.")
    annotations: JsonValue = declared("annotations", ANY, default=None, doc="What is known of it.")
    schema_hash: str | None = declared("schema_hash_blake3", TEXT, default=None, doc="BLAKE3 of its schema.")
    metadata: Mapping[str, str] = declared("metadata", TEXT_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class SbomPackage:
    """A part of a bundle."""

    name: str = declared("name", TEXT, default="", doc="Its name.")
    version: str | None = declared("version", TEXT, default=None, doc="Its version.")
    hash: str | None = declared("package_hash_blake3", TEXT, default=None, doc="BLAKE3 of its bytes.")
    license: str | None = declared("license", TEXT, default=None, doc="SPDX expression of its licence.")


@frozen
class SbomRelationship:
    """How two parts belong together."""

    origin: str = declared("from", TEXT, default="", doc="The one part.")
    target: str = declared("to", TEXT, default="", doc="The other.")
    kind: str = declared("relationship_type", TEXT, default="", doc="`depends_on` or `contains`.")


@frozen
class Sbom:
    """The parts of a bundle."""

    format: str = declared("format", TEXT, default="", doc="`spdx-lite`.")
    version: str = declared("version", TEXT, default="", doc="Version of the format.")
    packages: tuple[SbomPackage, ...] = declared(
        "packages", declare.Ordered(declare.Record(SbomPackage)), default=(), doc="The parts."
    )
    relationships: tuple[SbomRelationship, ...] = declared(
        "relationships", declare.Ordered(declare.Record(SbomRelationship)), default=(), doc="How they belong together."
    )


@frozen
class Signature:
    """Who vouches for a bundle."""

    key_id: str | None = declared("key_id", TEXT, default=None, doc="Fingerprint of the key.")
    public_key: str = declared("public_key", TEXT, default="", doc="The 32 bytes of the key, in hex.")
    signature: str = declared("signature", TEXT, default="", doc="The 64 bytes of the signature, in hex.")
    hash: str = declared("manifest_hash_blake3", TEXT, default="", doc="What was signed: the bundle hash.")
    algorithm: str = declared("algorithm", TEXT, default="", doc="`ed25519`.")


@frozen
class ExecutionArtifact:
    """The linked program of a bundle."""

    format: str = declared("format", TEXT, default="", doc="What it is.")
    path: str = declared("path", TEXT, default="", doc="Where it is in the archive.")
    hash: str = declared("hash_blake3", TEXT, default="", doc="BLAKE3 of its bytes.")
    graph_digest: str = declared("graph_digest_blake3", TEXT, default="", doc="Digest of all that was linked.")
    fallback: str = declared(
        "fallback", declare.Choice(FALLBACKS), default="deny", doc="What runs where the program cannot."
    )
    link_report: JsonValue = declared("link_report", ANY, default=None, doc="What the linker did.")


MODULES: Final = declare.Ordered(declare.Record(Module))
TOOLS: Final = declare.Ordered(declare.Record(PackedTool))
SCHEMA: Final = COUNT
