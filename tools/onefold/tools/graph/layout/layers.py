"""Break loops, and give every node a layer so that all other links lead down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onefold.tools.graph.layout.values import Level


def upward_links(level: Level) -> set[int]:
    """The numbers of the links that have to lead up: those that close a loop, and all that lead to the first node."""
    leaving: list[list[int]] = [[] for _ in level.nodes]
    for number, link in enumerate(level.links):
        leaving[link.origin].append(number)
    upward: set[int] = set()
    state = [0] * len(level.nodes)  # 0: not met yet, 1: on the path, 2: done
    for root in range(len(level.nodes)):
        path: list[tuple[int, Iterator[int]]] = []
        if state[root] == 0:
            state[root] = 1
            path.append((root, iter(leaving[root])))
        while path:
            node, numbers = path[-1]
            for number in numbers:
                target = level.links[number].target
                if state[target] == 1 or target == 0:
                    upward.add(number)
                elif state[target] == 0:
                    state[target] = 1
                    path.append((target, iter(leaving[target])))
                    break
            else:
                state[node] = 2
                path.pop()
    return upward


def layers(level: Level, downward: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of each node, from 0, given the pairs of nodes that links without loops connect from top to bottom."""
    count = len(level.nodes)
    below: list[list[int]] = [[] for _ in range(count)]
    waiting_for = [0] * count
    for upper, lower in downward:
        below[upper].append(lower)
        waiting_for[lower] += 1
    found = [0] * count
    ready = [node for node in range(count) if not waiting_for[node]]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for lower in below[node]:
            found[lower] = max(found[lower], found[node] + 1)
            waiting_for[lower] -= 1
            if not waiting_for[lower]:
                ready.append(lower)
    return _drawn_down(found, order, below, downward)


def _drawn_down(
    found: list[int], order: Sequence[int], below: Sequence[Sequence[int]], downward: Sequence[tuple[int, int]]
) -> list[int]:
    """Nodes that nothing leads to stand right above what they lead to, the first node apart."""
    led_to = {lower for _, lower in downward}
    for node in order:
        if node not in led_to and node != 0 and below[node]:
            found[node] = max(0, min(found[lower] for lower in below[node]) - 1)
    return found
