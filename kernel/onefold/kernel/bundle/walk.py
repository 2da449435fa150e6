"""Walk an execution graph: which nodes run, in which order, and how each of them ends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final, TypeAlias

from onefold.kernel.bundle.evaluate import UNRECORDED, Evaluator, Undecided, Unrecorded
from onefold.kernel.bundle.graph import WorkflowGraph, WorkflowNode
from onefold.kernel.bundle.lowering import JOIN
from onefold.kernel.bundle.outputs import OutputsDef, RecordedEnd
from onefold.kernel.bundle.reach import leaving, reachable
from onefold.kernel.bundle.trail import Trail
from onefold.kernel.classes import frozen
from onefold.kernel.ir.expression import Expression

BAD_ENDS: Final = ("failure", "timeout")
_CONDITION: Final = "condition"
_Branch: TypeAlias = Generator[tuple[str, str | None, Trail | None], bool | None, bool | None]
"""Gives the start, the end and the visit before each inner branch, is sent how that ended, and returns how it ended."""
ParsePredicate: TypeAlias = Callable[[str], Expression]
"""The expression of a canonical predicate. Raises `Undecided` for what is none."""


@frozen
class Visit:
    """One node that ran."""

    node: str
    status: str
    """`completed`, or `assumed` where no end of it was recorded."""
    outcome: str | None
    """How it ended, as far as that was decided."""


@frozen
class Walked:
    """A run."""

    visits: tuple[Visit, ...]
    is_good: bool | None
    """Whether it ended well; `None` where what was recorded ends before the run does."""
    unrecorded: tuple[str, ...] = ()
    """Nodes beyond which nobody knows the way: the run came back to them and no further end of theirs was recorded, or
    what decides there was not."""


def walk_all(graph: WorkflowGraph, start: str) -> Walked:
    """Every node that can be reached, each once, as nobody knows which branches are taken."""
    return Walked(tuple(Visit(each, "assumed", None) for each in reachable(graph, [start])), True)


def walk(graph: WorkflowGraph, start: str, outputs: OutputsDef, evaluator: Evaluator, parse: ParsePredicate) -> Walked:
    """The nodes that recorded ends lead to."""
    run = _Run(graph, outputs, evaluator, parse)
    is_good = run.go(start, None)
    return Walked(tuple(run.visits), is_good, tuple(run.unrecorded))


class _Run:
    """One run while it goes on."""

    def __init__(self, graph: WorkflowGraph, outputs: OutputsDef, evaluator: Evaluator, parse: ParsePredicate) -> None:
        self._graph, self._evaluator, self._parse = graph, evaluator, parse
        self._ways = leaving(graph)
        self._rest: dict[str, Iterator[RecordedEnd]] = {name: iter(each) for name, each in outputs.steps.items()}
        self._recorded = {name for name, each in outputs.steps.items() if each}
        self._steps: dict[str, Any] = {}
        self._scope = {"inputs": outputs.inputs if outputs.inputs is not None else UNRECORDED, "steps": self._steps}
        self._trails: dict[str, list[Trail]] = {}
        self.visits: list[Visit] = []
        self.unrecorded: dict[str, None] = {}

    def go(self, start: str, until: str | None) -> bool | None:
        """Go on from a node, up to the join of its branch; whether all ended well, where that is known.

        Branches may hold forks as deep as somebody writes them, so they wait in a list and not in Python's stack.
        """
        open_: list[_Branch] = [self._branch(start, until, None)]
        answer: bool | None = None
        while True:
            try:
                inner = open_[-1].send(answer)
            except StopIteration as ended:
                open_.pop()
                answer = ended.value
                if not open_:
                    return answer
            else:
                open_.append(self._branch(*inner))
                answer = None

    def _branch(self, start: str, until: str | None, before: Trail | None) -> _Branch:
        """One branch, up to its join."""
        waiting = deque([(start, before)])
        is_good, is_known = True, True
        while waiting:
            name, before = waiting.popleft()
            if name == until or name not in self._graph.nodes:
                continue
            end = self._next_end(name)
            if end is None:
                is_known = is_known and not self._stops(name, before)
                continue
            here = self._visited(name, before)
            name, outcome = yield from self._ended(name, end, here)
            if outcome is None:
                is_known = False
                continue
            try:
                targets = self._targets(name, outcome)
            except Unrecorded:
                self.unrecorded[name] = None
                is_known = False
                continue
            if not targets:
                is_good = is_good and outcome not in BAD_ENDS
            waiting.extend((each, here) for each in targets)
        return is_good if is_known else None

    def _visited(self, name: str, before: Trail | None) -> Trail:
        here = Trail.after(before, name)
        self._trails.setdefault(name, []).append(here)
        return here

    def _stops(self, name: str, before: Trail | None) -> bool:
        """Whether the run comes back to a node in a loop; ways that meet again are one visit of what follows."""
        is_loop = before is not None and any(map(before.comes_after, self._trails[name]))
        if is_loop:
            self.unrecorded[name] = None
        return is_loop

    def _next_end(self, name: str) -> RecordedEnd | None:
        """How this visit of a node ends; nothing where it was here before and no further visit was recorded."""
        end = next(self._rest.get(name, iter(())), None)
        return None if end is None and name in self._trails else end or RecordedEnd()

    def _ended(
        self, name: str, end: RecordedEnd, here: Trail
    ) -> Generator[tuple[str, str | None, Trail | None], bool | None, tuple[str, str | None]]:
        """Let a node end: the node that the run goes on from, and the end that decides where, if it is known."""
        node = self._graph.nodes[name]
        outcome = self._decided(name, node, end) if node.kind == _CONDITION else end.outcome
        is_sure = name in self._recorded or node.kind in _SILENT or ("on" in node.metadata and outcome is not None)
        status = "completed" if is_sure else "assumed"
        self.visits.append(Visit(name, status, outcome))
        self._steps[name] = {"outcome": outcome, "output": end.output if name in self._recorded else UNRECORDED}
        if outcome is None:
            self.unrecorded[name] = None
        join = name + JOIN
        if node.kind != "fork" or join not in self._graph.nodes:
            return name, outcome
        ends: list[bool | None] = []
        for edge in self._ways.get(name, ()):
            ends.append((yield edge.target, join, here))  # noqa: PERF401 - a comprehension cannot wait for an answer
        # What was recorded of the step itself, such as that it took too long, stands above what its branches did.
        said = (end.outcome, next(self._rest.get(join, iter(())), RecordedEnd()).outcome)
        own = next((each for each in said if each != "success"), None)
        joined = own or _joined(ends, _needed(self._graph.nodes[join], len(ends)))
        if joined is None:
            return join, None
        outcome = joined
        self._visited(join, here)
        self.visits.append(Visit(join, "completed", outcome))
        branches = [edge.target for edge in self._ways.get(name, ())]
        gathered = {each: self._steps[each]["output"] for each in branches if each in self._steps}
        self._steps[name] = {"outcome": outcome, "output": gathered}
        return join, outcome

    def _decided(self, name: str, node: WorkflowNode, end: RecordedEnd) -> str | None:
        """Which end a condition has: its predicate decides, and where that cannot be told what was recorded."""
        predicate = node.metadata.get("on")
        said = {"success": "true"}.get(end.outcome, end.outcome)
        if not isinstance(predicate, str):
            return said
        try:
            return "true" if self._holds(predicate) else "false"
        except Unrecorded:
            return said if name in self._recorded else None
        except Undecided:
            return "failure"

    def _holds(self, predicate: str) -> bool:
        return self._evaluator.holds(self._parse(predicate), self._scope)

    def _targets(self, name: str, outcome: str) -> list[str]:
        """Where a run goes on from a node that ended so. Raises `Unrecorded` where that is not known."""
        node = self._graph.nodes[name]
        wanted = "success" if node.kind == _CONDITION and outcome == "false" else outcome
        chosen = self._chosen(node, wanted) if outcome != "true" else None
        if chosen is not None:
            return [chosen]
        edges = self._ways.get(name, ())
        conditional = {each.get("to") for each in _transitions(node, wanted) if "when" in each}
        found = {edge.target for edge in edges if edge.branch == outcome and edge.target not in conditional}
        if outcome not in BAD_ENDS:
            found |= {edge.target for edge in edges if edge.branch is None}
        return sorted(found, key=str.encode)

    def _chosen(self, node: WorkflowNode, outcome: str) -> str | None:
        """The first transition whose condition holds, else the one without, of a node that has conditions.

        Raises `Unrecorded` for a condition of what nobody recorded: no later one may be tried then.
        """
        for each in _transitions(node, outcome):
            try:
                if "when" not in each or self._holds(str(each["when"])):
                    return str(each["to"])
            except Unrecorded:
                raise
            except Undecided:
                continue
        return None


def _joined(ends: list[bool | None], needed: int) -> str | None:
    """How a parallel step ends whose branches ended well, badly, or in a way that nobody knows; that may not matter."""
    good = ends.count(True)
    if good >= needed:
        return "success"
    return "failure" if good + ends.count(None) < needed else None


_SILENT: Final = ("fork", "join", "terminal")
"""Kinds of nodes that do nothing of their own, so that nothing is assumed of them."""


def _transitions(node: WorkflowNode, outcome: str) -> list[Mapping[str, Any]]:
    """The transitions for an end in the order they are tried, where edges alone do not say that."""
    written = node.metadata.get("transitions")
    rows = [each for each in written if isinstance(each, dict)] if isinstance(written, list) else []
    fitting = [each for each in rows if each.get("on", "success") == outcome]
    return sorted(fitting, key=lambda each: ("when" not in each, -_priority(each)))


def _priority(transition: Mapping[str, Any]) -> int:
    value = transition.get("priority", 0)
    return value if isinstance(value, int) else 0


def _needed(join: WorkflowNode, count: int) -> int:
    """How many branches must end well."""
    policy = join.join_policy
    if policy.min_completed is not None:
        return policy.min_completed
    return 1 if policy.strategy == "any" else count
