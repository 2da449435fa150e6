"""Which keywords of which JSON Schema draft hold schemas, and which hold sets."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.values import JsonValue

    Position: TypeAlias = tuple[tuple[Segment, ...], JsonValue]


@frozen
class Dialect:
    """The applicators of one draft, by what stands under them."""

    draft: int
    """Its number, or its year from 2019 on."""
    one: frozenset[str]
    """Keywords whose value is a schema (or, before 2020-12, for `items`, a list of them)."""
    several: frozenset[str]
    """Keywords whose value is a list of schemas."""
    named: frozenset[str]
    """Keywords whose value maps names to schemas."""
    dependent_required: bool
    """Whether `dependentRequired` is a keyword."""


@frozen
class Target:
    """A schema that a reference leads to."""

    path: IrPath
    """Where it stands in the schema that holds the reference."""
    schema: JsonValue
    dialect: Dialect


_NAMED: Final = frozenset({"properties", "patternProperties", "$defs", "definitions"})
_SEVERAL: Final = frozenset({"allOf", "anyOf", "oneOf"})
_DRAFT_4: Final = Dialect(
    4,
    frozenset({"additionalProperties", "additionalItems", "items", "not"}),
    _SEVERAL,
    _NAMED | {"dependencies"},
    False,
)
_DRAFT_6: Final = Dialect(6, _DRAFT_4.one | {"contains", "propertyNames"}, _SEVERAL, _DRAFT_4.named, False)
_DRAFT_7: Final = Dialect(7, _DRAFT_6.one | {"if", "then", "else"}, _SEVERAL, _DRAFT_4.named, False)
_DRAFT_2019: Final = Dialect(
    2019,
    _DRAFT_7.one | {"unevaluatedItems", "unevaluatedProperties", "contentSchema"},
    _SEVERAL,
    _NAMED | {"dependentSchemas"},
    True,
)
_DRAFT_2020: Final = Dialect(
    2020,
    _DRAFT_2019.one - {"additionalItems"},
    _SEVERAL | {"prefixItems"},
    _DRAFT_2019.named,
    True,
)

DEFAULT_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DIALECTS: Final[Mapping[str, Dialect]] = {
    DEFAULT_DIALECT: _DRAFT_2020,
    "https://json-schema.org/draft/2019-09/schema": _DRAFT_2019,
    "http://json-schema.org/draft-07/schema": _DRAFT_7,
    "http://json-schema.org/draft-06/schema": _DRAFT_6,
    "http://json-schema.org/draft-04/schema": _DRAFT_4,
}


def declared_dialect(schema: JsonValue) -> str | None:
    """The address of the draft that a schema declares, without an empty fragment; `None` when it says nothing."""
    name = schema.get("$schema") if isinstance(schema, dict) else None
    return name.removesuffix("#") if isinstance(name, str) else None


def dialect_of(schema: JsonValue, outer: Dialect | None) -> Dialect:
    """The keywords of a schema: those of the draft it declares, else of the schema around it, else of 2020-12."""
    name = declared_dialect(schema)
    around = outer or _DRAFT_2020
    return around if name is None else DIALECTS.get(name, around)


def subschemas(schema: JsonValue, dialect: Dialect) -> Iterator[Position]:
    """The schemas directly below `schema`, each with its path from there.

    Nothing below `const`, `default`, `enum`, `examples` or an unknown keyword is a schema.
    """
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if isinstance(value, list) and (keyword in dialect.several or keyword in dialect.one):
            for index, item in enumerate(value):
                yield (keyword, index), item
        elif isinstance(value, dict) and keyword in dialect.named:
            for name, item in value.items():
                yield (keyword, name), item
        elif keyword in dialect.one:
            yield (keyword,), value


def map_subschemas(
    schema: dict[str, JsonValue], dialect: Dialect, change: Callable[[JsonValue], JsonValue]
) -> dict[str, JsonValue]:
    """The schema with `change` applied to each schema directly below; the same object when nothing changed."""
    changed = schema
    for path, item in subschemas(schema, dialect):
        new = change(item)
        if new is not item:
            changed = dict(schema) if changed is schema else changed
            _put(changed, schema, path, new)
    return changed


def _put(
    changed: dict[str, JsonValue], schema: dict[str, JsonValue], path: tuple[Segment, ...], new: JsonValue
) -> None:
    keyword = str(path[0])
    if len(path) == 1:
        changed[keyword] = new
        return
    holder = changed[keyword]
    if holder is schema[keyword]:
        holder = changed[keyword] = dict(holder) if isinstance(holder, dict) else list(cast("list[JsonValue]", holder))
    cast("dict[Segment, JsonValue]", holder)[path[1]] = new
