r"""Runs in the Python API: build a manifest, start a session, check drift, append, read.

>>> from tempfile import TemporaryDirectory
>>> from pathlib import Path
>>> from onefold.api import EventLog, build_manifest, check_manifest_drift, start_session
>>> text = "definition: d\nmodels: {m: {provider: p, model: x}}\nplanner: {model: m}\n"
>>> with TemporaryDirectory() as folder:
...     definition = Path(folder, "d.fold.yaml")
...     _ = definition.write_text(text)
...     manifest = build_manifest("planner", definition)
...     with EventLog.at(Path(folder)) as log:
...         _ = start_session(log, "run_1", manifest)
...         check_manifest_drift(log, "run_1", manifest)
...         _ = log.append("run_1", "RunCompleted", {"output": 1}, key="end")
...         [event.type for event in log.events("run_1")]
['harness.session.started', 'RunCompleted']
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from onefold.kernel.identity.build import CannotBuild
from onefold.kernel.identity.definitions import Definition, Orchestrator
from onefold.kernel.identity.digests import Unhashable, digest_of
from onefold.kernel.identity.drift import Change, Scope, changes, scope_of
from onefold.kernel.identity.events import Event
from onefold.kernel.identity.lineage import Lineage
from onefold.kernel.identity.lineage import lineage as trace
from onefold.kernel.identity.manifests import (
    FixerManifest,
    Manifest,
    OrchestratorManifest,
    PlannerManifest,
    WorkerManifest,
    manifest_hash,
    manifest_object,
)
from onefold.kernel.identity.memory import MemoryCollision
from onefold.kernel.identity.step_path import MalformedStepPath
from onefold.tools import manifests
from onefold.tools.documents import Unusable, read_definition, read_manifest, read_orchestrator
from onefold.tools.events import (
    CapabilityDriftError,
    Conflict,
    EventLog,
    InvalidEvent,
    Tampered,
    Unopenable,
    check_all,
    check_manifest_drift,
    start_session,
)

__all__ = [
    "CannotBuild",
    "CapabilityDriftError",
    "Change",
    "Conflict",
    "Definition",
    "Event",
    "EventLog",
    "FixerManifest",
    "InvalidEvent",
    "Lineage",
    "MalformedStepPath",
    "Manifest",
    "MemoryCollision",
    "Orchestrator",
    "OrchestratorManifest",
    "PlannerManifest",
    "Scope",
    "Tampered",
    "Unhashable",
    "Unopenable",
    "Unusable",
    "WorkerManifest",
    "build_manifest",
    "changes",
    "check_all",
    "check_manifest_drift",
    "digest_of",
    "lineage",
    "manifest_hash",
    "manifest_object",
    "read_definition",
    "read_manifest",
    "read_orchestrator",
    "scope_of",
    "start_session",
]


def build_manifest(
    kind: str,
    file: str | Path,
    *,
    workflow: str | Path | None = None,
    step: str | None = None,
    outer_loop: str | Path | None = None,
    catalogs: Sequence[str | Path] = (),
) -> Manifest:
    """The manifest of a session, as `onefold manifest` builds it: `orchestrator`, `planner`, `worker` or `fixer`.

    `file` is the document of the orchestrator, or of the definition. A worker and a fixer take the `workflow` that runs
    and the path of the `step` in it; a planner that plans again takes the context of its `outer_loop`. Without
    `catalogs` those of the workspace around `file` count. Raises `Unusable` for a document that has errors or is
    another, `CannotBuild`, `MemoryCollision` and `MalformedStepPath` for what does not fit together, `OSError`,
    `UnknownFormat` and `BrokenConfiguration`.
    """
    return manifests.build_manifest(
        kind,
        Path(file),
        workflow=None if workflow is None else Path(workflow),
        step=step,
        outer_loop=None if outer_loop is None else Path(outer_loop),
        catalogs=[Path(each) for each in catalogs],
    )


def lineage(log: EventLog, run_id: str, step: str | None = None) -> Lineage | None:
    """What led to the sessions of a run, or to one step; `None` for a step that the run never had a session for."""
    return trace(run_id, lambda each: tuple(log.events(each)), step)
