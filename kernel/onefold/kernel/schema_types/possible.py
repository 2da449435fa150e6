"""What a value can be, as far as schemas tell, and how two such answers are combined."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Final, Literal, TypeAlias

    from onefold.kernel.values import JsonValue

    Kind: TypeAlias = Literal["null", "boolean", "number", "string", "list", "mapping"]
    # One of the few values that something can be. Lists are not told apart here, and neither are mappings.
    Constant: TypeAlias = tuple[Kind, "str | int | float | bool | None"]
    # How a schema speaks of the last segment of a path.
    Field: TypeAlias = Literal["declared", "open", "unknown", "forbidden"]
    Path: TypeAlias = tuple["str | int | AnyItem", ...]

KINDS: Final[frozenset[Kind]] = frozenset({"null", "boolean", "number", "string", "list", "mapping"})


class AnyItem:
    """The type of `ANY_ITEM`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ANY_ITEM"


ANY_ITEM: Final = AnyItem()
"""A segment that stands for any item of a list."""


@frozen
class Possible:
    """Everything that can stand somewhere. Without a kind, nothing can."""

    kinds: frozenset[Kind]
    constants: frozenset[Constant] | None
    """The only values there can be, or `None` when they are not counted out."""
    field: Field
    names: tuple[Collection[str], ...] = ()
    """Names that are declared for the fields of a mapping here, in groups."""
    evaluated: bool = False
    """Whether a keyword may have spoken of the first segment, as `unevaluatedProperties` asks."""
    whole: bool = False
    """Whether all numbers there can be are integers."""


def constant(value: JsonValue) -> Constant:
    """A value as one of few. `1` and `1.0` are one number, and no boolean is a number."""
    if value is None:
        return "null", None
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, int | float):
        return "number", value
    if isinstance(value, str):
        return "string", value
    return ("mapping", None) if isinstance(value, dict) else ("list", None)


OPEN: Final = Possible(KINDS, None, "open")
"""Allowed, and nothing more is said."""
UNKNOWN: Final = Possible(KINDS, None, "unknown", evaluated=True)
"""Perhaps more is said somewhere, but it is not known what."""
FORBIDDEN: Final = Possible(frozenset(), None, "forbidden")


def of_kinds(kinds: frozenset[Kind]) -> Possible:
    """Anything of these kinds."""
    return Possible(kinds, None, "open") if kinds else FORBIDDEN


def of_values(values: Iterable[JsonValue]) -> Possible:
    """One of these values."""
    constants = frozenset(map(constant, values))
    return Possible(frozenset(kind for kind, _ in constants), constants, "open") if constants else FORBIDDEN


def of_value(value: JsonValue) -> Possible:
    """One value and nothing else."""
    only = constant(value)
    return Possible(frozenset((only[0],)), frozenset((only,)), "open")


def every(parts: list[Possible]) -> Possible:
    """What all of the parts allow."""
    kinds = KINDS.intersection(*(each.kinds for each in parts))
    counted = [each.constants for each in parts if each.constants is not None]
    constants = None
    if counted:
        constants = frozenset(each for each in counted[0].intersection(*counted[1:]) if each[0] in kinds)
        kinds = frozenset(kind for kind, _ in constants)
    return _combined(parts, kinds, constants, any(each.whole for each in parts)) if kinds else FORBIDDEN


def some(parts: list[Possible]) -> Possible:
    """What at least one of the parts allows."""
    parts = [each for each in parts if each.kinds]
    no_kinds: frozenset[Kind] = frozenset()
    kinds = no_kinds.union(*(each.kinds for each in parts))
    counted = [each.constants for each in parts if each.constants is not None]
    no_constants: frozenset[Constant] = frozenset()
    constants = no_constants.union(*counted) if len(counted) == len(parts) else None
    whole = all(each.whole for each in parts if "number" in each.kinds)
    return _combined(parts, kinds, constants, whole and "number" in kinds) if kinds else FORBIDDEN


def _combined(
    parts: list[Possible], kinds: frozenset[Kind], constants: frozenset[Constant] | None, whole: bool
) -> Possible:
    fields = {each.field for each in parts}
    field: Field = "declared" if "declared" in fields else "unknown" if "unknown" in fields else "open"
    names = tuple(group for each in parts for group in each.names)
    return Possible(kinds, constants, field, names, any(each.evaluated for each in parts), whole)


def as_field(found: Possible, field: Field) -> Possible:
    """What was found for the last segment of a path, where a keyword speaks of it in this way."""
    if not found.kinds:
        return found
    return Possible(found.kinds, found.constants, field, found.names, True, found.whole)
