"""Sort every collection whose order means nothing."""

from __future__ import annotations

from onefold.kernel.document import predicate_text
from onefold.kernel.ir.declare import Keyed, Record, Unordered, declarations
from onefold.kernel.ir.nodes import Transition
from onefold.kernel.ir.records import Rebuilding
from onefold.kernel.values import in_utf16_order, utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, TypeAlias

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.records import Change, RecordType

    Order: TypeAlias = tuple[str, str, float, str, bytes]


def sort_collections(workflow: RecordType) -> RecordType:
    """Workflows that differ only in the order of unordered collections, or in repeated members, become equal.

    `on: [timeout, failure, failure]` becomes `on: [failure, timeout]`; steps and criteria are sorted by id.
    `verify` and every list inside arguments are ordered, and stay as they are.
    """
    return _rebuilt(workflow)


def _sorted_by_key(_shape: Keyed, value: Mapping[str, Any]) -> Mapping[str, Any]:
    keys = in_utf16_order(value)
    return value if keys == list(value) else {key: value[key] for key in keys}


def _sorted_set(shape: Unordered, value: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(value) < 2:
        return value
    is_plain = not isinstance(shape.item, Record)
    ordered = tuple(
        in_utf16_order(set(value)) if is_plain else sorted(value, key=_ORDERS.get(type(value[0]), _record_order))
    )
    return value if ordered == value else ordered


def _record_order(record: object) -> tuple[Any, ...]:
    """Records are sorted by their fields, the first declared first."""
    return tuple(utf16_order(str(getattr(record, each.attribute))) for each in declarations(type(record)))


def _transition_order(transition: Transition) -> Order:
    condition = predicate_text(transition.when) if transition.when else ""
    return transition_order(transition.origin, transition.outcome, transition.priority, transition.target, condition)


def transition_order(origin: str, outcome: str, priority: float, target: str, condition: str) -> Order:
    """What transitions are sorted by; `condition` is the text of `when`, empty where there is none.

    Ids are ASCII, so that their own order is `utf16_order`.
    """
    return origin, outcome, -priority, target, utf16_order(condition) if condition else b""


# Transitions have an order of their own.
_ORDERS: Final = {Transition: _transition_order}
CHANGES: Final[Mapping[type[Shape], Change]] = {Keyed: _sorted_by_key, Unordered: _sorted_set}
_rebuilt: Final = Rebuilding(CHANGES)
