"""Lower amounts of money: they stay text, so that no float ever touches them."""

from __future__ import annotations

from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.nodes import Money

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.lower.context import Context, Invalid
    from onefold.kernel.ir.declare import MoneyText
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

_MONEY: Final = patterns.compile(r"([0-9]+(?:\.[0-9]+)?) ([A-Z]{3})", patterns.ASCII)
_MOST_DIGITS: Final = 15
# Texts that nearly are an amount, and what keeps them from being one; the first that fits counts.
_NEARLY: Final = (
    (patterns.compile(r"[0-9.]+ [A-Z]{3}"), "its amount must be digits, with at most one point between them"),
    (patterns.compile(r"[0-9.]+ [A-Za-z]{3}"), "its currency must be three capital letters"),
    (patterns.compile(r"[0-9]+,[0-9]+ [A-Z]{3}"), "its decimal point must be a point"),
    (patterns.compile(r"[0-9.]+ *[A-Z]{3}"), "exactly one space must stand between amount and currency"),
    (patterns.compile(r"-.*", patterns.DOTALL), "it must be above zero"),
    (patterns.compile(r"[0-9.]+"), "it has no currency"),
)


def lower_money(context: Context, _shape: MoneyText, value: JsonValue, path: IrPath) -> Money | Invalid:
    """An amount above zero and its currency."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        help_line = f"write the currency, such as `{value} USD`"
        return context.report("bad-money", Place(path), help_line, text=str(value), reason="it has no currency")
    if not isinstance(value, str):
        return wrong_type(context, path, "an amount of money such as `2.50 USD`", value)
    money = parse_money(value)
    if isinstance(money, str):
        return context.report("bad-money", Place(path), text=value or '""', reason=money)
    return money


def parse_money(text: str) -> Money | str:
    """The amount that a text spells, or why it spells none.

    >>> parse_money("2.50 USD"), parse_money("2.50 usd")
    (Money(amount='2.50', currency='USD'), 'its currency must be three capital letters')
    """
    match = _MONEY.fullmatch(text)
    if not match:
        reasons = (reason for pattern, reason in _NEARLY if pattern.fullmatch(text))
        return next(reasons, "an amount, a space and three capital letters were expected")
    amount, currency = match.groups()
    if len(amount.replace(".", "")) > _MOST_DIGITS:
        return f"it has over {_MOST_DIGITS} digits"
    return Money(amount, currency) if amount.strip("0.") else "it must be above zero"
