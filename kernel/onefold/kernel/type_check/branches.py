"""On which steps the branches of parallel steps can end well: whose output is the branch's."""

from __future__ import annotations

from onefold.kernel.functions import cached_property
from onefold.kernel.ir.nodes import Conditional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import Transition, WorkflowDef

# A branch of more steps is not looked through.
MOST_STEPS: Final = 100


class BranchEnds:
    """The answers for one workflow."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self._workflow = workflow
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, head: str) -> tuple[str, ...]:
        """The steps on which the branch that begins with `head` can end well; `()` when that is not known."""
        if head not in self._known:
            self._known[head] = tuple(self._find(head))
        return self._known[head]

    @cached_property
    def _leaving(self) -> dict[str, list[Transition]]:
        leaving: dict[str, list[Transition]] = {}
        for each in self._workflow.transitions:
            leaving.setdefault(each.origin, []).append(each)
        return leaving

    def _find(self, head: str) -> list[str]:
        found, waiting, ends = {head}, [head], []
        while waiting:
            step = waiting.pop()
            if self._can_end_well(step):
                ends.append(step)
            onwards = [each for each in self._onwards(step) if each not in found]
            found.update(onwards)
            waiting.extend(onwards)
            if len(found) > MOST_STEPS:
                return []
        return ends

    def _onwards(self, identifier: str) -> Iterator[str]:
        """The next steps; branches of a step end on their own."""
        step = self._workflow.steps.get(identifier)
        if isinstance(step, Conditional):
            yield step.then
            if step.otherwise is not None:
                yield step.otherwise
        for each in self._leaving.get(identifier, ()):
            yield each.target

    def _can_end_well(self, identifier: str) -> bool:
        step = self._workflow.steps.get(identifier)
        if step is None:
            return True
        good = set(step.outcomes)
        if not (isinstance(step, Conditional) and step.otherwise is not None):
            good.add("success")
        taken = {each.outcome for each in self._leaving.get(identifier, ()) if each.when is None}
        return not good <= taken
