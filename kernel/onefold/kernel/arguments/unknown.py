"""Argument values whose strings hold references: what is not known of them before a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from onefold.kernel.classes import frozen
from onefold.kernel.template import scan
from onefold.kernel.values import JsonValue, normal_number


@frozen(eq=False, repr=False)
class Anything:
    """What a lone reference gives: any value."""

    text: str

    def __repr__(self) -> str:
        return repr(self.text)


class SomeText(str):
    """What a text with references in it gives: some string. It holds the template."""

    __slots__ = ()


Expected: TypeAlias = "bool | int | float | str | Anything | list[Expected] | dict[str, Expected] | None"


def expected(value: JsonValue) -> Expected:
    """What a value of an ArgTemplate can become; its depth is limited, so recursion is bounded."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return {key: expected(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [expected(item) for item in value]
    return normal_number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _text(text: str) -> str | Anything:
    if "{{" not in text:
        return text
    found = scan(text)
    whole = len(found.references) == 1 and (found.references[0].start, found.references[0].end) == (0, len(text))
    # What is no reference has its own finding, and nothing is known of what it was meant to be.
    return Anything(text) if whole or found.faults else SomeText(text)


def is_known(value: object) -> bool:
    """Whether nothing in a value depends on a reference."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Anything | SomeText):
            return False
        if isinstance(each, dict):
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return True
