"""Where a bundle waits for a person's consent, and what can be reached without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from onefold.kernel.bundle.projection import shown_kind
from onefold.kernel.bundle.reach import leaving
from onefold.kernel.ceiling.joins import inflows_of_joins
from onefold.kernel.ceiling.of_bundles import node_tools
from onefold.kernel.ceiling.patterns import covers_name
from onefold.kernel.classes import Factory, define
from onefold.kernel.functions import cached_property

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from onefold.kernel.bundle.graph import GraphEdge, WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest

Way: TypeAlias = tuple[str, "str | None"]
"""A node, and the branch on which it is left."""
_GRANTED: Final = frozenset(
    {None, "success", "true", "yes", "approve", "approved", "accepted", "granted", "completed"}
    | {"condition_true", "verify_pass"}
)
# Ends that may be told of an approval that was refused.
VAGUE: Final = frozenset({None, "success", "completed"})
_REFUSED: Final = frozenset(
    {"failure", "failed", "timeout", "false", "no", "reject", "rejected", "deny", "denied", "declined", "refused"}
    | {"expired", "cancelled", "condition_false", "verify_fail", "escalation"}
)
_IDLE: Final = frozenset({"approval", "wait", "terminal", "condition", "fork", "join"})


def is_acting(node: WorkflowNode) -> bool:
    """Whether a node does something of its own."""
    return shown_kind(node.kind) not in _IDLE


@define(eq=False)
class Consent:
    """The gates of a bundle, which are nodes that wait for consent, and the ways past them."""

    bundle: Manifest
    also_granted: frozenset[Way] = frozenset()
    """Ways out of gates that are known to mean consent, although their words do not say so."""
    _known_walks: dict[tuple[frozenset[str], frozenset[str]], frozenset[Way]] = Factory(dict)

    @classmethod
    def before(cls, original: Manifest) -> Consent:
        """Of the bundle that a change was made of: whatever led on there and is no refusal meant consent."""
        return cls(original, cls(original).words_of_hosts())

    @cached_property
    def gates(self) -> frozenset[str]:
        """Nodes that ask a person, and those that policy lets wait for consent."""
        required = self.bundle.policy.approval_required
        nodes = self.bundle.workflow.nodes
        asking = {name for name, node in nodes.items() if shown_kind(node.kind) == "approval"}
        return frozenset(asking | {name for name in required if name in nodes})

    @cached_property
    def ways(self) -> Mapping[str, list[GraphEdge]]:
        """The edges of each node."""
        return leaving(self.bundle.workflow)

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """Where runs begin."""
        started = (each.node_id for each in self.bundle.triggers if each.node_id)
        return tuple(dict.fromkeys((self.bundle.workflow.entry, *started)))

    @cached_property
    def ungated(self) -> frozenset[str]:
        """What a run can come to without consent."""
        return self.reached(self.roots, self.gates)

    @cached_property
    def all_reached(self) -> frozenset[str]:
        """What a run can come to at all."""
        return self.reached(self.roots, ())

    @cached_property
    def before_gates(self) -> frozenset[str]:
        """Nodes from which some way leads to a gate, and gates."""
        coming: dict[str, list[str]] = {}
        for edge in self.bundle.workflow.edges:
            coming.setdefault(edge.target, []).append(edge.origin)
        waiting = [*self.gates]
        found = set(waiting)
        for name in waiting:
            new = [each for each in coming.get(name, ()) if each not in found]
            found.update(new)
            waiting += dict.fromkeys(new)
        return frozenset(found)

    @cached_property
    def inflows(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """For each join that waits for every branch, where each of the branches comes to it from."""
        return inflows_of_joins(self.bundle.workflow, self.ways)

    def same_ways_as(self, other: Consent) -> bool:
        """Whether two bundles have the same nodes, gates, ways and beginnings."""
        mine, theirs = self.bundle.workflow, other.bundle.workflow
        return (self.gates, self.roots, mine.edges, set(mine.nodes), self.inflows) == (
            other.gates,
            other.roots,
            theirs.edges,
            set(theirs.nodes),
            other.inflows,
        )

    def reached(self, starts: Iterable[str], gates: Collection[str], closed: Collection[str] = ()) -> frozenset[str]:
        """What can be come to when `gates` give no consent; a gate itself is come to. `closed` are never left.

        A join waits for its branches where a gate may hold one of them up.
        """
        walk = _Walk(self, frozenset(gates), frozenset(closed))
        started = tuple(starts)
        # What starts in the middle of one branch finds the others where a whole run does.
        beside = frozenset[Way]() if started == self.roots or not gates else self._passed(walk)
        return walk.reached(started, beside)

    def _passed(self, walk: _Walk) -> frozenset[Way]:
        """The ways into joins that a whole run passes."""
        key = (walk.gates, walk.closed)
        if key not in self._known_walks:
            whole = _Walk(self, *key)
            whole.reached(self.roots, frozenset())
            self._known_walks[key] = frozenset(whole.arrived)
        return self._known_walks[key]

    def grants(self, edge: GraphEdge) -> bool:
        """Whether an edge out of a gate is for the case of consent."""
        return edge.branch in _GRANTED or (edge.origin, edge.branch) in self.also_granted

    def words_of_hosts(self) -> frozenset[Way]:
        """Ways out of gates in words of a host's own, which do not say that there was no consent."""
        ways = ((edge.origin, edge.branch) for gate in self.gates for edge in self.ways.get(gate, ()))
        return frozenset(way for way in ways if way[1] not in _REFUSED)

    def behind(self, gate: str) -> frozenset[str]:
        """What is come to after the consent of a gate."""
        granted = [edge.target for edge in self.ways.get(gate, ()) if self.grants(edge)]
        return self.reached(granted, ())

    def needs(self, name: str, node: WorkflowNode) -> bool:
        """Whether what a node does waits for consent, before it or in it."""
        if name in self.gates or node.approval_policy.require_approval:
            return True
        if name in self.all_reached and name not in self.ungated:
            return True
        tools = node_tools(node)
        required = self.bundle.policy.approval_required
        return not isinstance(tools, str) and any(
            covers_name(one, tool) or covers_name(tool, one) for one in required for tool in tools
        )


class _Walk:
    """One look at what is come to."""

    def __init__(self, consent: Consent, gates: frozenset[str], closed: frozenset[str]) -> None:
        self.gates = gates
        self.closed = closed
        self.arrived: set[Way] = set()
        """The joins that branches have come to, each with the node that the branch ends in."""
        self._consent = consent
        self._found: dict[str, None] = {}
        self._left: set[str] = set()
        self._missing: dict[str, list[frozenset[str]]] = {}

    def reached(self, starts: Iterable[str], beside: frozenset[Way]) -> frozenset[str]:
        """What is come to; `beside` are ways into joins that others have passed."""
        nodes = self._consent.bundle.workflow.nodes
        self.arrived |= beside
        waiting = [each for each in starts if each in nodes]
        self._found = dict.fromkeys(waiting)
        for name in waiting:
            for edge in self._consent.ways.get(name, ()):
                waiting += self._along(edge, nodes)
        return frozenset(self._found)

    def _along(self, edge: GraphEdge, nodes: Collection[str]) -> list[str]:
        """The nodes that are newly come to by an edge of a node that was come to."""
        name, target = edge.origin, edge.target
        if target not in nodes or name in self.closed:
            return []
        holds = name in self.gates and self._consent.grants(edge)
        found = [] if holds else [target]
        if self.gates and target in self._consent.inflows:
            found = [*(found if self._is_complete(target, None if holds else name) else ()), *self._bad_ends(target)]
        new = [each for each in dict.fromkeys(found) if each in nodes and each not in self._found]
        self._found |= dict.fromkeys(new)
        return new

    def _is_complete(self, join: str, origin: str | None) -> bool:
        """Whether every branch has come to a join, now that one may have come from a node."""
        if join not in self._missing:
            inflows = self._consent.inflows[join]
            self._missing[join] = [each for each in inflows if not any((join, name) in self.arrived for name in each)]
        if origin is not None:
            self.arrived.add((join, origin))
            self._missing[join] = [each for each in self._missing[join] if origin not in each]
        return not self._missing[join]

    def _bad_ends(self, join: str) -> list[str]:
        """Where a join leads when it ends badly, as for a branch that got no consent; once."""
        if join in self._left or join in self.closed:
            return []
        self._left.add(join)
        return [each.target for each in self._consent.ways.get(join, ()) if each.branch in _REFUSED]
