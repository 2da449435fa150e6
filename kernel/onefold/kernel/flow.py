"""The edges between the steps of a workflow."""

from __future__ import annotations

from collections.abc import Iterator

from onefold.kernel.ir.nodes import Conditional, Parallel, WorkflowDef


def edges(workflow: WorkflowDef) -> Iterator[tuple[str, str]]:
    """Every pair of steps of which the first leads to the second, by transition, branch or condition."""
    for transition in workflow.transitions:
        yield transition.origin, transition.target
    for identifier, step in workflow.steps.items():
        if isinstance(step, Parallel):
            for branch in step.branches:
                yield identifier, branch
        elif isinstance(step, Conditional):
            yield identifier, step.then
            if step.otherwise is not None:
                yield identifier, step.otherwise


def entries(workflow: WorkflowDef) -> tuple[str, ...]:
    """The steps that no other step leads to, in the order they were written."""
    reached = {target for origin, target in edges(workflow) if origin != target}
    return tuple(identifier for identifier in workflow.steps if identifier not in reached)
