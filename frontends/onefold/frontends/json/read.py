"""The first reading of JSON: the standard library's decoder, held to this project's rules."""

from __future__ import annotations

from onefold.frontends import number
from onefold.frontends.bounds import at_most
from onefold.frontends.frontend import Reading
from onefold.kernel.json_text import Decoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

# Any integer this short, its sign included, is exact in a double.
_SHORT: Final = 15


def read(source: Source, limits: Limits) -> Reading:
    """The value of a JSON text; where the decoder objects, the span-giving reading says what is wrong."""
    try:
        value: JsonValue = _DECODER.decode(source.text)
        _require_scalar_values(source.text, value)
    except (ValueError, RecursionError):
        # Imported here because most runs have nothing to explain.
        from onefold.frontends.json.locate import explain

        return explain(source, limits)
    return Reading(value, at_most=at_most(source.text))


def _require_scalar_values(text: str, value: JsonValue) -> None:
    """Raise `UnicodeEncodeError`, a `ValueError`, where a string holds a lone surrogate."""
    if "\\u" in text:
        import json  # Most texts spell their characters out.

        json.dumps(value, ensure_ascii=False).encode("utf-8")
    elif not text.isascii():
        text.encode("utf-8")


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonValue:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ValueError
    return entries


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _SHORT else _finite_and_exact(number.integer(digits))


def _float(digits: str) -> float:
    return _finite_and_exact(float(digits))


def _finite_and_exact(value: float) -> float:
    if number.refusal(value):
        raise ValueError
    return value


def _constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER: Final = Decoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
