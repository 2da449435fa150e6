"""The plain values that documents are made of, whatever format they were written in."""

from __future__ import annotations

from _codecs import utf_16_be_encode  # what `str.encode` looks up, and imports a module for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    JsonObject: TypeAlias = "Mapping[str, JsonValue]"

# Read-only by type: nothing after a front-end may change a value it did not make.
JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"

# RFC 8785 prints numbers as IEEE 754 doubles. Beyond this a double no longer holds every integer,
# and from INTEGRAL_PRINT_LIMIT on it is printed with an exponent, so nothing looks exact that is not.
LARGEST_EXACT_INTEGER = 2**53 - 1
INTEGRAL_PRINT_LIMIT = 10**21


def utf16_order(text: str) -> bytes:
    r"""Sort key for the one order used everywhere: UTF-16 code units, as in RFC 8785.

    >>> sorted(["\U0001f600", "\uff5e", "a"], key=utf16_order)
    ['a', '😀', '～']
    """
    return utf_16_be_encode(text)[0]


def in_utf16_order(texts: Iterable[str]) -> list[str]:
    r"""Texts in the order of `utf16_order`.

    >>> in_utf16_order(["\U0001f600", "\uff5e", "b", "a"])
    ['a', 'b', '😀', '～']
    """
    ordered = sorted(texts)
    # Of characters below U+D800 both orders are the same, and nearly every text has ASCII characters only.
    return ordered if "".join(ordered).isascii() else sorted(ordered, key=utf16_order)


def normal_number(number: int | float) -> int | float:
    """The one spelling of a number: an integer where a double holds it exactly, and never `-0.0`.

    >>> [normal_number(n) for n in (1.0, -0.0, 0.5, 1e21, 10**21)]
    [1, 0, 0.5, 1e+21, 1e+21]
    """
    if isinstance(number, float):
        return int(number) if abs(number) <= LARGEST_EXACT_INTEGER and number == int(number) else number
    return number if abs(number) <= LARGEST_EXACT_INTEGER else float(number)


def is_inexact(number: float) -> bool:
    """Whether RFC 8785 would print `number` as an integer that a double cannot hold exactly.

    >>> [is_inexact(n) for n in (2**53 - 1, 2**53, 1e16, 1e21, 0.5)]
    [False, True, True, False, False]
    """
    return LARGEST_EXACT_INTEGER < abs(number) < INTEGRAL_PRINT_LIMIT and number == int(number)
