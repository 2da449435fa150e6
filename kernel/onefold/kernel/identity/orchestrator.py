"""The records of an orchestrator: a session that offers definitions to a model and runs what it chooses."""

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
from onefold.kernel.identity.definition import DEFINITION_ID
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import SLOT_ID, TOOL_ID, PromptTemplate

ORCHESTRATOR_ID: Final = declare.Identifier("an orchestrator id", separators="./:-", limit=200)
_NO_MODELS: Final[Any] = NO_FIELDS


@frozen
class PipelineMemoryDef:
    """What a pipeline may remember."""

    org: str = declared("org", ACCESS, default="ro", doc="Memory of the whole organisation.")
    pipeline: str = declared("pipeline", ACCESS, default="rw", doc="Memory that the runs of the pipeline share.")


@frozen
class OrchestratorDef:
    """An orchestrator."""

    orchestrator: str = declared("orchestrator", ORCHESTRATOR_ID, doc="Id of the orchestrator.")
    model: str = declared("model", SLOT_ID, doc="Model slot that decides.")
    models: Mapping[str, ModelSlotDef] = declared("models", MODELS, default=_NO_MODELS, doc=MODELS_DOC)
    harness: str = declared("harness", HARNESS, default=DEFAULT_HARNESS, doc="Id of the harness it runs in.")
    system: PromptTemplate = declared(
        "system",
        declare.Template(),
        default=PromptTemplate(""),
        doc="The system prompt, or {file: PATH} with the text.",
    )
    skills: tuple[str, ...] = declared("skills", SKILLS, default=(), doc=SKILLS_DOC)
    workflows: tuple[str, ...] = declared(
        "workflows",
        declare.Ordered(DEFINITION_ID),
        default=(),
        doc="Ids of the definitions it may run, in the order they are offered.",
    )
    tools: tuple[str, ...] = declared("tools", declare.Unordered(TOOL_ID), default=(), doc="Tools it may call itself.")
    memory: PipelineMemoryDef = declared(
        "memory", declare.Record(PipelineMemoryDef), default=PipelineMemoryDef(), doc="What it may remember."
    )
    bash: BashDef = declared("bash", declare.Record(BashDef), default=BashDef(), doc="What bash may do.")
    max_concurrent_sub_runs: int = declared(
        "max_concurrent_sub_runs",
        declare.Integer(minimum=1),
        default=10,
        doc="How many runs it may have going at once.",
    )
