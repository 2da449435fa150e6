"""The snapshot of a definition: exactly what its hash is taken of. Members are named as they are hashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.document import record_document
from onefold.kernel.identity.capabilities import NetworkDef
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.identity.skills import skills_hash
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.passes.normalize_numbers import normalize_numbers
from onefold.kernel.passes.sort_collections import sort_collections
from onefold.kernel.passes.sort_schema_sets import sort_schema_sets

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal

    from onefold.kernel.identity.capabilities import BashDef
    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.skills import Skill
    from onefold.kernel.values import JsonObject

_TEXT = declare.Text()
_DIGEST = declare.Digest()
_WHOLE = declare.Integer(minimum=0)
_FLAG = declare.Boolean()


@frozen
class ModelSlot:
    """A model slot."""

    id: str = declared("id", _TEXT, doc="Id of the slot.")
    provider_id: str = declared("providerId", _TEXT, doc="Who serves the model.")
    model_id: str = declared("modelId", _TEXT, doc="The model.")
    description: str = declared("description", _TEXT, doc="What the slot is for.")


@frozen
class PlannerConfig:
    """What the planner is."""

    model_slot_id: str = declared("modelSlotId", _TEXT, doc="Model slot that plans.")
    harness_id: str = declared("harnessId", _TEXT, doc="Harness of the planner.")
    system_hash: str = declared("systemHash", _DIGEST, doc="Digest of its system prompt.")
    skills_hash: str = declared("skillsHash", _DIGEST, doc="Digest of its skills.")


@frozen
class WorkerConfig:
    """What the workers are."""

    harness_id: str = declared("harnessId", _TEXT, doc="Harness of the workers.")
    skills_hash: str = declared("skillsHash", _DIGEST, doc="Digest of their skills.")


@frozen
class AttachedMemory:
    """Memory of another workflow."""

    id: str = declared("id", _TEXT, doc="Id of the workflow.")
    mode: str = declared("mode", _TEXT, doc="How it is mounted.")


@frozen
class MemoryConfig:
    """What a run remembers."""

    workflow: str = declared("workflow", _TEXT, doc="Memory of the workflow's own.")
    org: str = declared("org", _TEXT, doc="Memory of the organisation.")
    attached: tuple[AttachedMemory, ...] = declared(
        "attached", declare.Unordered(declare.Record(AttachedMemory)), doc="Memory of other workflows."
    )


@frozen
class NetworkCapabilities:
    """What bash may reach; what is absent was not limited."""

    allowed_url_prefixes: tuple[str, ...] | None = declared(
        "allowedUrlPrefixes", declare.Unordered(_TEXT), default=None, doc="What addresses must begin with."
    )
    allowed_methods: tuple[str, ...] | None = declared(
        "allowedMethods", declare.Unordered(_TEXT), default=None, doc="HTTP methods that may be used."
    )
    max_redirects: int | None = declared("maxRedirects", _WHOLE, default=None, doc="Redirects that are followed.")
    timeout_ms: int | None = declared("timeoutMs", _WHOLE, default=None, doc="Milliseconds of one request.")
    max_response_size: int | None = declared("maxResponseSize", _WHOLE, default=None, doc="Largest response, in bytes.")
    deny_private_ranges: bool = declared("denyPrivateRanges", _FLAG, doc="Whether private networks are refused.")


@frozen
class BashCapabilities:
    """What bash may do."""

    network: NetworkCapabilities | Literal[False] = declared(
        "network", declare.Record(NetworkCapabilities, off=True), doc="What it may reach."
    )
    python: bool = declared("python", _FLAG, doc="Whether Python may run.")
    javascript: bool = declared("javascript", _FLAG, doc="Whether JavaScript may run.")


@frozen
class WorkflowDefinitionSnapshot:
    """What a definition means."""

    id: str = declared("id", _TEXT, doc="Id of the definition.")
    description: str = declared("description", _TEXT, doc="What its runs do.")
    input_schema_hash: str = declared("inputSchemaHash", _DIGEST, doc="Digest of the schema of the input.")
    output_schema_hash: str = declared("outputSchemaHash", _DIGEST, doc="Digest of the schema of the output.")
    model_slots: tuple[ModelSlot, ...] = declared(
        "modelSlots", declare.Unordered(declare.Record(ModelSlot)), doc="The model slots."
    )
    planner_config: PlannerConfig = declared("plannerConfig", declare.Record(PlannerConfig), doc="The planner.")
    worker_config: WorkerConfig = declared("workerConfig", declare.Record(WorkerConfig), doc="The workers.")
    global_tools: tuple[str, ...] = declared("globalTools", declare.Unordered(_TEXT), doc="Ids of its tools.")
    memory_config: MemoryConfig = declared("memoryConfig", declare.Record(MemoryConfig), doc="The memory.")
    bash_config: BashCapabilities = declared("bashConfig", declare.Record(BashCapabilities), doc="What bash may do.")


def snapshot_of(
    definition: DefinitionDef, planner_skills: Iterable[Skill], worker_skills: Iterable[Skill]
) -> WorkflowDefinitionSnapshot:
    """The snapshot of a definition whose skills were read; definitions of one meaning have equal ones."""
    canonical = sort_collections(sort_schema_sets(normalize_numbers(definition)))
    memory = canonical.memory
    snapshot = WorkflowDefinitionSnapshot(
        id=canonical.definition,
        description=canonical.description,
        input_schema_hash=digest_of(canonical.input),
        output_schema_hash=digest_of(canonical.output),
        model_slots=tuple(
            ModelSlot(id=name, provider_id=slot.provider, model_id=slot.model, description=slot.description)
            for name, slot in canonical.models.items()
        ),
        planner_config=PlannerConfig(
            model_slot_id=canonical.planner.model,
            harness_id=canonical.planner.harness,
            system_hash=digest_of(canonical.planner.system.text),
            skills_hash=skills_hash(each.identity for each in planner_skills),
        ),
        worker_config=WorkerConfig(
            harness_id=canonical.worker.harness,
            skills_hash=skills_hash(each.identity for each in worker_skills),
        ),
        global_tools=canonical.tools,
        memory_config=MemoryConfig(
            workflow=memory.workflow,
            org=memory.org,
            attached=tuple(AttachedMemory(id=each.id, mode=each.mode) for each in memory.attached),
        ),
        bash_config=bash_capabilities(canonical.bash),
    )
    return sort_collections(snapshot)


def snapshot_object(snapshot: WorkflowDefinitionSnapshot) -> JsonObject:
    """A snapshot as the plain value that is hashed."""
    return record_document(snapshot, defaults=True)


def bash_capabilities(bash: BashDef) -> BashCapabilities:
    """What bash may do, with every default written out."""
    network = bash.network
    reach: NetworkCapabilities | Literal[False] = _network(network) if isinstance(network, NetworkDef) else False
    return sort_collections(BashCapabilities(network=reach, python=bash.python, javascript=bash.javascript))


def _network(network: NetworkDef) -> NetworkCapabilities:
    return NetworkCapabilities(
        allowed_url_prefixes=network.allowed_url_prefixes,
        allowed_methods=network.allowed_methods,
        max_redirects=network.max_redirects,
        timeout_ms=None if network.timeout is None else network.timeout.milliseconds,
        max_response_size=network.max_response_size,
        deny_private_ranges=network.deny_private_ranges,
    )


def bash_hash(bash: BashDef) -> str:
    """The digest of what bash may do."""
    return digest_of(record_document(bash_capabilities(bash), defaults=True))
