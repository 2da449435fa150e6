"""The questions that rules ask about the flow of a workflow."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from onefold.kernel.flow.edges import Edge
from onefold.kernel.ir.nodes import WorkflowDef


@frozen
class Branch:
    """A branch of a parallel step."""

    parallel: str
    head: str


@frozen
class Point:
    """A moment of a run: `step` starts, or, with an outcome, `step` has just ended with it."""

    step: str
    outcome: str | None = None


class Flow:
    """The flow graph of one workflow whose step references all resolve."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self.workflow = workflow

    @cached_property
    def entry(self) -> str | None:
        """The first step: `start`, or the only step that no other leads to; `None` when that is not clear."""
        raise NotImplementedError

    # Edges.

    def edges_from(self, step: str) -> tuple[Edge, ...]:
        """The edges that leave a step, branches, `then` and `otherwise` included."""
        raise NotImplementedError

    def edges_into(self, step: str) -> tuple[Edge, ...]:
        """The edges that lead to a step, from steps that can be reached only."""
        raise NotImplementedError

    # Steps and regions.

    def reachable(self, step: str) -> bool:
        """Whether some run comes to this step."""
        raise NotImplementedError

    def judged(self, step: str) -> bool:
        """Whether the answers about this step hold: it can be reached, and the regions around it are well formed."""
        raise NotImplementedError

    def region(self, step: str) -> tuple[Branch, ...]:
        """The branches in which a step lies, the outermost first; `()` outside of all parallels."""
        raise NotImplementedError

    def cyclic(self, step: str) -> bool:
        """Whether a run can come back to this step."""
        raise NotImplementedError

    # What ran before. `a == point.step` asks about an earlier end of the same step (a loop), unless the point has an
    # outcome: then the step has ended.

    def can_run_before(self, a: str, point: Point) -> bool:
        """Whether in some run `a` has ended when `point` comes."""
        raise NotImplementedError

    def surely_before(self, a: str, point: Point) -> bool:
        """Whether in every run that comes to `point`, `a` has ended before.

        After `all` every step that each good way through its branch passes has run; after `any` and a quorum
        none, unless the join can only be met by that very branch. After a join that failed it is the other way
        round. `False` for concurrent steps, and for a parallel seen from inside its branches.
        """
        raise NotImplementedError

    def surely_well_before(self, a: str, point: Point) -> bool:
        """Whether `surely_before` holds and the latest end of `a` was a good one (`success` or a custom outcome)."""
        raise NotImplementedError

    def can_end_well_before(self, a: str, point: Point) -> bool:
        """Whether in some run a good end of `a` comes before `point`; `False` with `can_run_before`: only bad ones."""
        raise NotImplementedError

    def concurrent(self, a: str, b: str) -> str | None:
        """The parallel step in different branches of which `a` and `b` lie, so that they run at the same time."""
        raise NotImplementedError

    def undecided(self, a: str, point: Point) -> str | None:
        """The innermost `any` or quorum parallel that `a` lies in a branch of and `point` does not.

        Its join is met without every branch, so `a` may have been cut before it ended.
        """
        raise NotImplementedError
