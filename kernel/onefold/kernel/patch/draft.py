"""The copy of a bundle that operations work on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from onefold.kernel.classes import evolve
from onefold.kernel.patch.failure import Failed

if TYPE_CHECKING:
    from onefold.kernel.bundle.graph import GraphEdge, WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.parts import BundlePolicy, Capsule

# More edges than these are no help in a line.
_MOST: Final = 5


class Draft:
    """A bundle that is being edited; the one it was made of stays as it is."""

    def __init__(self, manifest: Manifest) -> None:
        """Begin with a copy."""
        self._manifest = manifest
        self.nodes: dict[str, WorkflowNode] = dict(manifest.workflow.nodes)
        self._edges: Counter[GraphEdge] = Counter(manifest.workflow.edges)
        self._capsules: dict[str, Capsule] = dict(manifest.prompt_capsules)
        self._places = {key: place for place, key in enumerate(self._capsules)}
        self._prompting: dict[str, set[str]] = {}
        """The keys of the capsules of each node; to look through all capsules for each operation takes too long."""
        for key, each in self._capsules.items():
            self._prompting.setdefault(each.node_id, set()).add(key)
        self.policy: BundlePolicy = manifest.policy
        self.entry = manifest.workflow.entry
        self._added: set[GraphEdge] = set()
        self._removed: set[GraphEdge] = set()

    def add_edge(self, edge: GraphEdge) -> None:
        """Put an edge in. Raises `Failed` where it is there, or was taken out by this very patch."""
        if edge in self._edges:
            raise Failed("repeated-edge", (), ("edges",), "exists", edge.origin, edge=edge_words(edge))
        if edge in self._removed:
            raise _undone(edge)
        self._added.add(edge)
        self._edges[edge] += 1

    def remove_edge(self, edge: GraphEdge) -> None:
        """Take an edge out. Raises `Failed` where there is none, or this very patch put it in."""
        if edge not in self._edges:
            raise Failed(
                "missing-edge",
                (),
                ("edges",),
                "unknown",
                edge.origin,
                edge=edge_words(edge),
                candidates=self._candidates(edge),
            )
        if edge in self._added:
            raise _undone(edge)
        self._removed.add(edge)
        self._edges[edge] -= 1
        if not self._edges[edge]:
            del self._edges[edge]

    def _candidates(self, edge: GraphEdge) -> str:
        """What is said of the edges that connect the same nodes."""
        between = [each for each in self._edges if (each.origin, each.target) == (edge.origin, edge.target)]
        if between:
            return f"the graph has {' and '.join(map(edge_words, between))}"
        onward = [edge_words(each) for each in self._edges if each.origin == edge.origin]
        return f"from `{edge.origin}` there is {' and '.join(onward[:_MOST]) or 'none'}"

    def prompted(self, node_id: str) -> str | None:
        """The key of the first capsule of a node, if it has one."""
        return min(self._prompting.get(node_id, ()), key=self._places.__getitem__, default=None)

    def put_capsule(self, capsule: Capsule) -> None:
        """Put a capsule under its id, in place of the one that is there."""
        before = self._capsules.get(capsule.id)
        if before is not None:
            self._prompting[before.node_id].remove(capsule.id)
        self._places.setdefault(capsule.id, len(self._places))
        self._capsules[capsule.id] = capsule
        self._prompting.setdefault(capsule.node_id, set()).add(capsule.id)

    def require_node(self, name: str, field: str, at: tuple[str, ...], kind: str) -> None:
        """Raise `Failed` where there is no such node; `field` is where the operation names it."""
        if name not in self.nodes:
            raise Failed("unknown-node", (field,), at, kind, name, node=name)

    def finished(self) -> Manifest:
        """The edited bundle; whoever signed the other one has not signed this."""
        graph = evolve(self._manifest.workflow, nodes=self.nodes, edges=tuple(self._edges.elements()), entry=self.entry)
        return evolve(
            self._manifest, workflow=graph, prompt_capsules=self._capsules, policy=self.policy, signature=None
        )


def edge_words(edge: GraphEdge) -> str:
    """What messages call an edge.

    >>> from onefold.kernel.bundle.graph import GraphEdge
    >>> edge_words(GraphEdge(origin="a", target="b", branch="failure"))
    'a -> b (branch failure)'
    """
    told = [f"{name} {value}" for name, value in (("branch", edge.branch), ("label", edge.label)) if value is not None]
    words = f" ({', '.join(told)})" if told else ""
    return f"{edge.origin} -> {edge.target}{words}"


def _undone(edge: GraphEdge) -> Failed:
    return Failed("idle-patch", (), ("edges",), "undone", edge.origin, reason=f"it adds and removes {edge_words(edge)}")
