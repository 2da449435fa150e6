"""RFC 8785 (JCS): the one way in which plain values become bytes."""

from __future__ import annotations

from _json import encode_basestring as quote

from onefold.kernel.values import LARGEST_EXACT_INTEGER, in_utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from onefold.kernel.values import JsonValue

__all__ = ["encode_value", "format_number", "key_text", "list_text", "mapping_text", "quote", "value_text"]

# RFC 8785 escapes exactly what ECMAScript's JSON.stringify escapes: the quote, the backslash, the control
# characters below U+0020, with short forms where JSON has them and lower-case digits elsewhere. That is what the
# standard library's `encode_basestring` does; the tests hold it to the RFC's data.


def encode_value(value: JsonValue) -> bytes:
    """RFC 8785 bytes of a plain value.

    Raises `ValueError` for numbers that are not finite and for lone surrogates, `TypeError` for anything that is
    not a JSON value.
    """
    return value_text(value).encode("utf-8")


def value_text(value: JsonValue) -> str:
    """The same as text, in which a lone surrogate may stand."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        ordered = [(key, value[key]) for key in in_utf16_order(value)] if len(value) > 1 else value.items()
        # Most of what is there is text.
        return mapping_text(
            [
                f"{quote(key)}:{quote(item)}" if type(item) is str else f"{quote(key)}:{value_text(item)}"
                for key, item in ordered
            ]
        )
    if isinstance(value, (list, tuple)):
        return list_text([quote(item) if type(item) is str else value_text(item) for item in value])
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return format_number(value)
    raise TypeError(f"a {type(value).__name__} is no JSON value")


def key_text(key: str) -> str:
    """A key and what parts it from its value."""
    return f"{quote(key)}:"


def mapping_text(members: Iterable[str]) -> str:
    """An object of members in their order, each the text of a key and that of its value."""
    return f"{{{','.join(members)}}}"


def list_text(items: Iterable[str]) -> str:
    """An array of the texts of items."""
    return f"[{','.join(items)}]"


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
