"""The questions that rules ask about the flow of a workflow."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.edges import edges
from onefold.kernel.flow.ends import UNDECIDED, find_awaited, find_ends
from onefold.kernel.flow.graph import BAD_OUTCOMES, number
from onefold.kernel.flow.points import NOWHERE, find_points
from onefold.kernel.flow.precedence import Precedence
from onefold.kernel.flow.regions import Regions
from onefold.kernel.flow.walk import mismatches, walk
from onefold.kernel.functions import cached_property
from onefold.kernel.ir.nodes import Conditional
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final, TypeVar

    from onefold.kernel.flow.edges import Edge
    from onefold.kernel.flow.ends import Awaited, Ends
    from onefold.kernel.flow.faults import Faults, Intrusion, Overlap
    from onefold.kernel.flow.graph import Graph
    from onefold.kernel.flow.points import Points
    from onefold.kernel.flow.reach import Reach
    from onefold.kernel.flow.walk import Walk
    from onefold.kernel.ir.nodes import WorkflowDef

    Key = TypeVar("Key")

# Steps that follow on each other are looked at one by one up to so many, before dominators are worked out for all.
_NEAR: Final = 16


@frozen
class Branch:
    """A branch of a parallel step."""

    parallel: str
    head: str


class Point(NamedTuple):
    """A moment of a run: `step` starts, or, with an outcome, `step` has just ended with it."""

    step: str
    outcome: str | None = None


class Flow:
    """The flow graph of one workflow whose step references all resolve."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self.workflow = workflow

    # Edges.

    @cached_property
    def entry(self) -> str | None:
        """The first step: `start`, or the only step that no other leads to; `None` when that is not clear."""
        return None if self.graph.entry is None else self.graph.ids[self.graph.entry]

    def edges_from(self, step: str) -> tuple[Edge, ...]:
        """The edges that leave a step, branches, `then` and `otherwise` included, in the order written."""
        return self._leaving.get(step, ())

    def edges_into(self, step: str) -> tuple[Edge, ...]:
        """The edges by which some run comes to a step."""
        return self._entering.get(step, ())

    def edges_not_taken(self) -> Iterator[Edge]:
        """The edges of steps that can be reached by which no run goes on, because the outcome never comes."""
        return (each for each in edges(self.workflow) if self.reachable(each.origin) and not self._is_taken(each))

    def edges_between(self, origin: str, target: str) -> tuple[Edge, ...]:
        """The edges from one step to another, in the order written."""
        return self._joining.get((origin, target), ())

    # Steps and regions.

    def reachable(self, step: str) -> bool:
        """Whether some run comes to this step."""
        return self.graph.numbers[step] in self.found.targets

    def judged(self, step: str) -> bool:
        """Whether the answers about this step hold: it can be reached, and the regions around it are well formed."""
        index = self.graph.numbers[step]
        return index in self.found.targets and index not in self._blurred

    def region(self, step: str) -> tuple[Branch, ...]:
        """The branches in which a step lies, the outermost first; `()` outside of all parallels."""
        ids, owner = self.graph.ids, self.found.owner
        chain = self.regions.chain(self._branch(step))
        return tuple(Branch(ids[owner[head]], ids[head]) for head in reversed(tuple(chain)))

    def innermost(self, step: str) -> Branch | None:
        """The branch in which a step lies, of several that lie in each other the inmost."""
        head = next(iter(self.regions.chain(self._branch(step))), None)
        return None if head is None else Branch(self.graph.ids[self.found.owner[head]], self.graph.ids[head])

    def cyclic(self, step: str) -> bool:
        """Whether a run can come back to this step, in a loop or because a parallel step is tried again."""
        return self.can_run_before(step, Point(step))

    # What ran before. `a == point.step` asks about an earlier end of the same step (a loop), unless the point has an
    # outcome: then the step has ended.

    def can_run_before(self, a: str, point: Point) -> bool:
        """Whether in some run `a` has ended when `point` comes; of concurrent steps it is not asked further."""
        if a == point.step and point.outcome is not None:
            return True
        if not (self.reachable(a) and self.reachable(point.step)):
            return False
        if self.concurrent(a, point.step) is not None:
            return True
        good, bad = self._ended(a)
        return any(self._comes_after(end, a, self._moment(point)) for end in (good, *bad))

    def can_end_well_before(self, a: str, point: Point) -> bool:
        """Whether the latest end of `a` before `point` is a good one in some run.

        `False` together with `can_run_before`: it can only have ended badly. For a step in a branch that is started
        again, `True` may also mean that a good end is followed by a bad one in every run.
        """
        if a == point.step and point.outcome is not None:
            return point.outcome not in BAD_OUTCOMES
        if not (self.reachable(a) and self.reachable(point.step)) or self._surely_badly_before(a, point):
            return False
        (good, bad), target = self._ended(a), self._moment(point)
        if self.concurrent(a, point.step) is not None:
            return True
        return self._comes_after(good, a, target) and self._possible.after_without(good, target, bad)

    def surely_before(self, a: str, point: Point) -> bool:
        """Whether in every run that comes to `point`, `a` has ended before.

        After `all` every step that each good way through its branch passes has run; after `any` and a quorum
        none, unless the join can only be met by that very branch. After a join that failed it is the other way
        round. `False` for concurrent steps, and for a parallel seen from inside its branches.
        """
        if a == point.step:
            return point.outcome is not None
        return self._next_on_the_way(a, point.step) is not None or self._precedes(a, self.graph.numbers[a], point)

    def surely_well_before(self, a: str, point: Point) -> bool:
        """Whether `surely_before` holds and the latest end of `a` was a good one (`success` or a custom outcome)."""
        if a == point.step:
            return point.outcome is not None and point.outcome not in BAD_OUTCOMES
        index, after = self.graph.numbers[a], self._next_on_the_way(a, point.step)
        if after is not None and self.graph.exits[index].leads_well(after):
            return True
        return self._precedes(a, self._points.well.get(index, NOWHERE), point)

    def concurrent(self, a: str, b: str) -> str | None:
        """The parallel step in different branches of which `a` and `b` lie, so that they run at the same time."""
        if not self.graph.joins:
            return None
        one, other = self._branch(a), self._branch(b)
        parallel = None if one == other else self.regions.rivals(one, other)
        return None if parallel is None else self.graph.ids[parallel]

    def undecided(self, a: str, point: Point) -> str | None:
        """The innermost `any` or quorum parallel that `a` lies in a branch of and `point` does not.

        Its join is met without every branch, so `a` may have been cut before it ended.
        """
        parallel = self.regions.undecided(self._branch(a), self._branch(point.step))
        return None if parallel is None else self.graph.ids[parallel]

    def _ended(self, step: str) -> tuple[int, tuple[int, ...]]:
        """The moment when a step has ended well, or `NOWHERE`, and those when it has ended badly."""
        index = self.graph.numbers[step]
        decision = self._points.decisions.get(index)
        if decision is not None:
            return decision.good, (decision.failed, decision.timed)
        badly = self._points.badly[index]
        return self._points.well[index], () if badly == NOWHERE else (badly,)

    def _comes_after(self, end: int, step: str, moment: int) -> bool:
        """Whether `moment` can come once `step` has ended, at the moment `end`."""
        if end == self.graph.numbers[step]:
            # The start stands for the end, too.
            return self._possible.after_leaving(end, moment)
        return end != NOWHERE and self._possible.after(end, moment)

    def _surely_badly_before(self, a: str, point: Point) -> bool:
        return a != point.step and any(self._precedes(a, moment, point) for moment in self._ended(a)[1])

    def _next_on_the_way(self, a: str, b: str) -> int | None:
        """The step after `a` on the only way that leads to `b`, where that is short and seen without dominators."""
        origin, step = self.graph.numbers[a], self.graph.numbers[b]
        for _ in range(_NEAR):
            before = self._only_before.get(step, NOWHERE)
            if before == origin:
                return step
            if before == NOWHERE:
                return None
            step = before
        return None

    def _precedes(self, a: str, moment: int, point: Point) -> bool:
        numbers, joins, reached = self.graph.numbers, self.graph.joins, self.found.targets
        number = numbers[a]
        if number not in reached or numbers[point.step] not in reached:
            return False
        # Only what lies in a branch, or has some, can run at the same time.
        if joins and (self.concurrent(a, point.step) is not None or (number in joins and self._holds(a, point.step))):
            return False
        return self._precedence.before(moment, self._moment(point))

    def _holds(self, parallel: str, step: str) -> bool:
        """Whether a step lies in a branch of this parallel step."""
        a, b = self._branch(parallel), self._branch(step)
        inside = self.regions.below(a, b)
        return inside is not None and self.found.owner[inside] == self.graph.numbers[parallel]

    # The parts, each built at the first question that needs it, in numbers instead of ids.

    @cached_property
    def graph(self) -> Graph:
        """The steps in numbers."""
        return number(self.workflow)

    @cached_property
    def ends(self) -> Ends:
        """Which steps have a way to an end."""
        return find_ends(self.graph)

    @cached_property
    def found(self) -> Walk:
        """The steps that can be reached."""
        return walk(self.graph, self._decided)

    @cached_property
    def regions(self) -> Regions:
        """The tree of branches."""
        return Regions(self.graph, self.found)

    @cached_property
    def misfits(self) -> list[tuple[int, int]]:
        """The edges between regions that must not be there; empty when all regions are well formed."""
        return mismatches(self.graph, self.found)

    @property
    def overlaps(self) -> Sequence[Overlap]:
        """The regions that overlap."""
        return self._faults.overlaps if self.misfits else ()

    @property
    def intrusions(self) -> Sequence[Intrusion]:
        """The regions that are entered from outside."""
        return self._faults.intrusions if self.misfits else ()

    @cached_property
    def _faults(self) -> Faults:
        from onefold.kernel.flow.faults import Faults  # In most workflows there are none.

        return Faults(self.graph, self.found, self.regions, self.misfits)

    @cached_property
    def is_acyclic(self) -> bool:
        """Whether no run comes back to a step, but for branches that are started again."""
        place = self.found.place
        return all(place[step] < place[each] for step, targets in self.found.targets.items() for each in targets)

    @cached_property
    def _decided(self) -> Ends:
        """The ends, of which only parallel steps hang on more than on their own transitions."""
        return self.ends if self.graph.joins else UNDECIDED

    @cached_property
    def _only_before(self) -> Mapping[int, int]:
        """The step that leads to each, `NOWHERE` where there are several; of parallel steps nothing is told so."""
        found: dict[int, int] = {}
        for step, targets in () if self.graph.joins else self.found.targets.items():
            for target in targets:
                found[target] = NOWHERE if target in found or target == self.graph.entry else step
        return found

    @cached_property
    def _awaited(self) -> Awaited:
        return find_awaited(self.graph, self._decided)

    @cached_property
    def _points(self) -> Points:
        return find_points(self.graph, self._decided, self.found)

    @cached_property
    def _precedence(self) -> Precedence:
        entry = self.graph.entry
        assert entry is not None  # noqa: S101 - without an entry no step can be reached, and nobody asks
        return Precedence(entry, self.found, self._points, self.regions, self._awaited)

    @cached_property
    def _possible(self) -> Reach:
        from onefold.kernel.flow.possible import find_possible  # What always runs before also can.

        return find_possible(self.graph, self._decided, self.found, self._points, self._awaited)

    @cached_property
    def _blurred(self) -> frozenset[int]:
        """The steps in and behind regions that are not well formed."""
        if not self.misfits:
            return frozenset()
        owner, joins, branch = self.found.owner, self.graph.joins, self.found.branch
        heads = self.regions.around(branch[step] for edge in self.misfits for step in edge)
        wrong = {target for _, target in self.misfits}
        wrong.update(head for parallel in {owner[head] for head in heads} for head in joins[parallel].heads)
        return frozenset(self._closure(wrong))

    def _closure(self, steps: Iterable[int]) -> set[int]:
        """The steps and all that some run comes to after them."""
        seen = set(steps)
        waiting = list(seen)
        while waiting:
            step = waiting.pop()
            join = self.graph.joins.get(step)
            for target in (*self.found.targets[step], *(join.heads if join else ())):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen

    @cached_property
    def _leaving(self) -> Mapping[str, tuple[Edge, ...]]:
        return _grouped((edge.origin, edge) for edge in edges(self.workflow))

    @cached_property
    def _entering(self) -> Mapping[str, tuple[Edge, ...]]:
        return _grouped((edge.target, edge) for edge in edges(self.workflow) if self._is_taken(edge))

    @cached_property
    def _joining(self) -> Mapping[tuple[str, str], tuple[Edge, ...]]:
        return _grouped(((edge.origin, edge.target), edge) for edge in edges(self.workflow))

    def _is_taken(self, edge: Edge) -> bool:
        """Whether some run takes an edge."""
        if not self.reachable(edge.origin):
            return False
        if edge.outcome is None:
            return True
        if edge.outcome == "timeout":
            return self.workflow.steps[edge.origin].timeout is not None
        origin = self.graph.numbers[edge.origin]
        join = self.graph.joins.get(origin)
        if join is not None:
            satisfied = origin in self.ends.satisfied
            broken = origin in self.ends.broken or (satisfied and join.verified)
            return broken if edge.outcome == "failure" else satisfied
        step = self.workflow.steps[edge.origin]
        return not (isinstance(step, Conditional) and step.otherwise is not None and edge.outcome == "success")

    def _branch(self, step: str) -> int:
        return self.found.branch[self.graph.numbers[step]]

    def _moment(self, point: Point) -> int:
        step = self.graph.numbers[point.step]
        if point.outcome is None:
            return step
        decision = self._points.decisions.get(step)
        if decision is not None:
            by_outcome = {"failure": decision.failed, "timeout": decision.timed}
            return by_outcome.get(point.outcome, decision.good)
        ended = self._points.badly[step] if point.outcome in BAD_OUTCOMES else self._points.well[step]
        return step if ended < 0 else ended


def _grouped(pairs: Iterable[tuple[Key, Edge]]) -> Mapping[Key, tuple[Edge, ...]]:
    found: dict[Key, list[Edge]] = {}
    for key, edge in pairs:
        found.setdefault(key, []).append(edge)
    return {key: tuple(group) for key, group in found.items()}
