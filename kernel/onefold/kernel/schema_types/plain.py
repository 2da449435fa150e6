"""Whether a path surely leads to something that a schema declares, told without working out what can stand there."""

from __future__ import annotations

from onefold.kernel.schema_types.along import KINDS_OF_TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeGuard

    from onefold.kernel.schema_types.possible import Path
    from onefold.kernel.values import JsonValue

# With these keywords alone a schema forbids nothing that it declares.
_PLAIN: Final = frozenset({"type", "properties", "required", "additionalProperties", "title", "description"})


def is_surely_declared(schema: JsonValue, path: Path) -> bool:
    """Whether every segment of a path is a declared field of plain schemas; `False` means that it takes a closer look.

    >>> is_surely_declared({"type": "object", "properties": {"a": {"type": "string"}}}, ("a",))
    True
    """
    for segment in path:
        if not _is_plain(schema) or schema.get("type", "object") != "object":
            return False
        fields = schema.get("properties")
        if not isinstance(fields, dict) or segment not in fields:
            return False
        schema = fields[str(segment)]
    kind = schema.get("type", "object") if _is_plain(schema) else None
    return isinstance(kind, str) and kind in KINDS_OF_TYPE


def _is_plain(schema: JsonValue) -> TypeGuard[dict[str, JsonValue]]:
    return isinstance(schema, dict) and schema.keys() <= _PLAIN
