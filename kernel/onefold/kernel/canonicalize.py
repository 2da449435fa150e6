"""Canonicalize: run the passes, so that workflows of one meaning become one value."""

from __future__ import annotations

from onefold.kernel.classes import field, frozen
from onefold.kernel.passes import run_passes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

_SEAL: Final = object()


def _is_sealed(_instance: object, _attribute: object, value: object) -> None:
    if value is not _SEAL:
        raise TypeError("only canonicalize makes a Canonical")


@frozen
class Canonical:
    """A workflow that went through every pass. Only `canonicalize` makes one, and only this can be encoded."""

    workflow: WorkflowDef
    _seal: object = field(validator=_is_sealed, repr=False, eq=False)


def canonicalize(workflow: WorkflowDef) -> Canonical:
    """The canonical form of a workflow without errors.

    Not normalized, on purpose: prompt, system, check and description texts, and every string in arguments. White
    space in a prompt reaches a model, and no white space there is known to be irrelevant; whoever "improves" this
    makes two workflows that act differently share a version. Not looked for either: a quorum that equals `all` or
    `any`, a backoff under a single attempt, `type: [x]` against `type: x`, globs that overlap.
    """
    return Canonical(run_passes(workflow), _SEAL)
