"""Build manifests: derive every member from what the session is really given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.catalog import Catalog
from onefold.kernel.digest import version
from onefold.kernel.document import record_document
from onefold.kernel.encode import encode
from onefold.kernel.identity.definitions import Definition, Orchestrator
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.identity.manifests import (
    AvailableWorkflow,
    FixerManifest,
    OrchestratorManifest,
    PlannerManifest,
    WorkerManifest,
)
from onefold.kernel.identity.memory import definition_stores, orchestrator_stores, require_apart
from onefold.kernel.identity.outer_loop import OuterLoopDef, contradiction, outer_loop_hash
from onefold.kernel.identity.places import misplaced
from onefold.kernel.identity.skills import skills_hash
from onefold.kernel.identity.snapshot import bash_hash
from onefold.kernel.identity.step_path import StepPath, parse_step_path
from onefold.kernel.identity.tools import admitted, named, tools_hash, tools_snapshot
from onefold.kernel.ir.catalog import ToolEntry
from onefold.kernel.ir.nodes import Model, Parallel, StepDef, Tool, WorkflowDef
from onefold.kernel.values import utf16_order
from onefold.kernel.words import listed, meant


class CannotBuild(ValueError):  # noqa: N818 - it says what can be done with the arguments
    """There can be no manifest of what was given; the text says why."""


def orchestrator_manifest(
    orchestrator: Orchestrator, definitions: Mapping[str, Definition], catalog: Catalog
) -> OrchestratorManifest:
    """What the session of an orchestrator may do; `definitions` are those at hand, by id.

    Raises `CannotBuild` for a definition or a tool that is not at hand, `MemoryCollision`.
    """
    record = orchestrator.record
    offered = [_definition(name, definitions) for name in record.workflows]
    require_apart(record.workflows)
    hashes = [each.hash for each in offered]
    return OrchestratorManifest(
        harness_id=record.harness,
        orchestrator_model_slot_id=record.model,
        system_prompt_hash=digest_of(record.system.text),
        skills_hash=skills_hash(each.identity for each in orchestrator.skills),
        available_workflows=tuple(
            AvailableWorkflow(id=each.id, definition_hash=each.hash)
            for each in sorted(offered, key=lambda each: utf16_order(each.id))
        ),
        workflow_order_hash=order_hash(record.workflows),
        global_tools_hash=_orchestrator_tools(record.tools, catalog.tools or {}),
        memory_store_ids=orchestrator_stores(record, hashes),
        bash_capabilities_hash=bash_hash(record.bash),
        max_concurrent_sub_runs=record.max_concurrent_sub_runs,
    )


def order_hash(workflows: Sequence[str]) -> str | None:
    """The digest of ids in the order they are offered; `None` where that is the sorted one."""
    return None if list(workflows) == sorted(workflows, key=utf16_order) else digest_of(list(workflows))


def planner_manifest(definition: Definition, catalog: Catalog, loop: OuterLoopDef | None = None) -> PlannerManifest:
    """What the session of a definition's planner may do; `loop` is what came before where it plans again.

    Raises `MemoryCollision`, and `CannotBuild` for cycles that cannot have been so.
    """
    record = definition.record
    reason = "" if loop is None else contradiction(loop)
    if reason:
        raise CannotBuild(f"the context of the outer loop contradicts itself: {reason}")
    return PlannerManifest(
        harness_id=record.planner.harness,
        planner_model_slot_id=record.planner.model,
        system_prompt_hash=digest_of(record.planner.system.text),
        skills_hash=skills_hash(each.identity for each in definition.planner_skills),
        workflow_definition_hash=definition.hash,
        global_tools_hash=tools_hash(catalog.tools or {}),
        memory_store_ids=definition_stores(record),
        bash_capabilities_hash=bash_hash(record.bash),
        outer_loop_context_hash=outer_loop_hash(loop),
    )


def worker_manifest(
    definition: Definition, workflow: Canonical, step: StepPath | str, catalog: Catalog
) -> WorkerManifest:
    """What the session of one step of a workflow may do.

    Raises `CannotBuild` for a step that the workflow does not have there or that runs in no session of its own, for a
    tool that no catalogue lists and a model slot that the definition lacks, `MalformedStepPath`, `MemoryCollision`.
    """
    path = parse_step_path(step) if isinstance(step, str) else step
    config = _step(path, workflow.workflow)
    return _worker(definition, workflow, path, config, catalog)


def fixer_manifest(
    definition: Definition, workflow: Canonical, step: StepPath | str, catalog: Catalog
) -> FixerManifest:
    """What the session that mends a step may do. Raises as `worker_manifest`, and for a step without a fixer."""
    path = parse_step_path(step) if isinstance(step, str) else step
    config = _step(path, workflow.workflow)
    fixer = definition.record.fixers.get(path.step)
    if fixer is None:
        known = definition.record.fixers
        hint = f": it has them for {listed(known, 'and')}" if known else ""
        raise CannotBuild(f"the definition `{definition.id}` has no fixer for the step `{path.step}`{hint}")
    worker = _worker(definition, workflow, path, config, catalog)
    system = digest_of(fixer.system.text)
    return FixerManifest(
        harness_id=worker.harness_id,
        workflow_definition_hash=worker.workflow_definition_hash,
        workflow_version_id=worker.workflow_version_id,
        step_path=worker.step_path,
        step_config_hash=worker.step_config_hash,
        # The session is the fixer's: its model and its prompt, not those of the step.
        model_slot_id=fixer.model,
        system_prompt_hash=system,
        skills_hash=worker.skills_hash,
        allowed_tools_hash=worker.allowed_tools_hash,
        memory_store_ids=worker.memory_store_ids,
        bash_capabilities_hash=worker.bash_capabilities_hash,
        fixer_model_slot_id=fixer.model,
        fixer_system_hash=system,
        fixer_max_attempts=fixer.max_attempts,
    )


def _worker(
    definition: Definition, workflow: Canonical, path: StepPath, config: StepDef, catalog: Catalog
) -> WorkerManifest:
    system = config.system if isinstance(config, Model) else None
    if isinstance(config, Model) and config.model is not None:
        _require_slot(config.model, path, definition)
    return WorkerManifest(
        harness_id=definition.record.worker.harness,
        workflow_definition_hash=definition.hash,
        workflow_version_id=version(encode(workflow)),
        step_path=str(path),
        step_config_hash=digest_of(record_document(config)),
        model_slot_id=config.model if isinstance(config, Model) else None,
        system_prompt_hash=None if system is None else digest_of(system.text),
        skills_hash=skills_hash(each.identity for each in definition.worker_skills),
        allowed_tools_hash=tools_hash(_allowed(config, catalog.tools or {})),
        memory_store_ids=definition_stores(definition.record),
        bash_capabilities_hash=bash_hash(definition.record.bash),
    )


def _require_slot(slot: str, path: StepPath, definition: Definition) -> None:
    """Raise `CannotBuild` unless the model of a step is pinned by the definition, whose hash stands for its slots."""
    models = definition.record.models
    if slot not in models:
        hint = meant(slot, models)
        raise CannotBuild(
            f"the definition `{definition.id}` has no model slot `{slot}`, which the step `{path}` asks for"
            f"{f': {hint}' if hint else ''}"
        )


def _definition(name: str, definitions: Mapping[str, Definition]) -> Definition:
    found = definitions.get(name)
    if found is None:
        hint = meant(name, definitions)
        raise CannotBuild(f"no definition `{name}` is at hand{f': {hint}' if hint else ''}")
    return found


def _orchestrator_tools(own: Sequence[str], tools: Mapping[str, ToolEntry]) -> str:
    """The digest of the whole catalogue, and of the orchestrator's own tools where it names some."""
    if not own:
        return tools_hash(tools)
    listed_tools = {name: _tool(name, tools) for name in own}
    return digest_of({"catalog": tools_snapshot(tools), "tools": tools_snapshot(listed_tools)})


def _allowed(step: StepDef, tools: Mapping[str, ToolEntry]) -> Mapping[str, ToolEntry]:
    """The tools that a step may call: its own, or for a model those of the catalogue that its selector admits."""
    if isinstance(step, Tool):
        return {step.tool: _tool(step.tool, tools)}
    for name in named(step.tools):
        _tool(name, tools)
    return {name: tools[name] for name in admitted(step.tools, tools)}


def _tool(name: str, tools: Mapping[str, ToolEntry]) -> ToolEntry:
    found = tools.get(name)
    if found is None:
        raise CannotBuild(f"no catalogue lists the tool `{name}`, and its schemas are part of the manifest")
    return found


def _step(path: StepPath, workflow: WorkflowDef) -> StepDef:
    for branch in path.branches:
        if not isinstance(_named(branch.step, workflow), Parallel):
            raise CannotBuild(f"`{branch.step}` in `{path}` is no parallel step, so it has no branches")
    found = _named(path.step, workflow)
    if not isinstance(found, Model | Tool):
        raise CannotBuild(f"the {found.kind} step `{path.step}` runs in no session of its own")
    reason = misplaced(path, workflow)
    if reason:
        raise CannotBuild(f"no run has a step `{path}`: {reason}")
    return found


def _named(name: str, workflow: WorkflowDef) -> StepDef:
    found = workflow.steps.get(name)
    if found is None:
        hint = meant(name, workflow.steps)
        raise CannotBuild(f"the workflow `{workflow.workflow}` has no step `{name}`{f': {hint}' if hint else ''}")
    return found
