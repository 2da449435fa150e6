"""Whether a JSON Schema is surely valid, told from the shapes of its keywords without a metaschema."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.schema_dialects import Dialect
    from onefold.kernel.values import JsonValue

    # The value of a keyword, and the list of schemas that are still to be judged; whether the value is surely allowed.
    _Shape: TypeAlias = Callable[[JsonValue, list[JsonValue]], bool]


_FIRST_DRAFT: Final = 6
_ANY_ENUM: Final = 2019
_TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def is_surely_valid(schema: JsonValue, dialect: Dialect) -> bool:
    """Whether a schema surely meets the metaschema of its draft; `False` means that only the metaschema can tell.

    Every shape is at least as strict as that of any draft from draft-06 on, so one table serves them all. It does not
    recurse, so no schema is too deep for it.
    """
    if dialect.draft < _FIRST_DRAFT:
        return False
    waiting: list[JsonValue] = [schema]
    while waiting:
        current = waiting.pop()
        if type(current) is not dict:
            if type(current) is not bool:
                return False
            continue
        for keyword, value in current.items():
            shape = _SHAPES.get(keyword)
            if shape is not None and not shape(value, waiting):
                return False
        if dialect.draft < _ANY_ENUM and "enum" in current and not _is_set(current["enum"]):
            return False
    return True


def _is_set(value: JsonValue) -> bool:
    """Whether a value is a list of different strings, and not empty."""
    return _strings(value, []) and value != []


def _schema(value: JsonValue, waiting: list[JsonValue]) -> bool:
    waiting.append(value)
    return True


def _schemas(value: JsonValue, waiting: list[JsonValue]) -> bool:
    if type(value) is not list or not value:
        return False
    waiting.extend(value)
    return True


def _named_schemas(value: JsonValue, waiting: list[JsonValue]) -> bool:
    if type(value) is not dict:
        return False
    waiting.extend(value.values())
    return True


def _string(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is str


def _strings(value: JsonValue, _: list[JsonValue]) -> bool:
    if type(value) is not list:
        return False
    for each in value:
        if type(each) is not str:
            return False
    return len(value) < 2 or len(set(value)) == len(value)


def _named_strings(value: JsonValue, waiting: list[JsonValue]) -> bool:
    return type(value) is dict and all(_strings(each, waiting) for each in value.values())


def _type(value: JsonValue, waiting: list[JsonValue]) -> bool:
    if type(value) is str:
        return value in _TYPES
    return _strings(value, waiting) and value != [] and _TYPES.issuperset(value)  # type: ignore[arg-type]  # as above


def _boolean(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is bool


def _number(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is int or type(value) is float


def _divisor(value: JsonValue, _: list[JsonValue]) -> bool:
    return (type(value) is int or type(value) is float) and value > 0


def _count(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is int and value >= 0


def _list(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is list


def _address(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is str and "#" not in value


def _anchor(value: JsonValue, _: list[JsonValue]) -> bool:
    return type(value) is str and value.isascii() and value.isidentifier() and value[0] != "_"


def _never(_value: JsonValue, _: list[JsonValue]) -> bool:
    """Refuse to say: the drafts differ, or what is allowed takes more than a look."""
    return False


def _all(shape: _Shape, *keywords: str) -> Mapping[str, _Shape]:
    return dict.fromkeys(keywords, shape)


# What is not here may have any value in every draft. Where drafts differ, a shape is what all of them allow.
_SHAPES: Final[Mapping[str, _Shape]] = {
    **_all(_type, "type"),
    **_all(_schema, "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items"),
    **_all(_schema, "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"),
    **_all(_schemas, "allOf", "anyOf", "oneOf", "prefixItems"),
    **_all(_named_schemas, "$defs", "definitions", "dependentSchemas", "patternProperties", "properties"),
    **_all(_strings, "required"),
    **_all(_named_strings, "dependentRequired"),
    **_all(
        _string,
        "$comment",
        "$dynamicRef",
        "$recursiveRef",
        "$ref",
        "$schema",
        "contentEncoding",
        "contentMediaType",
        "description",
        "format",
    ),
    **_all(_string, "pattern", "title"),
    **_all(_boolean, "deprecated", "readOnly", "uniqueItems", "writeOnly"),
    **_all(_number, "exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"),
    **_all(_divisor, "multipleOf"),
    **_all(_count, "maxContains", "maxItems", "maxLength", "maxProperties"),
    **_all(_count, "minContains", "minItems", "minLength", "minProperties"),
    **_all(_list, "enum", "examples"),
    **_all(_address, "$id"),
    **_all(_anchor, "$anchor", "$dynamicAnchor"),
    **_all(_never, "$recursiveAnchor", "$vocabulary", "dependencies"),
}
