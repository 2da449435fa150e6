"""Whether a change asks for more than was given: the result of it, against a parent's ceiling or what there was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.amounts import raised_budgets
from onefold.kernel.ceiling.approval_policies import weaker_policies
from onefold.kernel.ceiling.approvals import lost_approvals
from onefold.kernel.ceiling.around import NOTHING_AROUND, Around
from onefold.kernel.ceiling.change import Change
from onefold.kernel.ceiling.dimensions import EXACT
from onefold.kernel.ceiling.excess import WIDENING_KINDS, Widening, excesses
from onefold.kernel.ceiling.model import AUTONOMY, Ceiling
from onefold.kernel.ceiling.node_changes import wider_nodes
from onefold.kernel.ceiling.prompts import changed_prompts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.bundle.manifest import Manifest


def widening(
    original: Manifest,
    result: Manifest,
    parent: Ceiling | None = None,
    *,
    is_contract: bool,
    around: Around = NOTHING_AROUND,
) -> tuple[Widening, ...]:
    """Everything that the result of a change may do beyond what was allowed, in the order of the kinds.

    The ceiling of the result is held against the parent's, and against the original's where there is no parent.
    What no ceiling speaks of (approvals, tools of single nodes, prompts, budgets, selectors) and the autonomy tier
    are held against the original in either case.
    """
    change = Change.of(original, result, parent, around, is_contract=is_contract)
    whole = [*_budgets_once(change)]
    # What the whole asks for is not told again of the node that asks for it.
    told = [(each.kind, each.requested) for each in whole]
    found = [*whole, *(each for each in _all(change) if (each.kind, each.requested) not in told)]
    known = {(each.kind, each.place, each.detail): each for each in found}
    return tuple(sorted(known.values(), key=lambda each: WIDENING_KINDS.index(each.kind)))


def _budgets_once(change: Change) -> Iterator[Widening]:
    """What the result asks for beyond the ceiling; without a parent, budgets are told of where they stand."""
    for each in excesses(change.after, change.allowed, change.allows):
        if each.kind != "budget" or change.parent is not None or each.place == "recursion_limit":
            yield each


def _all(change: Change) -> Iterator[Widening]:
    if change.parent is not None:
        yield from _tier(change)
    yield from _gates(change)
    yield from lost_approvals(change)
    yield from weaker_policies(change)
    yield from wider_nodes(change)
    yield from raised_budgets(change)
    yield from changed_prompts(change)


def _tier(change: Change) -> Iterator[Widening]:
    """The autonomy tier, which must not rise whatever a parent says."""
    old, new = (AUTONOMY.normal(each.policy.autonomy_tier) for each in (change.original, change.result))
    for each in AUTONOMY.excesses(new, old):
        told = f"the autonomy tier was `{old}`, and is `{new}`"
        yield Widening("autonomy_tier", "policy.autonomy_tier", told, each.requested, each.allowed)


def _gates(change: Change) -> Iterator[Widening]:
    """Commands that had to succeed and need not any more."""
    before, after = (frozenset(each.environment.command_gates) for each in (change.original, change.result))
    for each in EXACT.excesses(before, after):
        told = f"`{each.requested}` need not succeed any more"
        yield Widening("command_gate", "environment.command_gates", told, None, each.requested)
