"""Whether a change asks for more than was given: the result of it, against a parent's ceiling or what there was."""

from __future__ import annotations

from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.ceiling.around import NOTHING_AROUND, Around
from onefold.kernel.ceiling.excess import Widening, excesses
from onefold.kernel.ceiling.model import Ceiling
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle


def widening(
    original: Manifest,
    result: Manifest,
    parent: Ceiling | None = None,
    *,
    is_contract: bool,
    around: Around = NOTHING_AROUND,
) -> tuple[Widening, ...]:
    """Everything that the result of a change may do beyond what was allowed.

    The ceiling of the result is held against the parent's, and against the original's where there is no parent.
    What no ceiling speaks of (approvals, tools of single nodes, prompts, budgets, selectors) is always held against
    the original.
    """
    asked = ceiling_of_bundle(result, is_contract=is_contract, around=around)
    allowed = parent
    if allowed is None:
        allowed = ceiling_of_bundle(original, is_contract=is_contract, around=around)
    return excesses(asked, allowed)
