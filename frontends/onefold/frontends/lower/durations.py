"""Lower durations: text to whole milliseconds, without a float on the way."""

from __future__ import annotations

from onefold.frontends.lower.characters import called
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.functions import lru_cache
from onefold.kernel.ir.nodes import Duration
from onefold.kernel.values import LARGEST_EXACT_INTEGER
from onefold.kernel.words import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

    from onefold.frontends.lower.context import Context, Invalid
    from onefold.kernel.ir.declare import DurationText
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

_UNITS: Final = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
_NUMBER: Final = r"[0-9]+(?:\.[0-9]+)?"
_PLAIN: Final = patterns.compile("".join(rf"(?:({_NUMBER}){unit})?" for unit in _UNITS), patterns.ASCII)
_ISO: Final = patterns.compile(
    rf"P(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:({_NUMBER})S)?)?", patterns.ASCII
)
_ISO_BEGINNING: Final = patterns.compile(rf"P(?:[0-9]+D)?(?:T(?:[0-9]+H)?(?:[0-9]+M)?(?:{_NUMBER}S)?)?", patterns.ASCII)
_PART: Final = patterns.compile(rf"(?P<number>{_NUMBER})(?P<unit>[A-Za-z]*)", patterns.ASCII)
_LONGEST_TEXT: Final = 100


@frozen
class DurationFault:
    """Why a text is no duration."""

    reason: str
    """A clause after the text and a colon."""
    within: tuple[int, int] | None = None
    """The characters that are to blame, where they are not all of them."""


def lower_duration(context: Context, shape: DurationText, value: JsonValue, path: IrPath) -> Duration | Invalid:
    """A duration in whole milliseconds."""
    if not isinstance(value, str):
        return _no_duration(context, value, path)
    parsed = parse_duration(value)
    if isinstance(parsed, DurationFault):
        fault = parsed
    elif parsed < shape.minimum:
        fault = DurationFault("it must be longer than zero")
    else:
        return _duration(parsed)
    place = Place(path, within=fault.within)
    return context.report("bad-duration", place, text=value or '""', reason=fault.reason)


def _no_duration(context: Context, value: JsonValue, path: IrPath) -> Invalid:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return wrong_type(context, path, "a duration such as `30s`", value)
    help_line = f"write the unit, such as `{value:g}s`" if value >= 0 else "write it as text with a unit"
    return context.report("bad-duration", Place(path), help_line, text=f"{value:g}", reason="it has no unit")


# Workflows write few different durations, most of them many times.
_duration: Final = lru_cache(maxsize=256)(Duration)


def parse_duration(text: str) -> int | DurationFault:
    """The milliseconds of a duration, or why the text is none.

    >>> [parse_duration(t) for t in ("1m30s", "0.5s", "PT1H", "P1DT0.25S")]
    [90000, 500, 3600000, 86400250]
    """
    if len(text) > _LONGEST_TEXT:
        return DurationFault("it is too long")
    return _parsed(text)


@lru_cache(maxsize=256)
def _parsed(text: str) -> int | DurationFault:
    match = _PLAIN.fullmatch(text) or _ISO.fullmatch(text)
    return _total(match) if match and text not in ("", "P") else _fault(text)


def _total(match: re.Match[str]) -> int | DurationFault:
    total = 0
    given = [index for index, part in enumerate(match.groups()) if part is not None]
    scales = list(_UNITS.values())
    for index in given:
        whole, _, fraction = match[index + 1].partition(".")
        if fraction and index != given[-1]:
            return DurationFault("only its last part may have a fraction", match.span(index + 1))
        milliseconds, rest = divmod(int(whole + fraction) * scales[index], 10 ** len(fraction))
        if rest:
            return DurationFault("it is not a whole number of milliseconds")
        total += milliseconds
    return total if total <= LARGEST_EXACT_INTEGER else DurationFault("it is longer than 2^53-1 milliseconds")


def _fault(text: str) -> DurationFault:
    """Why a text has not the form of a duration."""
    if not text:
        return DurationFault("it is empty")
    if text.startswith("P"):
        return _iso_fault(text)
    index = 0
    seen: list[str] = []
    while index < len(text):
        part = _PART.match(text, index)
        if part is None:
            reason = f"{called(text[index])} cannot stand there" if index else "it must begin with a digit"
            return DurationFault(reason, (index, index + 1))
        fault = _part_fault(part, seen)
        if fault is not None:
            return fault
        seen.append(part["unit"])
        index = part.end()
    return DurationFault("its units do not go from the largest to the smallest, each at most once")


def _iso_fault(text: str) -> DurationFault:
    """The part at which a text that begins with `P` stops being a duration; its last character where it is cut off."""
    fitting = _ISO_BEGINNING.match(text)
    index = min(fitting.end() if fitting else 0, len(text) - 1)
    part = _PART.match(text, index)
    end = part.end() if part else index + 1
    reason = "`P` is followed by days, then `T` and hours, minutes and seconds, such as `P1DT2H30M`"
    return DurationFault(reason, (index, end))


def _part_fault(part: re.Match[str], seen: list[str]) -> DurationFault | None:
    units = list(_UNITS)
    unit = part["unit"]
    if not unit:
        return DurationFault(f"`{part['number']}` has no unit", part.span("number"))
    if unit not in _UNITS:
        return DurationFault(f"`{unit}` is no unit, which are {listed(units, 'and')}", part.span("unit"))
    if seen and units.index(unit) <= units.index(seen[-1]):
        return DurationFault("its units must go from the largest to the smallest, each at most once", part.span())
    return None
