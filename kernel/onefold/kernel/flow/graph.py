"""The graph in numbers: how each step can be left, and what each parallel step waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from onefold.kernel.classes import frozen
from onefold.kernel.flow.edges import entries
from onefold.kernel.ir.nodes import Conditional, Parallel, StepDef, Transition, WorkflowDef

Numbers: TypeAlias = Mapping[str, int]
BAD_OUTCOMES: Final = frozenset({"failure", "timeout"})
_KNOWN: Final = frozenset({"success", *BAD_OUTCOMES})
_NO_TRANSITIONS: Final[Mapping[str, list[Transition]]] = {}


@frozen
class Exits:
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

    @property
    def badly(self) -> tuple[int, ...]:
        """Where `failure` and `timeout` lead."""
        return self.failed + self.timed if self.timed else self.failed

    @property
    def ends_badly(self) -> bool:
        """Whether `failure` or `timeout` can end the run or the branch."""
        return self.ends_failed or self.ends_timed


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
        leaving.setdefault(each.origin, {}).setdefault(each.outcome, []).append(each)
    exits = tuple(
        _exits(step, leaving.get(identifier, _NO_TRANSITIONS), numbers) for identifier, step in workflow.steps.items()
    )
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
    heads = _numbered(step.branches, numbers)
    # A quorum above the number of branches has its own finding; here it asks for all of them.
    needs = {"all": len(heads), "any": 1, "quorum": min(step.join.quorum or 1, len(heads))}
    need = needs[step.join.mode]
    tried = frozenset(step.retry.outcomes) if step.retry.attempts > 1 else frozenset()
    again = tried & {*BAD_OUTCOMES, *step.outcomes}
    return Join(heads, need, len(heads) - need + 1, bool(step.verify), again)


def _exits(step: StepDef, leaving: Mapping[str, list[Transition]], numbers: Numbers) -> Exits:
    good = {"success": leaving.get("success", []), **{outcome: leaving.get(outcome, []) for outcome in step.outcomes}}
    dead: list[Transition] = []
    chosen: list[str] = []
    if isinstance(step, Conditional):
        chosen.append(step.then)
        if step.otherwise is not None:
            chosen.append(step.otherwise)
            dead = good.pop("success")
    # An outcome that the step does not declare has its own finding; its transition still leads somewhere.
    other = [each for outcome, group in leaving.items() if outcome not in _KNOWN for each in group]
    well = [*chosen, *(each.target for each in good.get("success", [])), *(each.target for each in other)]
    # Without a limit a step cannot run out of time, whatever its transitions say.
    limited = step.timeout is not None
    failed, timed = leaving.get("failure", []), leaving.get("timeout", []) if limited else []
    return Exits(
        _numbered(well, numbers),
        _numbered((each.target for each in failed), numbers),
        _numbered((each.target for each in timed), numbers),
        _numbered((each.target for each in dead), numbers),
        ends_well=any(_open(group) for group in good.values()),
        ends_failed=_open(failed),
        ends_timed=limited and _open(timed),
    )


def _open(group: list[Transition]) -> bool:
    """Whether the outcome that these transitions take up can pass them all."""
    return all(each.when is not None for each in group)


def _numbered(steps: Iterable[str], numbers: Numbers) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers[step] for step in steps))
