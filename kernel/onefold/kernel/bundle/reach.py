"""What can be reached in an execution graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from onefold.kernel.bundle.graph import GraphEdge, WorkflowGraph


def leaving(graph: WorkflowGraph) -> Mapping[str, list[GraphEdge]]:
    """The edges of each node, in the order of the graph."""
    found: dict[str, list[GraphEdge]] = {}
    for edge in graph.edges:
        found.setdefault(edge.origin, []).append(edge)
    return found


def reachable(graph: WorkflowGraph, starts: Iterable[str]) -> tuple[str, ...]:
    """The nodes that edges lead to, whatever their branch: breadth first, children by the bytes of their ids."""
    ways = leaving(graph)
    known = dict.fromkeys(each for each in starts if each in graph.nodes)
    waiting = deque(known)
    while waiting:
        targets = {edge.target for edge in ways.get(waiting.popleft(), ())}
        for target in sorted(targets, key=str.encode):
            if target in graph.nodes and target not in known:
                known[target] = None
                waiting.append(target)
    return tuple(known)
