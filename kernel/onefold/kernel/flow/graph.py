"""The graph in numbers: how each step can be left, and what each parallel step waits for."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.edges import entries
from onefold.kernel.ir.nodes import Conditional, Parallel
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.nodes import StepDef, Transition, WorkflowDef

    Numbers: TypeAlias = Mapping[str, int]

BAD_OUTCOMES: Final = frozenset({"failure", "timeout"})
_KNOWN: Final = frozenset({"success", *BAD_OUTCOMES})
# Ways that no transition takes up: one that a run may end with, and one that none comes to.
_OPEN: Final = ((), True)
_CLOSED: Final = ((), False)
_NO_TRANSITIONS: Final[Mapping[str, list[Transition]]] = {}


class Exits(NamedTuple):
    """How a step can be left. Targets are numbers of steps, each once.

    An outcome ends the run (in a branch: the branch) when no transition without a condition takes it up.
    """

    well: tuple[int, ...]
    """Where `success`, custom outcomes, `then` and `otherwise` lead."""
    failed: tuple[int, ...]
    timed: tuple[int, ...]
    dead: tuple[int, ...]
    """Where the success transitions of a conditional with `otherwise` would lead; no run takes them."""
    ends_well: bool
    ends_failed: bool
    ends_timed: bool

    def leads_well(self, target: int) -> bool:
        """Whether the step leads to another by good ends, and by no others."""
        return target in self.well and target not in self.failed and target not in self.timed


@frozen
class Join:
    """What a parallel step waits for."""

    heads: tuple[int, ...]
    """The first steps of its branches, each once."""
    need: int
    """So many good ends decide it well."""
    spoil: int
    """So many bad ends decide it badly."""
    verified: bool
    """Whether a verifier can still refuse it."""
    again: frozenset[str]
    """The outcomes with which an attempt is followed by another, which runs the branches anew."""


@frozen
class Graph:
    """Steps are numbered in the order they are written."""

    ids: tuple[str, ...]
    numbers: Numbers
    exits: tuple[Exits, ...]
    joins: Mapping[int, Join]
    """The parallel steps."""
    entry: int | None
    """Where runs start, if that is clear."""


def number(workflow: WorkflowDef) -> Graph:
    """The graph of a workflow whose step references all resolve."""
    ids = tuple(workflow.steps)
    numbers = {identifier: index for index, identifier in enumerate(ids)}
    leaving: dict[str, dict[str, list[Transition]]] = {}
    for each in workflow.transitions:
        known = leaving.get(each.origin)
        if known is None:
            leaving[each.origin] = {each.outcome: [each]}
        else:
            known.setdefault(each.outcome, []).append(each)
    exits = tuple([_exits(step, leaving.get(each, _NO_TRANSITIONS), numbers) for each, step in workflow.steps.items()])
    joins = {
        numbers[identifier]: _join(step, numbers)
        for identifier, step in workflow.steps.items()
        if isinstance(step, Parallel)
    }
    return Graph(ids, numbers, exits, joins, _entry(workflow, numbers))


def _entry(workflow: WorkflowDef, numbers: Numbers) -> int | None:
    if workflow.start is not None:
        return numbers[workflow.start]
    found = entries(workflow)
    return numbers[found[0]] if len(found) == 1 else None


def _join(step: Parallel, numbers: Numbers) -> Join:
    heads = tuple(dict.fromkeys([numbers[each] for each in step.branches]))
    # A quorum above the number of branches has its own finding; here it asks for all of them.
    needs = {"all": len(heads), "any": 1, "quorum": min(step.join.quorum or 1, len(heads))}
    need = needs[step.join.mode]
    tried = frozenset(step.retry.outcomes) if step.retry.attempts > 1 else frozenset()
    again = tried & {*BAD_OUTCOMES, *step.outcomes}
    return Join(heads, need, len(heads) - need + 1, bool(step.verify), again)


def _exits(step: StepDef, leaving: Mapping[str, list[Transition]], numbers: Numbers) -> Exits:
    well, ends_well = _way("success", leaving, numbers)
    failed, ends_failed = _way("failure", leaving, numbers)
    # Without a limit a step cannot run out of time, whatever its transitions say.
    timed, ends_timed = _way("timeout", leaving, numbers) if step.timeout is not None else _CLOSED
    dead: tuple[int, ...] = ()
    if isinstance(step, Conditional):
        if step.otherwise is not None:
            well, dead, ends_well = (), well, False
        chosen = [numbers[each] for each in (step.then, step.otherwise) if each is not None]
        well = tuple(dict.fromkeys([*chosen, *well]))
    if step.outcomes:
        ends_well = ends_well or any(_way(each, leaving, numbers)[1] for each in step.outcomes)
    if not _KNOWN.issuperset(leaving):
        # An outcome that the step does not declare has its own finding; its transition still leads somewhere.
        other = [each for outcome in leaving if outcome not in _KNOWN for each in _way(outcome, leaving, numbers)[0]]
        well = tuple(dict.fromkeys([*well, *other]))
    return Exits._make((well, failed, timed, dead, ends_well, ends_failed, ends_timed))


def _way(outcome: str, leaving: Mapping[str, list[Transition]], numbers: Numbers) -> tuple[tuple[int, ...], bool]:
    """Where the transitions of an outcome lead, each step once, and whether it can pass them all."""
    group = leaving.get(outcome)
    if group is None:
        return _OPEN
    if len(group) > 1:
        targets = tuple(dict.fromkeys([numbers[each.target] for each in group]))
        return targets, all(each.when is not None for each in group)
    return (numbers[group[0].target],), group[0].when is not None
