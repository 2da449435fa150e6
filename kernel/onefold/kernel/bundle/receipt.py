"""The receipt of a run: the same bundle, event and outputs give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel import patterns
from onefold.kernel.bundle.canonical import canonical_graph, digests_of, spelled_out
from onefold.kernel.bundle.manifest import SCHEMA_VERSION
from onefold.kernel.bundle.outputs import fault_of_outputs
from onefold.kernel.bundle.preview import capsules_by_node
from onefold.kernel.bundle.reach import reachable
from onefold.kernel.bundle.validate import shown_graph_digest
from onefold.kernel.bundle.walk import walk, walk_all
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.digest import digest
from onefold.kernel.document import record_document
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.kernel.bundle.evaluate import Evaluator
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.outputs import OutputsDef
    from onefold.kernel.bundle.walk import ParsePredicate, Walked
    from onefold.kernel.values import JsonObject, JsonValue

CONTRACT_TYPE: Final = "harn.workflow_bundle.run"
TYPE: Final = "onefold.bundle.run"
_STATES: Final[Mapping[bool | None, str]] = {True: "completed", False: "failed", None: "incomplete"}
_UNSAFE: Final = patterns.compile(r"[^A-Za-z0-9_-]")


@frozen
class Run:
    """What is run, and with what."""

    manifest: Manifest
    is_contract: bool
    trigger: str | None = None
    """Id of the trigger; the first one when left out."""
    event: str | None = None
    outputs: OutputsDef | None = None
    package: str | None = None
    """The bundle hash."""


class UnknownEnd(Exception):  # noqa: N818 - it says what was named
    """Recorded ends are of steps, or name outcomes, that a bundle does not have."""


class UnknownTrigger(Exception):  # noqa: N818 - it says what was named
    """A bundle has no such trigger."""


def receipt(run: Run, evaluator: Evaluator, parse: ParsePredicate) -> JsonObject:
    """The receipt of a run of a valid bundle. Raises `UnknownTrigger` and `UnknownEnd`."""
    manifest = evolve(run.manifest, workflow=canonical_graph(run.manifest.workflow))
    trigger, start = _started(manifest, run.trigger)
    graph = manifest.workflow
    outputs = run.outputs
    fault = None if outputs is None else fault_of_outputs(outputs, graph, is_contract=run.is_contract)
    if fault is not None:
        raise UnknownEnd(fault)
    walked = walk_all(graph, start) if outputs is None else walk(graph, start, outputs, evaluator, parse)
    graph_digest = shown_graph_digest(manifest, is_contract=run.is_contract)
    pinned = manifest.receipts
    events = list(pinned.event_ids)
    if run.event is not None and run.event not in events:
        events.append(run.event)
    members: dict[str, JsonValue] = {
        "schema_version": SCHEMA_VERSION,
        "receipt_type": CONTRACT_TYPE if run.is_contract else TYPE,
        "bundle_id": manifest.id,
        "bundle_version": manifest.version,
        "workflow_id": graph.id,
        "workflow_version": graph.version,
        "graph_digest": graph_digest,
        "run_id": pinned.run_id or _run_id(manifest.id, graph_digest),
        "trigger_id": trigger,
        "event_ids": events,
        "status": _STATES[walked.is_good],
        **_nodes(manifest, walked, start),
        "policy": spelled_out(manifest.policy),
        "connectors": [spelled_out(each) for each in manifest.connectors],
        "environment": spelled_out(manifest.environment),
        "start_node": start,
        "outputs": None if outputs is None else _digest(record_document(outputs)),
        "unrecorded": list(walked.unrecorded),
        "digests": digests_of(manifest, run.package),
    }
    return {**members, "receipt_digest": _digest(members)}


def _started(manifest: Manifest, wanted: str | None) -> tuple[str | None, str]:
    """The trigger of a run, if there is one, and the node it starts at."""
    known = {each.id: each for each in reversed(manifest.triggers)}
    if wanted is not None and wanted not in known:
        raise UnknownTrigger(wanted)
    trigger = known[wanted] if wanted is not None else next(iter(manifest.triggers), None)
    entry = manifest.workflow.entry
    return (None, entry) if trigger is None else (trigger.id, trigger.node_id or entry)


def _run_id(bundle: str, graph_digest: str) -> str:
    return f"bundle_run_{_UNSAFE.sub('_', bundle)}_{graph_digest.partition(':')[2][:12]}"


def _nodes(manifest: Manifest, walked: Walked, start: str) -> dict[str, JsonValue]:
    graph, capsules = manifest.workflow, capsules_by_node(manifest)
    executed = [
        {**_node(manifest, each.node, capsules, each.status), "outcome": each.outcome} for each in walked.visits
    ]
    ran = {each.node for each in walked.visits}
    in_reach = set(reachable(graph, [start]))
    others = [
        _node(manifest, name, capsules, "skipped" if name in in_reach else "unreachable")
        for name in graph.nodes
        if name not in ran
    ]
    return {"executed_nodes": executed, "other_nodes": others}


def _node(manifest: Manifest, name: str, capsules: Mapping[str, str], status: str) -> dict[str, Any]:
    kind = manifest.workflow.nodes[name].kind
    return {"node_id": name, "kind": kind, "prompt_capsule": capsules.get(name), "status": status}


def _digest(value: JsonValue) -> str:
    return digest("receipt", encode_value(value))
