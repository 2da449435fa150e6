"""What keywords that speak of the whole value say of a path below it."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.schema_types.possible import (
    FORBIDDEN,
    KINDS,
    OPEN,
    UNKNOWN,
    AnyItem,
    Possible,
    as_field,
    of_kinds,
    of_values,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from onefold.kernel.schema_types.possible import (
        Kind,
        Path,
    )
    from onefold.kernel.values import JsonValue

_KIND_OF_TYPE: Final[Mapping[str, Kind]] = {
    "null": "null",
    "boolean": "boolean",
    "integer": "number",
    "number": "number",
    "string": "string",
    "array": "list",
    "object": "mapping",
}
KINDS_OF_TYPE: Final = {name: frozenset({kind}) for name, kind in _KIND_OF_TYPE.items()}

OF_TYPE: Final = {name: Possible(kinds, None, "open", whole=name == "integer") for name, kinds in KINDS_OF_TYPE.items()}


def kinds_of(types: JsonValue) -> frozenset[Kind]:
    """The kinds that the value of `type` allows; all of them when it is not a valid one."""
    if isinstance(types, str):
        return KINDS_OF_TYPE.get(types, KINDS)
    listed: Sequence[JsonValue] = types if isinstance(types, list) else [types]
    kinds = [_KIND_OF_TYPE.get(each) if isinstance(each, str) else None for each in listed]
    known = frozenset(each for each in kinds if each is not None)
    return known if known and None not in kinds else KINDS


def along(types: JsonValue, rest: Path) -> Possible:
    """What stands at `rest` below a value whose `type` is this."""
    if not rest and isinstance(types, str):
        return OF_TYPE.get(types, OPEN)
    kinds = kinds_of(types)
    if not rest:
        listed = types if isinstance(types, list) else [types]
        return evolve(of_kinds(kinds), whole="integer" in listed and "number" not in listed and kinds != KINDS)
    holder: Kind = "mapping" if isinstance(rest[0], str) else "list"
    return OPEN if holder in kinds else FORBIDDEN


def among(values: Sequence[JsonValue], rest: Path) -> Possible:
    """What stands at `rest` below one of these values."""
    if any(isinstance(segment, AnyItem) for segment in rest):
        return UNKNOWN
    reached = values
    for segment in rest:
        reached = [item for each in reached for item in _member(each, segment)]
    found = of_values(reached)
    names = tuple(each for each in reached if isinstance(each, dict))
    return evolve(as_field(found, "declared"), names=names) if found.kinds else FORBIDDEN


def _member(value: JsonValue, segment: object) -> Sequence[JsonValue]:
    if isinstance(segment, str):
        return [value[segment]] if isinstance(value, dict) and segment in value else []
    return [value[segment]] if isinstance(value, list) and isinstance(segment, int) and segment < len(value) else []


def allows(found: Possible, text: str) -> bool:
    """Whether a text can stand where this was found."""
    return "string" in found.kinds and (found.constants is None or ("string", text) in found.constants)
