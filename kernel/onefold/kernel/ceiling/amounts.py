"""Budgets that a change raises or takes away: of the run, of its events, and of single nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.ceiling.dimensions import ALL, MONEY, QUANTITY, Amount, Costs, Ladder
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.ceiling.of_bundles import cost_of, milliseconds
from onefold.kernel.document import duration_text
from onefold.kernel.ir.nodes import DEFAULT_TIMEOUT, Duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onefold.kernel.bundle.graph import WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.change import Change
    from onefold.kernel.values import JsonValue

_POLICIES: Final = (
    ("model_policy", ("max_tokens", "max_iterations", "max_nudges")),
    ("context_policy", ("max_artifacts", "max_tokens")),
    ("auto_compact", ("hard_limit_tokens",)),
    ("map_policy", ("max_items", "max_concurrent")),
    ("capability_policy", ("recursion_limit",)),
)
# What ends the turns of a model, in forms that are not compared.
_STOPS: Final = ("stop_after_successful_tools", "turn_policy")
_EFFORT: Final = Ladder(("minimal", "low", "medium", "high"))
_TIMES: Final = (".wall_time", ".timeout")
_MODES: Final = ("none", "latest", "all")
# Kinds of nodes that have a time limit even where they name none.
_LIMITED: Final = ("agent", "action", "subagent")


def raised_budgets(change: Change) -> Iterator[Widening]:
    """Every amount that is more than it was, or has no bound any more."""
    yield from _of_run(change.original, change.result)
    for each in change.nodes():
        if each.old is not None and each.old != each.new:
            before, after = _amounts(each.old), _amounts(each.new)
            for name in dict.fromkeys((*after, *before)):
                yield from _raised(f"{each.place}.{name}", before.get(name, ALL), after.get(name, ALL))
            for member in _STOPS:
                said, says = (getattr(node.model_policy, member) for node in (each.old, each.new))
                if said is not None and said != says:
                    told = f"when `{each.name}` stops by `{member}` is another matter now"
                    yield Widening("budget", f"{each.place}.model_policy.{member}", told, says, said)
            old, new = (_EFFORT.normal(node.metadata.get("effort", "medium")) for node in (each.old, each.new))
            for excess in _EFFORT.excesses(new, old):
                yield _widening(f"{each.place}.metadata.effort", excess.requested, excess.allowed)


def _of_run(original: Manifest, result: Manifest) -> Iterator[Widening]:
    before, after = (_budget(each.workflow.metadata.get("budget")) for each in (original, result))
    for name in ("tokens", "wall_time", "steps"):
        yield from _raised(f"workflow.metadata.budget.{name}", before[name], after[name])
    for each in MONEY.excesses(after["cost"], before["cost"]):
        yield _widening("workflow.metadata.budget.cost", each.requested, each.allowed)
    old, new = original.policy, result.policy
    yield from _raised("policy.retry.max_attempts", old.retry.max_attempts, new.retry.max_attempts)
    modes = [_MODES.index(each.catchup.mode) if each.catchup.mode in _MODES else len(_MODES) for each in (old, new)]
    if modes[1] > modes[0]:
        yield _widening("policy.catchup.mode", new.catchup.mode, old.catchup.mode)
    elif new.catchup.mode != "none":
        yield from _raised("policy.catchup.max_events", _bound(old.catchup.max_events), _bound(new.catchup.max_events))


def _budget(said: JsonValue) -> dict[str, Any]:
    budget: Mapping[str, Any] = said if isinstance(said, dict) else {}
    cost: Costs = cost_of(budget.get("cost"), ALL)
    return {
        "tokens": _bound(budget.get("tokens")),
        "wall_time": _duration(budget.get("wall_time"), ALL),
        "steps": _bound(budget.get("steps")),
        "cost": cost,
    }


def _amounts(node: WorkflowNode) -> dict[str, Amount]:
    """The amounts of a node, by where they stand."""
    found: dict[str, Amount] = {
        f"{policy}.{name}": _bound(getattr(getattr(node, policy), name))
        for policy, names in _POLICIES
        for name in names
    }
    turns = node.model_policy.iteration_budget
    for name, amount in turns.items() if isinstance(turns, dict) else (("", turns),):
        found[f"model_policy.iteration_budget.{name}".rstrip(".")] = _bound(amount)
    found["retry_policy.max_attempts"] = node.retry_policy.max_attempts or 1
    retry = node.metadata.get("retry")
    found["metadata.retry.attempts"] = _bound(retry.get("attempts", 1)) if isinstance(retry, dict) else 1
    found["map_policy.items"] = len(node.map_policy.items)
    usual: Amount = DEFAULT_TIMEOUT.milliseconds if node.kind in _LIMITED else ALL
    found["metadata.timeout"] = _duration(node.metadata.get("timeout"), usual)
    return found


def _bound(said: JsonValue) -> Amount:
    """An amount; a number below nothing is how some say that there is no bound."""
    return said if isinstance(said, int) and not isinstance(said, bool) and said >= 0 else ALL


def _duration(said: JsonValue, usual: Amount) -> Amount:
    return milliseconds(said) if isinstance(said, str) else usual


def _raised(place: str, old: Amount, new: Amount) -> Iterator[Widening]:
    for each in QUANTITY.excesses(new, old):
        yield _widening(place, each.requested, each.allowed)


def _widening(place: str, requested: JsonValue, allowed: JsonValue) -> Widening:
    if place.endswith(_TIMES):
        requested, allowed = (
            duration_text(Duration(each)) if isinstance(each, int) else each for each in (requested, allowed)
        )
    is_boundless = requested == ALL and not place.endswith(".mode")
    told = "has no bound any more" if is_boundless else f"is `{requested}` now"
    return Widening("budget", place, f"`{place.rpartition('.')[2]}` was `{allowed}` and {told}", requested, allowed)
