"""Whether a step of a workflow can run at the place that a path names."""

from __future__ import annotations

from onefold.kernel.flow import Branch as Region
from onefold.kernel.flow import Flow
from onefold.kernel.flow.components import components
from onefold.kernel.identity.step_path import Branch, StepPath
from onefold.kernel.ir.nodes import Parallel, WorkflowDef


def misplaced(path: StepPath, workflow: WorkflowDef) -> str:
    """Why no run of a workflow has a step at a path, as a clause; nothing where some run may. Every step is known.

    The branches must be those that the step lies in, from the outermost, and it has visits if it is in a loop. What a
    branch is called is for the runtime to say, unless it is called as the branch of another step.
    """
    flow = Flow(workflow)
    if not flow.reachable(path.step):
        return f"no run comes to `{path.step}`"
    around = flow.region(path.step)
    if [each.step for each in path.branches] != [each.parallel for each in around]:
        return f"`{path.step}` {_where(around)}"
    looped = _looped(flow)
    for branch, region in zip(path.branches, around, strict=True):
        reason = _of_branch(branch, region, workflow) or _of_visit(branch.step, branch.visit, looped, workflow)
        if reason:
            return reason
    return _of_visit(path.step, path.visit, looped, workflow)


def _where(around: tuple[Region, ...]) -> str:
    if not around:
        return "runs in no branch"
    written = "".join(f"{each.parallel}[KEY]." for each in around)
    return f"runs in a branch of `{around[-1].parallel}`, so its path begins with `{written}`"


def _of_branch(branch: Branch, region: Region, workflow: WorkflowDef) -> str:
    parallel = workflow.steps[branch.step]
    assert isinstance(parallel, Parallel)  # noqa: S101 - only such a step has branches
    if branch.key in parallel.branches and branch.key != region.head:
        return f"the branch `{branch.key}` of `{branch.step}` does not come to it"
    if branch.attempt > parallel.retry.attempts:
        return f"`{branch.step}` is tried {parallel.retry.attempts} times at most"
    return ""


def _of_visit(step: str, visit: int | None, looped: frozenset[str], workflow: WorkflowDef) -> str:
    if step not in looped:
        return "" if visit is None else f"`{step}` is in no loop, so it has no visits"
    if visit is None:
        return f"`{step}` is in a loop, so its path says which visit it is: `{step}.visit[0]`"
    most = workflow.budget.steps if workflow.budget else None
    if most is not None and visit >= most:
        return f"`{step}` is visited {most} times at most, and visits are counted from 0"
    return ""


def _looped(flow: Flow) -> frozenset[str]:
    """The steps that can be come back to without leaving the branch that they lie in."""
    targets, ids = flow.found.targets, flow.graph.ids
    found = components(targets, flow.found.order)
    return frozenset(ids[step] for group in found if len(group) > 1 or group[0] in targets[group[0]] for step in group)
