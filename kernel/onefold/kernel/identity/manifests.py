"""The four manifests: what one session was allowed to do, as ids and digests. Members are named as in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.document import record_document
from onefold.kernel.identity.capabilities import HARNESS
from onefold.kernel.identity.definition import DEFINITION_ID
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import SLOT_ID
from onefold.kernel.passes.sort_collections import sort_collections

if TYPE_CHECKING:
    from typing import ClassVar, Final, TypeAlias

    from onefold.kernel.values import JsonObject

_DIGEST: Final = declare.Digest()
_TEXT: Final = declare.Text(empty=False)
_HARNESS_DOC: Final = "Id of the harness that the session runs in."
_STORES: Final = declare.Unordered(_TEXT)


@frozen
class AvailableWorkflow:
    """A definition that an orchestrator may run."""

    id: str = declared("id", DEFINITION_ID, doc="Id of the definition.")
    definition_hash: str = declared("definitionHash", _DIGEST, doc="Its WorkflowDefinitionHash.")


@frozen
class OrchestratorManifest:
    """What the session of an orchestrator may do."""

    kind: ClassVar[str] = "orchestrator"

    harness_id: str = declared("harnessId", HARNESS, doc=_HARNESS_DOC)
    orchestrator_model_slot_id: str = declared("orchestratorModelSlotId", SLOT_ID, doc="Model slot that decides.")
    system_prompt_hash: str = declared("systemPromptHash", _DIGEST, doc="Digest of the system prompt.")
    skills_hash: str = declared("skillsHash", _DIGEST, doc="Digest of the skills.")
    available_workflows: tuple[AvailableWorkflow, ...] = declared(
        "availableWorkflows",
        declare.Unordered(declare.Record(AvailableWorkflow)),
        doc="The definitions it may run.",
    )
    workflow_order_hash: str | None = declared(
        "workflowOrderHash",
        _DIGEST,
        default=None,
        doc="Digest of the ids in the order they are offered, where that is not the sorted one.",
    )
    global_tools_hash: str = declared("globalToolsHash", _DIGEST, doc="Digest of the tools there are.")
    memory_store_ids: tuple[str, ...] = declared("memoryStoreIds", _STORES, doc="Memory that is mounted.")
    bash_capabilities_hash: str = declared("bashCapabilitiesHash", _DIGEST, doc="Digest of what bash may do.")
    max_concurrent_sub_runs: int = declared(
        "maxConcurrentSubRuns", declare.Integer(minimum=1), doc="How many runs it may have going at once."
    )


@frozen
class PlannerManifest:
    """What the session of a planner may do."""

    kind: ClassVar[str] = "planner"

    harness_id: str = declared("harnessId", HARNESS, doc=_HARNESS_DOC)
    planner_model_slot_id: str = declared("plannerModelSlotId", SLOT_ID, doc="Model slot that plans.")
    system_prompt_hash: str = declared("systemPromptHash", _DIGEST, doc="Digest of the system prompt.")
    skills_hash: str = declared("skillsHash", _DIGEST, doc="Digest of the skills.")
    workflow_definition_hash: str = declared("workflowDefinitionHash", _DIGEST, doc="The definition it plans for.")
    global_tools_hash: str = declared("globalToolsHash", _DIGEST, doc="Digest of the tools there are.")
    memory_store_ids: tuple[str, ...] = declared("memoryStoreIds", _STORES, doc="Memory that is mounted.")
    bash_capabilities_hash: str = declared("bashCapabilitiesHash", _DIGEST, doc="Digest of what bash may do.")
    outer_loop_context_hash: str | None = declared(
        "outerLoopContextHash",
        _DIGEST,
        default=None,
        doc="Digest of the cycles before this one, where it plans again.",
    )


@frozen
class WorkerManifest:
    """What the session of a step may do."""

    kind: ClassVar[str] = "worker"

    harness_id: str = declared("harnessId", HARNESS, doc=_HARNESS_DOC)
    workflow_definition_hash: str = declared("workflowDefinitionHash", _DIGEST, doc="The definition it runs for.")
    workflow_version_id: str = declared(
        "workflowVersionId", declare.Digest("blake3"), doc="The version of the workflow that runs."
    )
    step_path: str = declared("stepPath", _TEXT, doc="The step, with the branches and visits it stands in.")
    step_config_hash: str = declared("stepConfigHash", _DIGEST, doc="Digest of the step as the workflow has it.")
    model_slot_id: str | None = declared("modelSlotId", SLOT_ID, default=None, doc="Model slot that answers.")
    system_prompt_hash: str | None = declared(
        "systemPromptHash", _DIGEST, default=None, doc="Digest of the step's system prompt."
    )
    skills_hash: str = declared("skillsHash", _DIGEST, doc="Digest of the skills.")
    allowed_tools_hash: str = declared("allowedToolsHash", _DIGEST, doc="Digest of the tools it may call.")
    memory_store_ids: tuple[str, ...] = declared("memoryStoreIds", _STORES, doc="Memory that is mounted.")
    bash_capabilities_hash: str = declared("bashCapabilitiesHash", _DIGEST, doc="Digest of what bash may do.")


@frozen
class FixerManifest(WorkerManifest):
    """What the session that mends a step may do."""

    kind: ClassVar[str] = "fixer"

    fixer_model_slot_id: str = declared("fixerModelSlotId", SLOT_ID, doc="Model slot that mends.")
    fixer_system_hash: str = declared("fixerSystemHash", _DIGEST, doc="Digest of the fixer's system prompt.")
    fixer_max_attempts: int = declared("fixerMaxAttempts", declare.Integer(minimum=1), doc="How often it may try.")


Manifest: TypeAlias = OrchestratorManifest | PlannerManifest | WorkerManifest | FixerManifest
MANIFESTS: Final[Mapping[str, type[Manifest]]] = {
    each.kind: each for each in (OrchestratorManifest, PlannerManifest, WorkerManifest, FixerManifest)
}
MANIFEST: Final = declare.Variant("manifest", MANIFESTS)
"""A manifest as a document: its kind under `manifest`, and its members."""


def manifest_object(manifest: Manifest) -> JsonObject:
    """A manifest as it stands in the log: members in the order of their declaration, absent ones left out."""
    return record_document(sort_collections(manifest), defaults=True)


def manifest_hash(manifest: Manifest | JsonObject) -> str:
    """The ManifestHash of a manifest, or of one as it was stored. Raises `Unhashable`."""
    return digest_of(manifest if isinstance(manifest, Mapping) else manifest_object(manifest))
