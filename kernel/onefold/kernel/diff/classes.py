"""What a difference touches, read off the place where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.path import IrPath

Class: TypeAlias = Literal["interface", "topology", "behaviour", "budget", "label"]
CLASSES: Final[tuple[Class, ...]] = ("interface", "topology", "behaviour", "budget", "label")

WORKFLOW_FIELDS: Final[Mapping[str, Class]] = {
    "onefold": "interface",
    "workflow": "interface",
    "description": "label",
    "inputs": "interface",
    "outputs": "interface",
    "start": "topology",
    "steps": "topology",  # Whole steps: added, removed, renamed.
    "transitions": "topology",
    "rubric": "behaviour",
    "budget": "budget",
}
"""The class of each field of a workflow, and of everything inside it; fields of steps are in a table of their own."""

STEP_FIELDS: Final[Mapping[str, Class]] = {
    "kind": "topology",
    "tools": "behaviour",
    "verify": "behaviour",
    "retry": "behaviour",
    "timeout": "behaviour",
    "outcomes": "topology",  # The ends a step can have are where edges begin.
    "output": "behaviour",
    "prompt": "behaviour",
    "system": "behaviour",
    "effort": "behaviour",
    "model": "behaviour",
    "tool": "behaviour",
    "args": "behaviour",
    "branches": "topology",
    "join": "topology",
    "on": "topology",  # It decides which edge is taken, like the `when` of a transition.
    "then": "topology",
    "otherwise": "topology",
    "workflow": "behaviour",
    "version": "behaviour",
    "with": "behaviour",
}


def class_of(path: IrPath) -> Class:
    """The class of a difference at a path.

    >>> class_of(("steps", "review", "prompt")), class_of(("steps", "review"))
    ('behaviour', 'topology')
    """
    if path[0] == "steps" and len(path) > 2:
        return STEP_FIELDS[str(path[2])]
    return WORKFLOW_FIELDS[str(path[0])]
