"""Sort the lists in JSON Schemas that the standard defines as sets."""

from __future__ import annotations

from onefold.kernel.ir.declare import Schema
from onefold.kernel.ir.records import Rebuilding
from onefold.kernel.schema_dialects import dialect_of, map_subschemas
from onefold.kernel.typed import cast
from onefold.kernel.values import in_utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.records import Change, RecordType
    from onefold.kernel.schema_dialects import Dialect
    from onefold.kernel.values import JsonValue


_TEXT: Final = frozenset({str})


def sort_schema_sets(workflow: RecordType) -> RecordType:
    """Schemas that differ only in the order of `required`, a `dependentRequired` member or a `type` list become equal.

    `required: [b, a]` becomes `required: [a, b]`, in schema positions only: an `enum` or a `default` that looks the
    same is data and keeps its order.
    """
    return _rebuilt(workflow)


def _changed(_shape: Schema, value: JsonValue) -> JsonValue:
    return _sorted(value, None)


def _sorted(schema: JsonValue, outer: Dialect | None) -> JsonValue:
    """The schema with its sets sorted; the same object when nothing changed. Depth is bounded by the reader.

    `outer` is the dialect of the schema around it.
    """
    if not isinstance(schema, dict) or _TEXT.issuperset(map(type, schema.values())):
        return schema  # Many a schema says no more than its type.
    dialect = dialect_of(schema, outer)
    below = map_subschemas(schema, dialect, lambda item: _sorted(item, dialect))
    for keyword in ("required", "type"):
        if keyword in below:
            below = _replaced(below, keyword, _set(below[keyword]))
    members = below.get("dependentRequired")
    if dialect.dependent_required and isinstance(members, dict):
        ordered = {name: _set(member) for name, member in members.items()}
        if any(ordered[name] is not member for name, member in members.items()):
            below = _replaced(below, "dependentRequired", ordered)
    return below


def _replaced(schema: dict[str, JsonValue], keyword: str, value: JsonValue) -> dict[str, JsonValue]:
    return schema if schema[keyword] is value else {**schema, keyword: value}


def _set(value: JsonValue) -> JsonValue:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return value
    ordered = in_utf16_order(cast("list[str]", value))
    return value if ordered == value else cast("list[JsonValue]", ordered)


CHANGES: Final[Mapping[type[Shape], Change]] = {Schema: _changed}
_rebuilt: Final = Rebuilding(CHANGES, defaults=False)
