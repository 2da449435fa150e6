"""Joins that wait for every branch, and where the branches come to them from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.projection import shown_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.bundle.graph import GraphEdge, WorkflowGraph, WorkflowNode

# Words for joins that go on before every branch has come.
_EARLY: Final = ("any", "first", "quorum", "race")

Inflows = tuple[frozenset[str], ...]


def inflows_of_joins(graph: WorkflowGraph, ways: Mapping[str, list[GraphEdge]]) -> Mapping[str, Inflows]:
    """For each join that waits for all of two or more branches of a fork, the nodes that each branch comes from."""
    found = {name: _inflows(name, graph, ways) for name, node in graph.nodes.items() if _waits(node)}
    return {name: each for name, each in found.items() if each}


def _waits(node: WorkflowNode) -> bool:
    policy = node.join_policy
    if shown_kind(node.kind) != "join":
        return False
    return policy.require_all_inputs or (policy.strategy not in _EARLY and policy.min_completed is None)


def _inflows(join: str, graph: WorkflowGraph, ways: Mapping[str, list[GraphEdge]]) -> Inflows:
    before = {edge.origin for edge in graph.edges if edge.target == join}
    found: list[frozenset[str]] = []
    for name, node in graph.nodes.items():
        if shown_kind(node.kind) == "fork":
            heads = dict.fromkeys(edge.target for edge in ways.get(name, ()))
            branches = [before & _reached(head, join, ways) | ({name} if head == join else set()) for head in heads]
            coming = [frozenset(each) for each in branches if each]
            # Of a fork around another one a single branch comes to the inner join.
            found += coming if len(coming) > 1 else ()
    return tuple(sorted(set(found), key=sorted))


def _reached(start: str, join: str, ways: Mapping[str, list[GraphEdge]]) -> set[str]:
    """What a branch comes to before the join."""
    found: dict[str, None] = {start: None}
    waiting: list[Iterable[GraphEdge]] = [ways.get(start, ())] if start != join else []
    for edges in waiting:
        for edge in edges:
            if edge.target != join and edge.target not in found:
                found[edge.target] = None
                waiting.append(ways.get(edge.target, ()))
    return set(found) - {join}
