"""Cron expressions of five fields, as far as they can be judged without a clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from onefold.kernel import patterns

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_FIELDS: Final[Sequence[tuple[str, int, int, Sequence[str], int]]] = (
    ("minute", 0, 59, (), 0),
    ("hour", 0, 23, (), 0),
    ("day of the month", 1, 31, (), 0),
    ("month", 1, 12, _MONTHS, 1),
    ("day of the week", 0, 7, _DAYS, 0),
)
"""Name, least and greatest number, names and the number of the first of them."""
_ITEM: Final = patterns.compile(r"(?:\*|([0-9A-Za-z]{1,4})(?:-([0-9A-Za-z]{1,4}))?)(?:/([0-9]{1,4}))?", patterns.ASCII)
# A month has no more days than these in any year.
_LONGEST_MONTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def fault_of_schedule(schedule: str) -> str | None:
    """Why a schedule is no cron expression, as the rest of a sentence; `None` where it is one."""
    fields = schedule.split(" ")
    if len(fields) != len(_FIELDS) or "" in fields:
        return f"it has {len(schedule.split())} fields, and five are needed with one space between them"
    for text, field in zip(fields, _FIELDS, strict=True):
        for item in text.split(","):
            fault = _fault_of_item(item, field)
            if fault is not None:
                return f"{fault} in the field of the {field[0]}"
    return _fault_of_date(fields)


def _fault_of_item(item: str, field: tuple[str, int, int, Sequence[str], int]) -> str | None:
    _, least, most, names, first = field
    found = _ITEM.fullmatch(item)
    if found is None:
        return f"`{item}` means nothing"
    numbers = [_number(each, names, first) for each in found.groups()[:2] if each is not None]
    if any(number is None or not least <= number <= most for number in numbers):
        return f"`{item}` is not within {least} and {most}"
    if len(numbers) == 2 and (numbers[0] or 0) > (numbers[1] or 0):
        return f"`{item}` ends before it begins"
    step = found[3]
    if step is not None and not 0 < int(step) <= most:
        return f"`{item}` has an impossible step"
    return None


def _number(text: str, names: Sequence[str], first: int) -> int | None:
    if text.isdigit():
        return int(text)
    return names.index(text.lower()) + first if text.lower() in names else None


def _fault_of_date(fields: Sequence[str]) -> str | None:
    """A day that none of the months has; with a day of the week too, either of them starts a run."""
    day, month, weekday = fields[2:]
    if not day.isdigit() or weekday != "*" or month == "*":
        return None
    months = [_number(each, _MONTHS, 1) for each in month.split(",")]
    if all(each is not None and _LONGEST_MONTHS[each - 1] < int(day) for each in months):
        return f"no such month has a day {day}"
    return None
