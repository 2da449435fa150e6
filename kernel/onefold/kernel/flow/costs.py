"""The fewest step executions that a run needs to end well."""

from __future__ import annotations

from _heapq import heappop, heappush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.flow.flow import Flow
    from onefold.kernel.flow.graph import Graph


def cheapest(flow: Flow) -> int | None:
    """How many steps the cheapest run to a good end executes; `None` when no run ends well.

    A parallel step counts, and of its branches as many as decide the join, the cheapest first. Retries do not count.
    The regions of the branches must be well formed: what two branches share would count twice.
    """
    entry = flow.graph.entry
    if entry is None or not flow.ends.good[entry]:
        return None
    return _Search(flow.graph).run(entry)


class _Search:
    """Dijkstra's algorithm, with sums where a join waits for several branches (Knuth's generalization).

    What is settled, the cheapest first, is a step with a kind of end: 1 for good, 0 for bad.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        count = len(graph.ids)
        self.settled: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.waiting: list[tuple[int, int, int]] = []
        self.decided: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """What the branches of each parallel step cost until it is decided well, or badly."""
        self.spent = ({step: [0, 0] for step in graph.joins}, {step: [0, 0] for step in graph.joins})
        """For each kind of end: how many branches have come to one, and their cost together."""
        self.sources: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self.parallels: list[list[int]] = [[] for _ in range(count)]
        for step, exits in enumerate(graph.exits):
            for group, targets in enumerate((exits.failed, exits.well, exits.timed)):
                for target in targets:
                    self.sources[target].append((step, group))
        for parallel, join in graph.joins.items():
            for head in join.heads:
                self.parallels[head].append(parallel)

    def run(self, entry: int) -> int | None:
        for step, exits in enumerate(self.graph.exits):
            if exits.ends_timed:
                self.offer(step, 0, 1)
            if step not in self.graph.joins:
                self.open(step, 0, 0)
                self.open(step, 1, 0)
        while self.waiting:
            cost, step, kind = heappop(self.waiting)
            if step not in self.settled[kind]:
                if (step, kind) == (entry, 1):
                    return cost
                self.settle(step, kind, cost)
        return None

    def offer(self, step: int, kind: int, cost: int) -> None:
        if step not in self.settled[kind]:
            heappush(self.waiting, (cost, step, kind))

    def settle(self, step: int, kind: int, cost: int) -> None:
        self.settled[kind][step] = cost
        for source, group in self.sources[step]:
            for branches in self.branch_costs(source, group):
                self.offer(source, kind, 1 + branches + cost)
        for parallel in self.parallels[step]:
            join, spent = self.graph.joins[parallel], self.spent[kind][parallel]
            spent[0] += 1
            spent[1] += cost
            if spent[0] == (join.spoil, join.need)[kind]:
                self.decided[kind][parallel] = spent[1]
                self.open(parallel, kind, spent[1])
                if kind == 1 and join.verified:
                    self.open(parallel, 0, spent[1])

    def branch_costs(self, step: int, group: int) -> list[int]:
        """What the branches of a step may cost until it ends with an outcome of a group; no way yet, no cost."""
        join = self.graph.joins.get(step)
        if join is None or group == 2:
            return [0]
        kinds = (1, 0) if group == 0 and join.verified else (group,)
        return [self.decided[kind][step] for kind in kinds if step in self.decided[kind]]

    def open(self, step: int, group: int, branches: int) -> None:
        """The step can now end with an outcome of the group, at this cost of its branches."""
        exits = self.graph.exits[step]
        if (exits.ends_failed, exits.ends_well)[group]:
            self.offer(step, group, 1 + branches)
        for target in (exits.failed, exits.well)[group]:
            for kind in (0, 1):
                if target in self.settled[kind]:
                    self.offer(step, kind, 1 + branches + self.settled[kind][target])
