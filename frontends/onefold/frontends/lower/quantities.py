"""Lower durations and money: text to exact numbers, without a float on the way."""

from __future__ import annotations

import re
from typing import Final

from onefold.frontends.lower.context import Context, Invalid
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.declare import DurationText, MoneyText
from onefold.kernel.ir.nodes import Duration, Money
from onefold.kernel.ir.path import IrPath
from onefold.kernel.values import LARGEST_EXACT_INTEGER, JsonValue

_UNITS: Final = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1))
_NUMBER: Final = r"[0-9]+(?:\.[0-9]+)?"
_PLAIN: Final = re.compile("".join(rf"(?:({_NUMBER}){unit})?" for unit, _ in _UNITS), re.ASCII)
_ISO: Final = re.compile(rf"P(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:({_NUMBER})S)?)?", re.ASCII)
_MONEY: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ([A-Z]{3})", re.ASCII)
_LONGEST_TEXT: Final = 100
_MONEY_DIGITS: Final = 15


def lower_duration(context: Context, shape: DurationText, value: JsonValue, path: IrPath) -> Duration | Invalid:
    """A duration in whole milliseconds."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        example = f"write the unit, such as `{value:g}s`" if value >= 0 else "write it as text with a unit"
        return context.report("bad-duration", Place(path), example, text=f"{value:g}", reason="it has no unit")
    if not isinstance(value, str):
        return wrong_type(context, path, "a duration", value)
    milliseconds = parse_duration(value)
    if isinstance(milliseconds, str):
        return context.report("bad-duration", Place(path), text=value, reason=milliseconds)
    if milliseconds < shape.minimum:
        return context.report("bad-duration", Place(path), text=value, reason="it must be longer than zero")
    return Duration(milliseconds)


def parse_duration(text: str) -> int | str:
    """The milliseconds of a duration, or why the text is none.

    >>> [parse_duration(t) for t in ("1m30s", "0.5s", "PT1H", "P1DT0.25S")]
    [90000, 500, 3600000, 86400250]
    """
    if len(text) > _LONGEST_TEXT:
        return "it is too long"
    match = _PLAIN.fullmatch(text)
    if match and text:
        parts = match.groups()
    elif (match := _ISO.fullmatch(text)) and text != "P":
        parts = (*match.groups(), None)
    else:
        return "it is not of the form `1h30m`, `500ms` or `PT1H30M`"
    return _total(parts)


def _total(parts: tuple[str | None, ...]) -> int | str:
    total = 0
    given = [index for index, part in enumerate(parts) if part is not None]
    for index in given:
        whole, _, fraction = (parts[index] or "").partition(".")
        if fraction and index != given[-1]:
            return "only its last part may have a fraction"
        scaled = int(whole + fraction) * _UNITS[index][1]
        milliseconds, rest = divmod(scaled, 10 ** len(fraction))
        if rest:
            return "it is not a whole number of milliseconds"
        total += milliseconds
    return total if total <= LARGEST_EXACT_INTEGER else "it is longer than 2^53-1 milliseconds"


def lower_money(context: Context, _shape: MoneyText, value: JsonValue, path: IrPath) -> Money | Invalid:
    """An amount above zero and its currency."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        help_line = f'write the currency, such as `"{value} USD"`'
        return context.report("bad-money", Place(path), help_line, text=str(value), reason="it has no currency")
    if not isinstance(value, str):
        return wrong_type(context, path, "an amount of money", value)
    match = _MONEY.fullmatch(value)
    if not match:
        return context.report("bad-money", Place(path), text=value, reason="it is not of the form `2.50 USD`")
    amount, currency = match.groups()
    if len(amount.replace(".", "")) > _MONEY_DIGITS:
        return context.report("bad-money", Place(path), text=value, reason=f"it has over {_MONEY_DIGITS} digits")
    if not amount.strip("0."):
        return context.report("bad-money", Place(path), text=value, reason="it must be above zero")
    return Money(amount, currency)
