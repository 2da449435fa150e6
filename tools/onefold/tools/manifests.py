"""Build the manifest of a session from files: the documents of a workspace, and a workflow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from onefold.kernel.identity.build import (
    CannotBuild,
    fixer_manifest,
    orchestrator_manifest,
    planner_manifest,
    worker_manifest,
)
from onefold.kernel.identity.manifests import MANIFESTS, Manifest
from onefold.tools.documents import (
    definitions_around,
    read_catalog,
    read_definition,
    read_orchestrator,
    read_outer_loop,
    read_workflow,
)


def build_manifest(
    kind: str,
    file: Path,
    *,
    workflow: Path | None = None,
    step: str | None = None,
    outer_loop: Path | None = None,
    catalogs: Sequence[Path] = (),
) -> Manifest:
    """The manifest of a session: of an `orchestrator`, a `planner`, a `worker` or a `fixer`.

    `file` is the document of the orchestrator, or of the definition. A worker and a fixer take the `workflow` that runs
    and the path of the `step` in it; a planner that plans again takes the context of its `outer_loop`. Without
    `catalogs` those of the workspace around `file` count. Raises `CannotBuild`, `MemoryCollision`,
    `MalformedStepPath`, `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`.
    """
    if kind == "orchestrator":
        orchestrator = read_orchestrator(file)
        definitions = definitions_around(file, orchestrator.record.workflows)
        return orchestrator_manifest(orchestrator, definitions, read_catalog(catalogs, file))
    if kind not in MANIFESTS:
        raise CannotBuild(f"`{kind}` is no kind of manifest: the kinds are {', '.join(MANIFESTS)}")
    definition = read_definition(file)
    if kind == "planner":
        loop = None if outer_loop is None else read_outer_loop(outer_loop)
        return planner_manifest(definition, read_catalog(catalogs, file), loop)
    if workflow is None or step is None:
        raise CannotBuild(f"the manifest of a {kind} takes a workflow and a step of it")
    build = worker_manifest if kind == "worker" else fixer_manifest
    return build(definition, read_workflow(workflow), step, read_catalog(catalogs, file))
