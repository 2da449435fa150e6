"""Write the start down where an author left it out."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.flow import entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.ir.nodes import WorkflowDef


def resolve_start(workflow: WorkflowDef) -> WorkflowDef:
    """A workflow that leaves `start` out equals the one that names its only entry.

    `a -> b` without a start becomes `start: a`. A workflow without errors has exactly one entry or a start.
    """
    if workflow.start is not None:
        return workflow
    return evolve(workflow, start=next(iter(entries(workflow))))
