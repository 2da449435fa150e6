"""The preview of a bundle: what it will do, before anyone runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.canonical import canonical_graph, digests_of, in_byte_order, spelled_out
from onefold.kernel.bundle.editable import editable_fields
from onefold.kernel.bundle.manifest import SCHEMA_VERSION
from onefold.kernel.bundle.mermaid import mermaid
from onefold.kernel.bundle.projection import node_label, shown_edges, shown_nodes
from onefold.kernel.bundle.validate import shown_graph_digest, validation_report
from onefold.kernel.classes import evolve, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from onefold.kernel.bundle.graph import GraphEdge
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.projection import ShownNode
    from onefold.kernel.values import JsonObject, JsonValue


@frozen
class Preview:
    """A bundle as it is shown."""

    manifest: Manifest
    """With the canonical graph."""
    nodes: tuple[ShownNode, ...]
    edges: tuple[GraphEdge, ...]
    mermaid: str
    data: JsonObject
    """The contract's members, in its order, and the digests after them."""


def preview(
    manifest: Manifest, diagnostics: Sequence[JsonObject], *, is_contract: bool, package: str | None = None
) -> Preview:
    """The preview of a bundle, valid or not; `diagnostics` as `reported` gives them, `package` is its hash."""
    manifest = evolve(manifest, workflow=canonical_graph(manifest.workflow))
    capsules = capsules_by_node(manifest)
    nodes, edges = shown_nodes(manifest, capsules), shown_edges(manifest)
    text = mermaid(nodes, edges)
    digest = shown_graph_digest(manifest, is_contract=is_contract)
    data: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "bundle_id": manifest.id,
        "bundle_version": manifest.version,
        "workflow_id": manifest.workflow.id,
        "workflow_version": manifest.workflow.version,
        "graph_digest": digest,
        "validation": validation_report(manifest, diagnostics, digest),
        "graph": _graph(manifest, nodes, edges, diagnostics, text, digest),
        "mermaid": text,
        "triggers": [spelled_out(each) for each in manifest.triggers],
        "connectors": [spelled_out(each) for each in manifest.connectors],
        "environment": spelled_out(manifest.environment),
        "nodes": _workflow_nodes(manifest, capsules),
        "edges": [spelled_out(each) for each in manifest.workflow.edges],
        "metadata": in_byte_order(manifest.metadata),
        "digests": digests_of(manifest, package),
    }
    return Preview(manifest, nodes, edges, text, data)


def capsules_by_node(manifest: Manifest) -> dict[str, str]:
    """The id of the prompt capsule of each node that has one; of several the first counts."""
    found: dict[str, str] = {}
    for key in sorted(manifest.prompt_capsules, key=str.encode):
        found.setdefault(manifest.prompt_capsules[key].node_id, key)
    return found


def _graph(
    manifest: Manifest,
    nodes: Sequence[ShownNode],
    edges: Sequence[GraphEdge],
    diagnostics: Sequence[JsonObject],
    text: str,
    digest: str,
) -> dict[str, Any]:
    fields = editable_fields(manifest)
    every: list[dict[str, Any]] = [field for owner in fields.values() for field in owner]
    ordered = [each for level in ("error", "warning") for each in diagnostics if each["severity"] == level]
    return {
        "schema_version": SCHEMA_VERSION,
        "graph_id": manifest.workflow.id,
        "graph_digest": digest,
        "nodes": [_shown(each, fields) for each in nodes],
        "edges": [
            {"from": each.origin, "to": each.target, "label": each.label, "branch": each.branch} for each in edges
        ],
        "diagnostics": [_beside_graph(each) for each in ordered],
        "editable_fields": sorted(every, key=lambda field: str(field["id"]).encode()),
        "mermaid": text,
    }


def _beside_graph(diagnostic: JsonObject) -> dict[str, JsonValue]:
    node = diagnostic["node_id"]
    return {**diagnostic, "graph_node_id": None if node is None else f"node/{node}"}


def _shown(node: ShownNode, fields: Mapping[str, Sequence[JsonObject]]) -> dict[str, JsonValue]:
    return {
        "id": node.id,
        "node_type": node.type,
        "label": node.label,
        "workflow_node_id": node.workflow_node,
        "trigger_id": node.trigger,
        "connector_id": node.connector,
        "editable_fields": list(fields.get(node.id, ())),
        "metadata": dict(node.metadata),
    }


def _workflow_nodes(manifest: Manifest, capsules: Mapping[str, str]) -> list[JsonValue]:
    triggers: dict[str, list[str]] = {}
    for trigger in manifest.triggers:
        triggers.setdefault(trigger.node_id or manifest.workflow.entry, []).append(trigger.id)
    outgoing: dict[str, set[str]] = {}
    for edge in manifest.workflow.edges:
        outgoing.setdefault(edge.origin, set()).add(edge.target)
    ways = {name: sorted(targets, key=str.encode) for name, targets in outgoing.items()}
    return [
        {
            "id": name,
            "kind": node.kind,
            "label": node_label(node),
            "prompt_capsule": capsules.get(name),
            "trigger_ids": list(triggers.get(name, ())),
            "outgoing": list(ways.get(name, ())),
        }
        for name, node in manifest.workflow.nodes.items()
    ]
