"""RFC 8785 (JCS): the one way in which plain values become bytes."""

from __future__ import annotations

from _json import encode_basestring as quote
from io import StringIO

from onefold.kernel.values import LARGEST_EXACT_INTEGER, in_utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from onefold.kernel.values import JsonValue

__all__ = ["encode_value", "format_number", "quote"]

# RFC 8785 escapes exactly what ECMAScript's JSON.stringify escapes: the quote, the backslash, the control
# characters below U+0020, with short forms where JSON has them and lower-case digits elsewhere. That is what the
# standard library's `encode_basestring` does; the tests hold it to the RFC's data.


def encode_value(value: JsonValue) -> bytes:
    """RFC 8785 bytes of a plain value.

    Raises `ValueError` for numbers that are not finite and for lone surrogates, `TypeError` for anything that is
    not a JSON value.
    """
    text = StringIO()
    _write(value, text.write)
    return text.getvalue().encode("utf-8")


def format_number(number: float) -> str:
    """A number as ECMAScript prints it.

    >>> [format_number(n) for n in (1.0, -0.0, 0.1, 1e21, 1e-7, 123456789012345680000.0)]
    ['1', '0', '0.1', '1e+21', '1e-7', '123456789012345680000']
    """
    if isinstance(number, int):
        if -LARGEST_EXACT_INTEGER <= number <= LARGEST_EXACT_INTEGER:
            return str(int(number))
        number = float(number)
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError("only finite numbers can be encoded")
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    return sign + _digits_and_point(*_shortest(abs(number)))


def _shortest(number: float) -> tuple[str, int]:
    """The fewest digits that identify a positive double, and where its decimal point stands among them."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0)
    if whole == "0":
        point -= len(fraction) + 1 - len(digits)
    return digits.rstrip("0") or "0", point


def _digits_and_point(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if count > 1 else ""
    return f"{digits[0]}{tail}e{point - 1:+d}"


def _write(value: JsonValue, put: Callable[[str], object]) -> None:
    if isinstance(value, str):
        put(quote(value))
    elif isinstance(value, dict):
        _write_mapping(value, put)
    elif isinstance(value, list | tuple):
        _write_list(value, put)
    elif value is None:
        put("null")
    elif value is True:
        put("true")
    elif value is False:
        put("false")
    elif isinstance(value, int | float):
        put(format_number(value))
    else:
        raise TypeError(f"a {type(value).__name__} is no JSON value")


def _write_mapping(value: Mapping[str, JsonValue], put: Callable[[str], object]) -> None:
    opening = "{"
    for key in in_utf16_order(value):
        item = value[key]
        if type(item) is str:
            put(f"{opening}{quote(key)}:{quote(item)}")
        else:
            put(f"{opening}{quote(key)}:")
            _write(item, put)
        opening = ","
    put("}" if value else "{}")


def _write_list(value: Sequence[JsonValue], put: Callable[[str], object]) -> None:
    opening = "["
    for item in value:
        put(opening)
        _write(item, put)
        opening = ","
    put("]" if value else "[]")
