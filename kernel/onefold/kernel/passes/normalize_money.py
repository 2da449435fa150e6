"""Write every amount of money one way."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import MoneyText
from onefold.kernel.ir.records import Rebuilding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import Money, WorkflowDef
    from onefold.kernel.ir.records import Change


def normalize_money(workflow: WorkflowDef) -> WorkflowDef:
    """Amounts that differ only in zeros at either end become equal: `02.50 USD` becomes `2.5 USD`."""
    return _rebuilt(workflow)


def _normalized(_shape: MoneyText, value: Money) -> Money:
    whole, _, fraction = value.amount.partition(".")
    whole, fraction = whole.lstrip("0") or "0", fraction.rstrip("0")
    amount = f"{whole}.{fraction}" if fraction else whole
    return value if amount == value.amount else evolve(value, amount=amount)


CHANGES: Final[Mapping[type[Shape], Change]] = {MoneyText: _normalized}
_rebuilt: Final = Rebuilding(CHANGES, defaults=False)
