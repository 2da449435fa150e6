"""The records of a definition: what one kind of workflow run is for and may use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from onefold.kernel.classes import frozen
from onefold.kernel.identity.capabilities import (
    ACCESS,
    DEFAULT_HARNESS,
    HARNESS,
    MODELS,
    MODELS_DOC,
    NO_FIELDS,
    SKILLS,
    SKILLS_DOC,
    BashDef,
    ModelSlotDef,
)
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import SLOT_ID, STEP_ID, TOOL_ID, WORKFLOW_ID, PromptTemplate
from onefold.kernel.values import JsonValue

DEFINITION_ID: Final = declare.Identifier("a definition id", separators="./:-", limit=200)


@frozen
class PlannerDef:
    """The session that writes the workflow."""

    model: str = declared("model", SLOT_ID, doc="Model slot that plans.")
    harness: str = declared("harness", HARNESS, default=DEFAULT_HARNESS, doc="Id of the harness it runs in.")
    system: PromptTemplate = declared(
        "system",
        declare.Template(),
        default=PromptTemplate(""),
        doc="The system prompt, or {file: PATH} with the text.",
    )
    skills: tuple[str, ...] = declared("skills", SKILLS, default=(), doc=SKILLS_DOC)


@frozen
class WorkerDef:
    """The sessions that carry out steps."""

    harness: str = declared("harness", HARNESS, default=DEFAULT_HARNESS, doc="Id of the harness they run in.")
    skills: tuple[str, ...] = declared("skills", SKILLS, default=(), doc=SKILLS_DOC)


@frozen
class AttachedDef:
    """The memory of another workflow, to be read."""

    id: str = declared("id", WORKFLOW_ID, doc="Id of the workflow whose memory it is.")
    mode: str = declared("mode", declare.Choice(("ro",)), default="ro", doc="How it is mounted: to be read only.")


@frozen
class MemoryDef:
    """What a run may remember."""

    workflow: str = declared("workflow", ACCESS, default="rw", doc="Memory of the workflow's own.")
    org: str = declared("org", ACCESS, default="ro", doc="Memory of the whole organisation.")
    attached: tuple[AttachedDef, ...] = declared(
        "attached",
        declare.Unordered(declare.Record(AttachedDef)),
        default=(),
        doc="Memory of other workflows.",
    )


@frozen
class FixerDef:
    """The session that mends a step that failed."""

    model: str = declared("model", SLOT_ID, doc="Model slot that mends.")
    system: PromptTemplate = declared(
        "system", declare.Template(empty=False), doc="The system prompt, or {file: PATH} with the text."
    )
    max_attempts: int = declared("max_attempts", declare.Integer(minimum=1, maximum=100), doc="How often it may try.")


_NO_MODELS: Final[Any] = NO_FIELDS


@frozen
class DefinitionDef:
    """A definition."""

    definition: str = declared("definition", DEFINITION_ID, doc="Id of the definition.")
    description: str = declared(
        "description", declare.Text(), default="", doc="What its runs do; orchestrators read it."
    )
    input: JsonValue = declared("input", declare.Schema(), default=True, doc="JSON Schema of what a run is given.")
    output: JsonValue = declared("output", declare.Schema(), default=True, doc="JSON Schema of what a run gives.")
    models: Mapping[str, ModelSlotDef] = declared("models", MODELS, default=_NO_MODELS, doc=MODELS_DOC)
    planner: PlannerDef = declared("planner", declare.Record(PlannerDef), doc="The session that writes the workflow.")
    worker: WorkerDef = declared(
        "worker", declare.Record(WorkerDef), default=WorkerDef(), doc="The sessions that carry out steps."
    )
    tools: tuple[str, ...] = declared(
        "tools", declare.Unordered(TOOL_ID), default=(), doc="Tools that its workflows are written for."
    )
    memory: MemoryDef = declared(
        "memory", declare.Record(MemoryDef), default=MemoryDef(), doc="What a run may remember."
    )
    bash: BashDef = declared("bash", declare.Record(BashDef), default=BashDef(), doc="What bash may do.")
    fixers: Mapping[str, FixerDef] = declared(
        "fixers",
        declare.Keyed(STEP_ID, declare.Record(FixerDef), noun="fixer"),
        default=_NO_MODELS,
        doc="Who mends which step that failed, by step id.",
    )
