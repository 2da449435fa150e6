"""A whole bundle: the manifest of the contract, and the document that people write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from onefold.kernel.bundle.graph import WorkflowGraph
from onefold.kernel.bundle.package import MODULES, TOOLS, ExecutionArtifact, Module, PackedTool, Sbom, Signature
from onefold.kernel.bundle.parts import BundlePolicy, Capsule, Connector, Environment, Pins, Trigger
from onefold.kernel.bundle.shapes import ANY_BY_TEXT, COUNT, NO_ENTRIES, TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue

SCHEMA_VERSION: Final = 3
"""The schema that is written."""
SCHEMAS: Final = (2, 3)
"""The schemas that are read."""
BUNDLE_ID: Final = declare.Identifier("a bundle id", separators="./:-", limit=200)

_TRIGGERS: Final = declare.Ordered(declare.Record(Trigger))
_CAPSULES: Final = declare.Keyed(TEXT, declare.Record(Capsule), noun="prompt capsule")
_CONNECTORS: Final = declare.Ordered(declare.Record(Connector))


@frozen
class Surroundings:
    """What every bundle has around its graph."""

    version: str = declared("version", TEXT, default="", doc="Version of the bundle.")
    triggers: tuple[Trigger, ...] = declared("triggers", _TRIGGERS, default=(), doc="What starts a run.")
    workflow: Any = declared("workflow", declare.Json(), default=None, doc="The workflow.")
    prompt_capsules: Mapping[str, Capsule] = declared(
        "prompt_capsules", _CAPSULES, default=NO_ENTRIES, doc="Prompts that continue at nodes, by id."
    )
    policy: BundlePolicy = declared(
        "policy", declare.Record(BundlePolicy), default=BundlePolicy(), doc="What runs may do on their own."
    )
    connectors: tuple[Connector, ...] = declared(
        "connectors", _CONNECTORS, default=(), doc="Accounts of providers that runs need."
    )
    environment: Environment = declared(
        "environment", declare.Record(Environment), default=Environment(), doc="Where runs take place."
    )
    receipts: Pins = declared("receipts", declare.Record(Pins), default=Pins(), doc="What a replay must find again.")
    metadata: Mapping[str, JsonValue] = declared("metadata", ANY_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class Manifest(Surroundings):
    """A bundle as the public contract writes it."""

    schema_version: int = declared("schema_version", COUNT, doc="Version of the schema: 2 or 3.")
    entrypoint: str = declared("entrypoint", TEXT, default="", doc="The module that runs first.")
    execution_artifact: ExecutionArtifact | None = declared(
        "execution_artifact", declare.Record(ExecutionArtifact), default=None, doc="The linked program."
    )
    transitive_modules: tuple[Module, ...] = declared(
        "transitive_modules", MODULES, default=(), doc="The sources that travel with it."
    )
    stdlib_version: str = declared("stdlib_version", TEXT, default="", doc="Version of the standard library.")
    tool_version: str = declared("harn_version", TEXT, default="", doc="Version of what made the bundle.")
    catalog_hash: str = declared("provider_catalog_hash", TEXT, default="", doc="Digest of the providers it knew.")
    tool_manifest: tuple[PackedTool, ...] = declared("tool_manifest", TOOLS, default=(), doc="The tools it calls.")
    sbom: Sbom = declared("sbom", declare.Record(Sbom), default=Sbom(), doc="Its parts.")
    signature: Signature | None = declared(
        "signature", declare.Record(Signature), default=None, doc="Who vouches for it."
    )
    parent_trust_record_id: str | None = declared(
        "parent_trust_record_id", TEXT, default=None, doc="Record of the release before this one."
    )
    id: str = declared("id", TEXT, default="", doc="Its id.")
    name: str | None = declared("name", TEXT, default=None, doc="Name for people.")
    workflow: WorkflowGraph = declared(
        "workflow", declare.Record(WorkflowGraph), default=WorkflowGraph(), doc="The execution graph."
    )


@frozen
class WorkflowFile:
    """A workflow in a file of its own."""

    file: str = declared("file", declare.Text(empty=False), doc="Path of the workflow, relative to this file.")


@frozen
class BundleDef(Surroundings):
    """A bundle as people write it."""

    bundle: str = declared("bundle", BUNDLE_ID, doc="Id of the bundle.")
    version: str = declared("version", TEXT, doc="Version of the bundle.")
    workflow: WorkflowFile = declared("workflow", declare.Record(WorkflowFile), doc="The workflow that it carries.")
