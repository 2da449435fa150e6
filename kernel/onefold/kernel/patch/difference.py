"""What a patch changed, by comparison of the bundles before and after; nothing is taken from the operations."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from onefold.kernel.bundle.canonical import canonical_graph, edge_order, spelled_out
from onefold.kernel.bundle.parts import BundlePolicy
from onefold.kernel.ir.declare import declarations

if TYPE_CHECKING:
    from onefold.kernel.bundle.graph import GraphEdge
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.values import JsonValue


def graph_difference(before: Manifest, after: Manifest) -> dict[str, JsonValue]:
    """The contract's difference, with the edges that went beside."""
    old, new = canonical_graph(before.workflow), canonical_graph(after.workflow)
    changed = (
        each.name for each in declarations(BundlePolicy) if _differs(before.policy, after.policy, each.attribute)
    )
    return {
        "added_nodes": [name for name in new.nodes if name not in old.nodes],
        "added_edges": _edges(Counter(new.edges) - Counter(old.edges)),
        "removed_edges": _edges(Counter(old.edges) - Counter(new.edges)),
        "updated_nodes": [name for name, each in new.nodes.items() if name in old.nodes and old.nodes[name] != each],
        "updated_capsules": sorted(
            name for name, each in after.prompt_capsules.items() if before.prompt_capsules.get(name) != each
        ),
        "policy_fields_changed": sorted(changed),
    }


def _differs(before: BundlePolicy, after: BundlePolicy, attribute: str) -> bool:
    return bool(getattr(before, attribute) != getattr(after, attribute))


def _edges(edges: Counter[GraphEdge]) -> list[Any]:
    return [spelled_out(each) for each in sorted(edges.elements(), key=edge_order)]
