"""Lower booleans, numbers, texts, words and schemas."""

from __future__ import annotations

from onefold.frontends.lower.context import INVALID, Context, Invalid
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.declare import Boolean, Choice, Integer, Number, Schema, Text
from onefold.kernel.ir.path import IrPath
from onefold.kernel.values import JsonValue
from onefold.kernel.words import kind_of, listed, meant


def wrong_type(
    context: Context, path: IrPath, expected: str, value: JsonValue, help_line: str | None = None
) -> Invalid:
    """Report that a value is not of the expected type; `expected` carries its article."""
    return context.report(
        "wrong-type", Place(path), help_line, field=_name(path), expected=expected, found=kind_of(value)
    )


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
    return wrong_type(context, path, "`true` or `false`", value, f"write {word} without quotes" if word else None)


def lower_integer(context: Context, shape: Integer, value: JsonValue, path: IrPath) -> int | Invalid:
    """A whole number in any spelling."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        help_line = "write the number without quotes" if isinstance(value, str) and value.isdecimal() else None
        return wrong_type(context, path, "a whole number", value, help_line)
    return int(value) if _in_range(context, shape.minimum, shape.maximum, value, path) else INVALID


def lower_number(context: Context, shape: Number, value: JsonValue, path: IrPath) -> int | float | Invalid:
    """A finite number; it is kept as written, and numbers are normalized later."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return wrong_type(context, path, "a number", value)
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
        return wrong_type(context, path, "a text", value, "put it in quotes" if _is_bare(value) else None)
    if not value and not shape.empty:
        return context.report("empty-text", Place(path), field=_name(path))
    return value


def _is_bare(value: JsonValue) -> bool:
    return isinstance(value, bool | int | float)


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
        value=value,
        allowed=allowed,
    )


def lower_schema(context: Context, shape: Schema, value: JsonValue, path: IrPath) -> JsonValue | Invalid:
    """A JSON Schema, kept as a plain value; whether it is valid is judged by the kernel."""
    if not isinstance(value, dict | bool) or (shape.object_only and not isinstance(value, dict)):
        return wrong_type(context, path, "a JSON Schema", value)
    if shape.object_only and isinstance(value, dict) and value.get("type") != "object":
        place = Place((*path, "type")) if "type" in value else Place(path, "key")
        return context.report("not-an-object-schema", place, field=_name(path))
    return value
