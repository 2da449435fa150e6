"""The references to steps, each with the moment at which it is read."""

from __future__ import annotations

from onefold.kernel.flow import Point
from onefold.kernel.ir.nodes import Parallel
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.references import mentions
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.ir.nodes import Transition, WorkflowDef
    from onefold.kernel.references import Mention


class Lookup(NamedTuple):
    """One reference to a step."""

    mention: Mention
    step: str
    """The step that is named."""
    point: Point
    """When it is read."""
    transition: Transition | None
    """Whose `when` it stands in; `None` in a step."""

    @property
    def reads_output(self) -> bool:
        """Whether it goes into the step's output, rather than its outcome."""
        path = self.mention.path
        return len(path) > 2 and path[2] == "output"

    @property
    def subject(self) -> str:
        """Who reads, at the beginning of a sentence."""
        if self.transition is None:
            return f"`{self.point.step}`"
        return f"The transition from `{self.transition.origin}` to `{self.transition.target}`"

    @property
    def coming(self) -> str:
        """Who reads, at the beginning of a sentence that goes on with `without`."""
        return f"{self.subject} can {'run' if self.transition is None else 'be tried'}"

    def branch(self, workflow: WorkflowDef) -> str | None:
        """The branch whose part of a parallel step's output it goes into."""
        path, definition = self.mention.path, workflow.steps[self.step]
        if not isinstance(definition, Parallel) or not self.reads_output or len(path) < 4:
            return None
        return path[3] if isinstance(path[3], str) and path[3] in definition.branches else None


def lookups(workflow: WorkflowDef) -> Iterator[Lookup]:
    """Every reference to a step.

    A step reads when it starts, a transition when its step has ended with its outcome. Verifiers run when their step
    has come to a good end, so their arguments may name the step itself.
    """
    for mention in mentions(workflow):
        named, path = mention.step, mention.at
        if named is None:
            continue
        if isinstance(path[1], TransitionSegment):
            transition = workflow.transitions[path[1].index]
            yield Lookup._make((mention, named, Point(transition.origin, transition.outcome), transition))
        else:
            outcome = "success" if path[2] == "verify" else None
            yield Lookup._make((mention, named, Point(str(path[1]), outcome), None))
