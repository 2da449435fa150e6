"""What stands at a path that surely leads to something that a schema declares, told without looking at all keywords."""

from __future__ import annotations

from onefold.kernel.schema_types.along import KINDS_OF_TYPE, OF_TYPE
from onefold.kernel.schema_types.possible import OPEN, Possible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeGuard

    from onefold.kernel.schema_types.possible import Path
    from onefold.kernel.values import JsonValue

# With these keywords alone a schema forbids nothing that it declares.
_PLAIN: Final = frozenset({"type", "properties", "required", "additionalProperties", "title", "description"})
# Of longer paths it is not asked whether a closer look would come to their ends.
_LONGEST: Final = 16


def is_surely_declared(schema: JsonValue, path: Path) -> bool:
    """Whether every segment of a path is a declared field of plain schemas; `False` means that it takes a closer look.

    >>> is_surely_declared({"type": "object", "properties": {"a": {"type": "string"}}}, ("a",))
    True
    """
    return _declared(schema, path) is not None


def surely_possible(schema: JsonValue, path: Path) -> Possible | None:
    """What can stand at a path that is surely declared, if it is; the same as a closer look finds."""
    found = _declared(schema, path) if 0 < len(path) <= _LONGEST else None
    if found is None:
        return None
    said, names = OF_TYPE[str(found["type"])] if "type" in found else OPEN, found.get("properties")
    return Possible(said.kinds, None, "declared", (names if isinstance(names, dict) else {},), True, said.whole)


def _declared(schema: JsonValue, path: Path) -> dict[str, JsonValue] | None:
    """The plain schema of what stands at a path all of which plain schemas declare."""
    for segment in path:
        if not _is_plain(schema) or schema.get("type", "object") != "object":
            return None
        fields = schema.get("properties")
        if not isinstance(fields, dict) or segment not in fields:
            return None
        schema = fields[str(segment)]
    kind = schema.get("type", "object") if _is_plain(schema) else None
    return schema if isinstance(schema, dict) and isinstance(kind, str) and kind in KINDS_OF_TYPE else None


def _is_plain(schema: JsonValue) -> TypeGuard[dict[str, JsonValue]]:
    return isinstance(schema, dict) and schema.keys() <= _PLAIN
