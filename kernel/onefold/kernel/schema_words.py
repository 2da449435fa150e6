"""What a JSON Schema validator found, in our words."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.jcs import encode_value
from onefold.kernel.typed import cast
from onefold.kernel.words import kind_of, listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    # At run time jsonschema is loaded only for workflows that hold a schema.
    from typing import Final

    from jsonschema.exceptions import ValidationError

    from onefold.kernel.values import JsonValue

_LONGEST: Final = 160
_LONGEST_VALUE: Final = 40
_QUOTED: Final = patterns.compile(r"'([^'`]*)'")


def most_specific(error: ValidationError) -> ValidationError:
    """Of the failures behind an `anyOf` or `oneOf`, the one that says most: deep inside, and not just another type."""
    while error.context:
        error = max(error.context, key=lambda each: (len(each.absolute_path), not _is_another_type(each)))
    return error


def _is_another_type(error: ValidationError) -> bool:
    """Whether a failure says no more than that something else is wanted."""
    if error.validator == "enum" and isinstance(error.validator_value, list):
        return all(kind_of(each) != kind_of(cast("JsonValue", error.instance)) for each in error.validator_value)
    return error.validator in ("type", "$ref")


def reason(error: ValidationError) -> str:
    """Why a value does not fit, as a clause in lower case without a full stop."""
    value = cast("JsonValue", error.instance)
    match error.validator:
        case "enum" if isinstance(error.validator_value, list) and isinstance(value, str):
            words = [each for each in error.validator_value if isinstance(each, str)]
            near = nearest(value, words)
            hint = f"; perhaps `{near}` was meant" if near else ""
            return _cut(f"`{value}` is none of {listed(words)}{hint}" if words else f"`{value}` is not allowed")
        case "type":
            expected = error.validator_value
            names = listed(expected if isinstance(expected, list) else [str(expected)])
            return _cut(f"{_shown(value)} is {kind_of(value)}, and {names} is needed")
        case "uniqueItems" if isinstance(value, list):
            repeated = next(each for index, each in enumerate(value) if each in value[:index])
            return f"{_shown(repeated)} stands in this list twice"
        case _:
            return _cut(_QUOTED.sub(r"`\1`", error.message))


def _shown(value: JsonValue) -> str:
    text = encode_value(value).decode() if isinstance(value, str | int | float | bool) else "this"
    return "this" if text == "this" or len(text) > _LONGEST_VALUE else f"`{text}`"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
