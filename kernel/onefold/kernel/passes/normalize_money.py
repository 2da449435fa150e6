"""Write every amount of money one way."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import MoneyText
from onefold.kernel.ir.records import rebuild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import WorkflowDef


def normalize_money(workflow: WorkflowDef) -> WorkflowDef:
    """Amounts that differ only in zeros at either end become equal: `02.50 USD` becomes `2.5 USD`."""
    return rebuild(workflow, _normalized, (MoneyText,), defaults=False)


def _normalized(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any IR value
    if not isinstance(shape, MoneyText):
        return value
    whole, _, fraction = value.amount.partition(".")
    whole, fraction = whole.lstrip("0") or "0", fraction.rstrip("0")
    amount = f"{whole}.{fraction}" if fraction else whole
    return value if amount == value.amount else evolve(value, amount=amount)
