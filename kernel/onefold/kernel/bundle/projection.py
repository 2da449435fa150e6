"""The graph that a preview shows: nodes of the workflow among its triggers, connectors, policies and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from onefold.kernel.bundle.graph import GraphEdge, WorkflowNode
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Connector, Trigger
from onefold.kernel.classes import Factory, frozen
from onefold.kernel.values import JsonValue

COMPLETED: Final = "terminal/completed"
FAILED: Final = "terminal/failed"
CATCHUP: Final = "policy/catchup"
DEAD_LETTERS: Final = "policy/dlq"
_KINDS: Final[Mapping[str, str]] = {
    "stage": "agent",
    "agent": "agent",
    "worker": "subagent",
    "waitpoint": "wait",
    "delay": "wait",
    "hitl": "approval",
    "connector": "connector_call",
    "notify": "notification",
    "success": "terminal",
    "failure": "terminal",
}


@frozen
class ShownNode:
    """A node of the shown graph."""

    id: str
    type: str
    label: str
    workflow_node: str | None = None
    trigger: str | None = None
    connector: str | None = None
    metadata: Mapping[str, JsonValue] = Factory(dict)


def shown_kind(kind: str) -> str:
    """What a kind of node is shown as; kinds of a host's own stay as they are."""
    return _KINDS.get(kind, kind) if kind.strip() else "agent"


def node_label(node: WorkflowNode) -> str:
    """A few words for a node: its task, else its prompt, else its id."""
    for text in (node.task_label, node.prompt):
        if text is not None and text.strip():
            return text.strip()
    return node.id or ""


def shown_nodes(manifest: Manifest, capsules: Mapping[str, str]) -> tuple[ShownNode, ...]:
    """The nodes of the shown graph by id; `capsules` are the prompts of nodes. The manifest has the canonical graph."""
    return tuple(sorted(_nodes(manifest, capsules), key=lambda each: each.id.encode()))


def _nodes(manifest: Manifest, capsules: Mapping[str, str]) -> Iterator[ShownNode]:
    policy = manifest.policy
    for connector in manifest.connectors:
        plain = connector.provider_id in ("", connector.id)
        label = connector.id if plain else f"{connector.id} ({connector.provider_id})"
        said: dict[str, JsonValue] = {"provider_id": connector.provider_id, "scopes": list(connector.scopes)}
        yield ShownNode(f"connector/{connector.id}", "connector_call", label, connector=connector.id, metadata=said)
    if policy.catchup.mode != "none":
        yield ShownNode(CATCHUP, "catchup", "Catch up", metadata={"mode": policy.catchup.mode})
    if policy.retry.max_attempts > 1:
        attempts: dict[str, JsonValue] = {"max_attempts": policy.retry.max_attempts}
        yield ShownNode(DEAD_LETTERS, "dlq", "Dead letter queue", metadata=attempts)
    for trigger in manifest.triggers:
        said = {"kind": trigger.kind, "provider": trigger.provider, "events": list(trigger.events)}
        yield ShownNode(f"trigger/{trigger.id}", "trigger", _trigger_label(trigger), trigger=trigger.id, metadata=said)
    for name, node in manifest.workflow.nodes.items():
        said = {"kind": node.kind, "task_label": node.task_label, "prompt_capsule": capsules.get(name)}
        yield ShownNode(f"node/{name}", shown_kind(node.kind), node_label(node), workflow_node=name, metadata=said)
    for name, label, status in ((COMPLETED, "Completed", "completed"), (FAILED, "Failed", "failed")):
        yield ShownNode(name, "terminal", label, metadata={"status": status})


def _trigger_label(trigger: Trigger) -> str:
    if trigger.events:
        return f"{trigger.kind}: {', '.join(trigger.events)}"
    if trigger.schedule is not None:
        return f"cron: {trigger.schedule}"
    return trigger.id if trigger.delay is None else f"delay: {trigger.delay}"


def shown_edges(manifest: Manifest) -> tuple[GraphEdge, ...]:
    """The edges of the shown graph, in the contract's order."""
    return tuple(sorted(_edges(manifest), key=_order))


def _order(edge: GraphEdge) -> tuple[Any, ...]:
    optional = [(value is not None, (value or "").encode()) for value in (edge.branch, edge.label)]
    return (edge.origin.encode(), edge.target.encode(), *optional)


def _edges(manifest: Manifest) -> Iterator[GraphEdge]:
    graph, policy = manifest.workflow, manifest.policy
    bound: dict[str, Connector] = {}
    for connector in manifest.connectors:
        bound.setdefault(connector.provider_id, connector)
        bound.setdefault(connector.id, connector)
    for trigger in manifest.triggers:
        yield from _of_trigger(manifest, trigger, None if trigger.provider is None else bound.get(trigger.provider))
    for edge in graph.edges:
        yield GraphEdge(
            origin=f"node/{edge.origin}", target=f"node/{edge.target}", branch=edge.branch, label=edge.label
        )
    leading = {edge.origin for edge in graph.edges}
    for name in graph.nodes:
        if name not in leading:
            yield GraphEdge(origin=f"node/{name}", target=COMPLETED, branch="completed", label="completed")
    if policy.retry.max_attempts > 1:
        for name in graph.nodes:
            yield GraphEdge(origin=f"node/{name}", target=DEAD_LETTERS, branch="failed", label="retry exhausted")
        yield GraphEdge(origin=DEAD_LETTERS, target=FAILED, branch="failed", label="failed")


def _of_trigger(manifest: Manifest, trigger: Trigger, connector: Connector | None) -> Iterator[GraphEdge]:
    origin = f"trigger/{trigger.id}"
    if connector is not None:
        yield GraphEdge(origin=f"connector/{connector.id}", target=origin, label="binds")
    target = f"node/{trigger.node_id or manifest.workflow.entry}"
    mode = manifest.policy.catchup.mode
    if mode == "none":
        yield GraphEdge(origin=origin, target=target, label="dispatch")
        return
    yield GraphEdge(origin=origin, target=CATCHUP, branch="catchup", label=mode)
    yield GraphEdge(origin=CATCHUP, target=target, label="dispatch")
