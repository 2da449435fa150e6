"""What a patched bundle may do that the bundle before it might not, and what of that is too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.kernel.ceiling.around import NOTHING_AROUND
from onefold.kernel.ceiling.contract import policy_object
from onefold.kernel.ceiling.documents import document_of
from onefold.kernel.ceiling.excess import excesses
from onefold.kernel.ceiling.model import TIERS
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle
from onefold.kernel.ceiling.widening import widening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.around import Around
    from onefold.kernel.ceiling.excess import Widening
    from onefold.kernel.ceiling.model import Ceiling
    from onefold.kernel.values import JsonValue


def capability_delta(
    before: Manifest,
    after: Manifest,
    parent: Ceiling | None = None,
    *,
    is_contract: bool,
    around: Around = NOTHING_AROUND,
) -> dict[str, Any]:
    """The contract's members: both ceilings, what was added to the first, and the widening.

    Bundles of the contract have ceilings in its own form, others documents `ceiling: ID`.
    """
    old, new = (ceiling_of_bundle(each, is_contract=is_contract, around=around) for each in (before, after))
    added = excesses(new, old)
    return {
        "before": _written(old, before.id, is_contract=is_contract),
        "after": _written(new, after.id, is_contract=is_contract),
        "parent": None if parent is None else _written(parent, "parent", is_contract=is_contract, is_request=False),
        "added_tools": _named(added, "tools"),
        "added_capabilities": _by_name(added, "capabilities"),
        "raised_side_effect_level": _raised(added, "side_effect_level"),
        "added_workspace_roots": _named(added, "workspace_roots"),
        "added_read_only_roots": _named(added, "read_only_roots"),
        "added_connector_scopes": _by_name(added, "connector_scopes"),
        "added_command_gates": _named(added, "command_gates"),
        "raised_autonomy_tier": _tier(before, after),
        "widening": [
            widening_item(each) for each in widening(before, after, parent, is_contract=is_contract, around=around)
        ],
    }


def _written(ceiling: Ceiling, name: str, *, is_contract: bool, is_request: bool = True) -> JsonValue:
    return policy_object(ceiling, is_projection=is_request) if is_contract else document_of(ceiling, name)


def widening_item(each: Widening) -> JsonValue:
    """What is told of one thing beyond what was allowed."""
    return {
        "kind": each.kind,
        "detail": each.detail,
        "place": each.place,
        "requested": each.requested,
        "allowed": each.allowed,
    }


def _named(added: Iterable[Widening], dimension: str) -> list[JsonValue]:
    return [each.requested for each in added if each.place == dimension]


def _by_name(added: Iterable[Widening], dimension: str) -> dict[str, JsonValue]:
    """What was added to each name; a name may have got everything at once."""
    found: dict[str, Any] = {}
    for each in added:
        kind, _, name = each.place.partition(".")
        if kind == dimension:
            found.setdefault(name or "*", []).append(each.requested)
    return found


def _raised(added: Iterable[Widening], dimension: str) -> JsonValue:
    return next(({"from": each.allowed, "to": each.requested} for each in added if each.place == dimension), None)


def _tier(before: Manifest, after: Manifest) -> JsonValue:
    """The autonomy tier where it rose; that is no part of every ceiling."""
    tiers = [each.policy.autonomy_tier for each in (before, after)]
    if _rank(tiers[0]) >= _rank(tiers[1]):
        return None
    return {"from": tiers[0], "to": tiers[1]}


def _rank(tier: str) -> int:
    return TIERS.index(tier) if tier in TIERS else 0
