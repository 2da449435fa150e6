"""The records of a catalogue: what an organisation offers to its workflows. A catalogue has no version."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import SLOT_ID, TOOL_ID, VERIFIER_ID, WORKFLOW_ID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.kernel.ir.nodes import VersionSelector
    from onefold.kernel.values import JsonValue

CATALOG_ID: Final = declare.Identifier("a catalogue id", separators="./:-", limit=200)
# From the least to the most that a call may do to the world.
SIDE_EFFECTS: Final = ("none", "read_only", "workspace_write", "process_exec", "network", "desktop_control")


@frozen
class ToolAnnotations:
    """What is known of how a tool behaves; what is left out is not known."""

    read_only: bool | None = declared(
        "read_only", declare.Boolean(), default=None, doc="Whether a call changes nothing."
    )
    destructive: bool | None = declared(
        "destructive", declare.Boolean(), default=None, doc="Whether a call may destroy something."
    )
    idempotent: bool | None = declared(
        "idempotent", declare.Boolean(), default=None, doc="Whether calling again changes nothing more."
    )
    open_world: bool | None = declared(
        "open_world", declare.Boolean(), default=None, doc="Whether it deals with things outside, such as the web."
    )
    side_effect: str | None = declared(
        "side_effect",
        declare.Choice(SIDE_EFFECTS),
        default=None,
        doc="The most that a call may do to the world around it.",
    )


@frozen
class ToolEntry:
    """A tool that steps may call."""

    description: str = declared("description", declare.Text(), default="", doc="What the tool does.")
    input: JsonValue = declared(
        "input",
        declare.Schema(object_only=True),
        default=None,
        doc="JSON Schema of its arguments, with type: object.",
    )
    output: JsonValue = declared("output", declare.Schema(), default=None, doc="JSON Schema of its result.")
    annotations: ToolAnnotations = declared(
        "annotations",
        declare.Record(ToolAnnotations),
        default=ToolAnnotations(),
        doc="How it behaves.",
    )


@frozen
class VerifierEntry:
    """A verifier that steps may use."""

    description: str = declared("description", declare.Text(), default="", doc="What it checks.")
    arguments: JsonValue = declared(
        "with",
        declare.Schema(object_only=True),
        default=None,
        doc="JSON Schema of its arguments, with type: object.",
    )


@frozen
class ModelEntry:
    """A model slot that steps may name."""

    provider: str | None = declared("provider", declare.Text(empty=False), default=None, doc="Who serves the model.")
    model: str | None = declared(
        "model", declare.Text(empty=False), default=None, doc="The model that answers, as its provider calls it."
    )
    description: str = declared("description", declare.Text(), default="", doc="What the slot is for.")
    pinned: bool | None = declared(
        "pinned",
        declare.Boolean(),
        default=None,
        doc="Whether the name always means the same model; false for one that its provider replaces.",
    )


@frozen
class WorkflowEntry:
    """A workflow that steps may run: its file, or the one version of it that is known."""

    file: str | None = declared(
        "file", declare.Text(empty=False), default=None, doc="Path of its source, relative to the catalogue."
    )
    version: VersionSelector | None = declared(
        "version", declare.Selector(exact=True), default=None, doc="Its full version."
    )


@frozen
class CatalogDef:
    """A catalogue. A kind of things that it does not speak of is not checked."""

    catalog: str = declared("catalog", CATALOG_ID, doc="Id of the catalogue.")
    description: str = declared("description", declare.Text(), default="", doc="What it lists.")
    tools: Mapping[str, ToolEntry] | None = declared(
        "tools",
        declare.Keyed(TOOL_ID, declare.Record(ToolEntry), noun="tool"),
        default=None,
        doc="The tools there are, by id.",
    )
    verifiers: Mapping[str, VerifierEntry] | None = declared(
        "verifiers",
        declare.Keyed(VERIFIER_ID, declare.Record(VerifierEntry), noun="verifier"),
        default=None,
        doc="The verifiers there are, by id.",
    )
    models: Mapping[str, ModelEntry] | None = declared(
        "models",
        declare.Keyed(SLOT_ID, declare.Record(ModelEntry), noun="model slot"),
        default=None,
        doc="The model slots there are, by id.",
    )
    workflows: Mapping[str, WorkflowEntry] | None = declared(
        "workflows",
        declare.Keyed(WORKFLOW_ID, declare.Record(WorkflowEntry), noun="workflow"),
        default=None,
        doc="The workflows that others may run, by id.",
    )
