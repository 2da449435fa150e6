"""Lower booleans, numbers, texts, words and schemas."""

from __future__ import annotations

from onefold.frontends.lower.context import INVALID
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Place
from onefold.kernel.words import kind_of, listed, meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.lower.context import Context, Invalid
    from onefold.kernel.ir.declare import Boolean, Choice, Integer, Json, Number, Schema, Text
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

WHOLE_NUMBER: Final = "a whole number"
_NUMBER: Final = patterns.compile(r"(?P<sign>-?)(?=[0-9])0*+(?P<whole>[0-9]*+)(?P<rest>(?:\.[0-9]+)?)", patterns.ASCII)


def wrong_type(
    context: Context, path: IrPath, expected: str, value: JsonValue, help_line: str | None = None
) -> Invalid:
    """Report that a value is not of the expected type; `expected` carries its article."""
    found = "a number with a fraction" if expected == WHOLE_NUMBER and isinstance(value, float) else kind_of(value)
    return context.report("wrong-type", Place(path), help_line, subject=subject(path), expected=expected, found=found)


def subject(path: IrPath) -> str:
    """What stands at a path, as the first words of a sentence."""
    if not path:
        return "The document"
    return f"An item of `{_name(path)}`" if isinstance(path[-1], int) else f"`{_name(path)}`"


def _name(path: IrPath) -> str:
    """The last named segment: a list item is spoken of by the name of its list."""
    named = [segment for segment in path if isinstance(segment, str)]
    return named[-1] if named else "the document"


def lower_boolean(context: Context, _shape: Boolean, value: JsonValue, path: IrPath) -> bool | Invalid:
    """A boolean; words such as `yes` are strings."""
    if isinstance(value, bool):
        return value
    words = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}
    word = words.get(value.lower()) if isinstance(value, str) else None
    return wrong_type(context, path, "`true` or `false`", value, _bare(word, value) if word else None)


def _bare(meant: str, value: JsonValue) -> str:
    """The help that says what to write; what already reads so can only have been quoted."""
    return f"write `{meant}` without quotes" if meant == value else f"write `{meant}`"


def lower_integer(context: Context, shape: Integer, value: JsonValue, path: IrPath) -> int | Invalid:
    """A whole number in any spelling."""
    if type(value) is int:
        return value if _in_range(context, shape.minimum, shape.maximum, value, path) else INVALID
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        return wrong_type(context, path, WHOLE_NUMBER, value, _unquoted(value))
    return int(value) if _in_range(context, shape.minimum, shape.maximum, value, path) else INVALID


def _unquoted(value: JsonValue) -> str | None:
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return None
    return _bare(f"{found['sign']}{found['whole'] or '0'}{found['rest']}", value)


def lower_number(context: Context, shape: Number, value: JsonValue, path: IrPath) -> int | float | Invalid:
    """A finite number; it is kept as written, and numbers are normalized later."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return wrong_type(context, path, "a number", value, _unquoted(value))
    if shape.above is not None and value <= shape.above:
        return context.report("out-of-range", Place(path), field=_name(path), value=value, range=f"above {shape.above}")
    return value if _in_range(context, shape.minimum, shape.maximum, value, path) else INVALID


def _in_range(context: Context, minimum: float | None, maximum: float | None, value: float, path: IrPath) -> bool:
    if (minimum is None or value >= minimum) and (maximum is None or value <= maximum):
        return True
    bounds = f"at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"
    context.report("out-of-range", Place(path), field=_name(path), value=value, range=bounds)
    return False


def lower_text(context: Context, shape: Text, value: JsonValue, path: IrPath) -> str | Invalid:
    """A string, exactly as written."""
    if not isinstance(value, str):
        return wrong_type(context, path, "a text", value, quoting(value))
    if not value and not shape.empty:
        return context.report("empty-text", Place(path), field=_name(path))
    return value


def quoting(value: JsonValue) -> str | None:
    """The help for a value that would be a text if it were quoted."""
    return "put it in quotes" if isinstance(value, bool | int | float) else None


def lower_choice(context: Context, shape: Choice, value: JsonValue, path: IrPath) -> str | Invalid:
    """One of the declared words."""
    if not isinstance(value, str):
        return wrong_type(context, path, listed(shape.words), value)
    if value in shape.words:
        return value
    allowed = listed(shape.words)
    return context.report(
        "unknown-choice",
        Place(path),
        meant(value, shape.words),
        field=_name(path),
        value=value or '""',
        allowed=allowed,
    )


def lower_schema(context: Context, shape: Schema, value: JsonValue, path: IrPath) -> JsonValue | Invalid:
    """A JSON Schema, kept as a plain value; whether it is valid is judged by the kernel."""
    if not isinstance(value, dict):
        if isinstance(value, bool) and not shape.object_only:
            return value
        expected = "a JSON Schema with `type: object`" if shape.object_only else "a JSON Schema"
        return wrong_type(context, path, expected, value)
    if shape.object_only and value.get("type") != "object":
        place = Place((*path, "type")) if "type" in value else Place(path, "key")
        return context.report("not-an-object-schema", place, field=_name(path))
    return INVALID if context.is_too_deep(value, path) else value


def lower_json(context: Context, _shape: Json, value: JsonValue, path: IrPath) -> JsonValue | Invalid:
    """Any value, as it is."""
    return INVALID if context.is_too_deep(value, path) else value
