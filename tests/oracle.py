"""What runs a workflow allows, by trying all of them: the measure for the kernel's flow graph.

Nothing here uses the kernel's graph. A run is played as the specification describes it: a step starts, ends with one
outcome, the matching edge is taken; branches advance one at a time in every possible order; a decided join cuts what
still runs. All states that such a play can come to are visited, each with what has ended so far.

Conditions may hold or not. A step can always end with `success` (a parallel one if its join is met), `failure` (a
parallel one if its join is lost) and its own outcomes, and with `timeout` if it has a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

from attrs import define, field

from onefold.kernel.ir.nodes import Conditional, Parallel, StepDef, WorkflowDef

BAD = ("failure", "timeout")
# A thread is ("wait", step), ("run", step), or ("join", parallel, attempt, branches); a branch is a pair of its head
# and either a thread or True or False: it has ended well or badly.
Thread: TypeAlias = Any
History: TypeAlias = "frozenset[tuple[str, str]]"
"""The latest outcome of each step that has ended."""
Moment: TypeAlias = "tuple[str, str | None]"
"""A step starts (`None`), or it has just ended with an outcome."""


class TooManyStatesError(Exception):
    """The workflow allows more states than a test should visit."""


@define
class Runs:
    """What was seen while all runs were played."""

    moments: dict[Moment, set[History]] = field(factory=dict)
    """What had ended whenever a moment came."""
    taken: set[tuple[str, str, bool]] = field(factory=set)
    """The edges that were taken, each with whether it starts a branch."""
    ends: set[bool] = field(factory=set)
    """How a run can end: well, badly."""
    closures: dict[str, set[str]] = field(factory=dict)
    """What `closure` has found; filled once all runs are played."""

    def started(self) -> set[str]:
        """The steps that some run starts."""
        return {step for step, outcome in self.moments if outcome is None}

    def may(self, moment: Moment) -> set[str]:
        """The steps that have ended before the moment in some run."""
        return {step for history in self.moments[moment] for step, _ in history}

    def surely(self, moment: Moment) -> set[str]:
        """The steps that have ended before the moment in every run that comes to it."""
        return set.intersection(*({step for step, _ in history} for history in self.moments[moment]))

    def may_well(self, moment: Moment) -> set[str]:
        """The steps whose latest end before the moment is a good one in some run."""
        return {step for history in self.moments[moment] for step, outcome in history if outcome not in BAD}

    def surely_well(self, moment: Moment) -> set[str]:
        """The steps whose latest end before the moment is a good one in every run that comes to it."""
        good = [{step for step, outcome in history if outcome not in BAD} for history in self.moments[moment]]
        return set.intersection(*good)


def play(workflow: WorkflowDef, start: str, *, depth: int = 4, states: int = 20_000, remember: bool = True) -> Runs:
    """All runs that begin at `start`, with at most `depth` parallel steps inside each other.

    Without `remember` what has ended is forgotten, which leaves far fewer states.
    Raises `TooManyStatesError` when there are more than `states`.
    """
    player = _Player(workflow, depth, remember)
    first: tuple[Thread, History] = (("wait", start), frozenset())
    seen = {first}
    waiting = [first]
    while waiting:
        for state in player.advance(*waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
                if len(seen) > states:
                    raise TooManyStatesError
    return player.runs


def cheapest(workflow: WorkflowDef, start: str, *, states: int = 20_000) -> int | None:
    """The fewest steps that a run from `start` to a good end starts; `None` when no run ends well.

    Retries do not count, so no step is tried again.
    """
    player = _Player(workflow, depth=4, remember=False, retries=False)
    level: set[Thread] = {("wait", start)}
    seen: set[Thread] = set()
    cost = 0
    while level:
        # What costs nothing is done first: ends and decisions.
        waiting: list[Thread] = list(level)
        after: set[Thread] = set()
        while waiting:
            thread = waiting.pop()
            if thread is True:
                return cost
            if isinstance(thread, bool) or thread in seen:
                continue
            seen.add(thread)
            if len(seen) > states:
                raise TooManyStatesError
            for following, _, started in player.moves(thread, frozenset()):
                (after.add if started else waiting.append)(following)
        level = after
        cost += 1
    return None


class _Player:
    """Makes every next move of a state."""

    def __init__(self, workflow: WorkflowDef, depth: int, remember: bool, retries: bool = True) -> None:
        self.workflow, self.depth, self.remember, self.retries = workflow, depth, remember, retries
        self.runs = Runs()

    def advance(self, thread: Thread, history: History) -> Iterator[tuple[Thread, History]]:
        for following, after, _ in self.moves(thread, history):
            if isinstance(following, bool):
                self.runs.ends.add(following)
            else:
                yield following, after

    def moves(self, thread: Thread, history: History, depth: int = 0) -> Iterator[tuple[Thread, History, bool]]:
        """The threads that this one may become, `True` or `False` for its end, and whether a step was started."""
        if thread[0] == "wait":
            yield from self._start(thread[1], history, depth)
        elif thread[0] == "run":
            for outcome in self._outcomes(thread[1]):
                yield from self._end(thread[1], outcome, history)
        else:
            yield from self._join(thread, history, depth)

    def _start(self, step: str, history: History, depth: int) -> Iterator[tuple[Thread, History, bool]]:
        self._see((step, None), history)
        definition = self.workflow.steps[step]
        if not isinstance(definition, Parallel):
            yield ("run", step), history, True
        elif depth < self.depth:
            yield self._attempt(step, 1), history, True

    def _attempt(self, step: str, number: int) -> Thread:
        definition = self.workflow.steps[step]
        assert isinstance(definition, Parallel)
        self.runs.taken.update((step, head, True) for head in definition.branches)
        return ("join", step, number, tuple((head, ("wait", head)) for head in sorted(set(definition.branches))))

    def _join(self, thread: Thread, history: History, depth: int) -> Iterator[tuple[Thread, History, bool]]:
        _, step, number, branches = thread
        for index, (head, branch) in enumerate(branches):
            if not isinstance(branch, bool):
                for following, after, started in self.moves(branch, history, depth + 1):
                    changed = (*branches[:index], (head, following), *branches[index + 1 :])
                    yield from self._decide(step, number, changed, after, started)
        if "timeout" in self._possible(step):
            yield from self._attempt_ends(step, number, "timeout", history, False)

    def _decide(
        self, step: str, number: int, branches: Thread, history: History, started: bool
    ) -> Iterator[tuple[Thread, History, bool]]:
        definition = self.workflow.steps[step]
        assert isinstance(definition, Parallel)
        ended = [branch for _, branch in branches if isinstance(branch, bool)]
        need = {"all": len(branches), "any": 1}.get(definition.join.mode, definition.join.quorum)
        need = min(need or 1, len(branches))
        if ended.count(True) >= need:
            refused = ("failure",) if definition.verify else ()
            for outcome in ("success", *definition.outcomes, *refused):
                yield from self._attempt_ends(step, number, outcome, history, started)
        elif ended.count(False) > len(branches) - need:
            yield from self._attempt_ends(step, number, "failure", history, started)
        else:
            yield ("join", step, number, branches), history, started

    def _attempt_ends(
        self, step: str, number: int, outcome: str, history: History, started: bool
    ) -> Iterator[tuple[Thread, History, bool]]:
        retry = self.workflow.steps[step].retry
        if self.retries and outcome in retry.outcomes and number < min(retry.attempts, 2):
            yield self._attempt(step, number + 1), history, started
        else:
            for following, after, _ in self._end(step, outcome, history):
                yield following, after, started

    def _end(self, step: str, outcome: str, history: History) -> Iterator[tuple[Thread, History, bool]]:
        if self.remember:
            history = frozenset({(step, outcome), *(each for each in history if each[0] != step)})
        self._see((step, outcome), history)
        for following in self._next(step, outcome):
            if not isinstance(following, bool):
                self.runs.taken.add((step, following[1], False))
            yield following, history, False

    def _next(self, step: str, outcome: str) -> Iterator[Thread]:
        definition = self.workflow.steps[step]
        if isinstance(definition, Conditional) and outcome == "success":
            yield ("wait", definition.then)
            if definition.otherwise is not None:
                yield ("wait", definition.otherwise)
                return
        matching = [each for each in self.workflow.transitions if (each.origin, each.outcome) == (step, outcome)]
        for each in matching:
            yield ("wait", each.target)
        if all(each.when is not None for each in matching):
            yield outcome not in BAD

    def _outcomes(self, step: str) -> list[str]:
        return ["success", "failure", *self.workflow.steps[step].outcomes, *(self._possible(step) & {"timeout"})]

    def _possible(self, step: str) -> set[str]:
        definition: StepDef = self.workflow.steps[step]
        return {"timeout"} if definition.timeout is not None else set()

    def _see(self, moment: Moment, history: History) -> None:
        self.runs.moments.setdefault(moment, set()).add(history)


def can_end(workflow: WorkflowDef, step: str) -> set[bool]:
    """How what begins at a step can end: the run, or the branch in which it lies."""
    return play(workflow, step, remember=False).ends


def closure(runs: Runs, step: str) -> set[str]:
    """The step and what can be reached from it by edges that are taken."""
    if step not in runs.closures:
        found = {step}
        while more := {target for origin, target, _ in runs.taken if origin in found} - found:
            found |= more
        runs.closures[step] = found
    return runs.closures[step]


def overlaps(workflow: WorkflowDef, runs: Runs) -> set[str]:
    """The parallel steps of which two branches share a step."""
    return {
        name
        for name, step in workflow.steps.items()
        if isinstance(step, Parallel) and name in runs.started()
        for a, b in combinations(sorted(set(step.branches)), 2)
        if closure(runs, a) & closure(runs, b)
    }


def intrusions(runs: Runs) -> set[tuple[str, str]]:
    """The edges by which the region of a branch is entered from outside."""
    found = set()
    for branch in [edge for edge in runs.taken if edge[2]]:
        inside = closure(runs, branch[1])
        for edge in runs.taken:
            if edge[1] in inside and edge[0] not in inside and edge != branch:
                found.add(edge[:2])
    return found


def rivals(workflow: WorkflowDef, runs: Runs, a: str, b: str) -> set[str]:
    """The parallel steps in different branches of which two steps lie."""
    found = set()
    for name, step in workflow.steps.items():
        if isinstance(step, Parallel) and name in runs.started():
            regions = [closure(runs, head) for head in sorted(set(step.branches))]
            for one, other in combinations(regions, 2):
                if (a in one and b in other) or (b in one and a in other):
                    found.add(name)
    return found
