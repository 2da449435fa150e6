"""The edges between the steps of a workflow, as they are written."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.ir.nodes import Conditional, Parallel
from onefold.kernel.ir.records import transition_segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

    from onefold.kernel.ir.nodes import Predicate, StepDef, WorkflowDef
    from onefold.kernel.ir.path import IrPath

    Kind: TypeAlias = Literal["transition", "branch", "then", "otherwise"]


@frozen
class Edge:
    """One way from a step to another."""

    origin: str
    target: str
    kind: Kind
    outcome: str | None
    """Outcome of `origin` with which a transition is taken; `None` for the other kinds."""
    condition: Predicate | None
    """`when` of a transition, `on` of the conditional for `then`; `None` where nothing is required to hold."""
    path: IrPath
    """Where the name of `target` is written: `transitions[…].to`, `steps.P.branches[i]`, `steps.C.then` …"""


def edges(workflow: WorkflowDef) -> Iterator[Edge]:
    """Every edge, branches and conditions before transitions, each in the order written."""
    for identifier, step in workflow.steps.items():
        if isinstance(step, Parallel):
            for index, head in enumerate(step.branches):
                yield Edge(identifier, head, "branch", None, None, ("steps", identifier, "branches", index))
        elif isinstance(step, Conditional):
            yield Edge(identifier, step.then, "then", None, step.on, ("steps", identifier, "then"))
            if step.otherwise is not None:
                yield Edge(identifier, step.otherwise, "otherwise", None, None, ("steps", identifier, "otherwise"))
    for index, each in enumerate(workflow.transitions):
        path = ("transitions", transition_segment(index, each), "to")
        yield Edge(each.origin, each.target, "transition", each.outcome, each.when, path)


def entries(workflow: WorkflowDef) -> tuple[str, ...]:
    """The steps that no other step leads to, in the order they were written."""
    reached = {each.target for each in workflow.transitions if each.origin != each.target}
    for identifier, step in workflow.steps.items():
        reached.update([each for each in _chosen(step) if each != identifier])
    return tuple([identifier for identifier in workflow.steps if identifier not in reached])


def _chosen(step: StepDef) -> tuple[str, ...]:
    """The steps that follow a step without a transition."""
    if isinstance(step, Parallel):
        return step.branches
    if isinstance(step, Conditional):
        return (step.then,) if step.otherwise is None else (step.then, step.otherwise)
    return ()
