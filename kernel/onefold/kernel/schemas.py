"""The JSON Schemas inside a workflow or a catalogue: where they are, whether they are valid, what they refer to.

Nothing here fetches anything: metaschemas are those that jsonschema ships, and every other address is remote.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.components import components
from onefold.kernel.glances import words
from onefold.kernel.ir.declare import Schema
from onefold.kernel.schema_dialects import (
    DEFAULT_DIALECT,
    DIALECTS,
    declared_dialect,
    dialect_of,
    subschemas,
)
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.written import of_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Final

    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.schema_dialects import (
        Dialect,
    )
    from onefold.kernel.values import JsonValue

# Keywords whose schemas speak of the value itself, and not of what is in it.
_IN_PLACE: Final = ("not", "if", "then", "else")
_IN_PLACE_LISTS: Final = ("allOf", "anyOf", "oneOf", "dependentSchemas")
_REFERENCE_KEYWORDS: Final = ("$ref", "$dynamicRef", "$recursiveRef")


@frozen
class SchemaReference:
    """A `$ref` or one of its kin."""

    path: IrPath
    text: str
    remote: bool
    """Whether it leaves the schema it stands in."""
    found: bool
    """Whether its target is there."""


def declared_schemas(document: object) -> Iterator[tuple[IrPath, JsonValue]]:
    """The schemas in the fields of a document of which a glance does not tell that all is well, with their paths."""
    for field in of_shape(document, Schema):
        yield field.path, field.value


def _declared_with(document: object, keywords: Iterable[str]) -> Iterator[tuple[IrPath, JsonValue]]:
    """Those in which a string or key is one of the keywords."""
    for path, schema in declared_schemas(document):
        if not set(words(schema)).isdisjoint(keywords):
            yield path, schema


def schemas_with(document: object, *keywords: str) -> Iterator[tuple[IrPath, Mapping[str, JsonValue]]]:
    """Every schema, inside of others too, that has one of the keywords, which are among those that a glance notes."""
    for path, schema in _declared_with(document, keywords):
        for below, inner, _ in nested(schema):
            if isinstance(inner, dict) and not inner.keys().isdisjoint(keywords):
                yield (*path, *below), inner


def nested(schema: JsonValue) -> Iterator[tuple[IrPath, JsonValue, Dialect]]:
    """A schema and every schema inside it, each with its path and its draft."""
    waiting: list[tuple[IrPath, JsonValue, Dialect]] = [((), schema, dialect_of(schema, None))]
    while waiting:
        path, current, dialect = waiting.pop()
        yield path, current, dialect
        inner = [((*path, *below), item, dialect_of(item, dialect)) for below, item in subschemas(current, dialect)]
        waiting.extend(reversed(inner))


def metaschema_errors(schema: JsonValue) -> Iterator[tuple[IrPath, str]]:
    """Where a schema breaks the metaschema of its draft, and why. An unknown draft is not judged here."""
    dialect = declared_dialect(schema) or DEFAULT_DIALECT
    if dialect not in DIALECTS or is_surely_valid(schema, DIALECTS[dialect]):
        return
    from jsonschema.validators import validator_for  # Loaded only for schemas that look wrong or unusual.

    from onefold.kernel.schema_words import most_specific, reason  # Nearly every schema is surely valid.

    validator = validator_for({"$schema": dialect})
    told: set[tuple[IrPath, str]] = set()
    try:
        for error in validator(validator.META_SCHEMA).iter_errors(schema):
            specific = most_specific(error)
            found: tuple[IrPath, str] = tuple(specific.absolute_path), reason(specific)
            # The vocabularies of a draft may each object to the same thing.
            if found not in told:
                told.add(found)
                yield found
    except RecursionError:
        yield (), "it is nested too deeply to be judged"


def circular_references(document: object) -> Iterator[list[SchemaReference]]:
    """The references that lead back to where they begin without going into the value, a list for each circle."""
    for path, schema in _declared_with(document, ("$ref",)):
        inside = {below: item for below, item, _ in nested(schema) if isinstance(item, dict)}
        yield from _circles(path, schema, inside)


def _circles(
    path: IrPath, schema: JsonValue, inside: Mapping[IrPath, dict[str, JsonValue]]
) -> Iterator[list[SchemaReference]]:
    """The circles in one schema, of which `inside` are all the schemas."""
    from onefold.kernel.schema_resources import Resources  # Most schemas refer to nothing.

    resources = Resources.of(schema)
    numbers = {below: index for index, below in enumerate(inside)}
    onwards: list[list[int]] = [[] for _ in inside]
    for below, item in inside.items():
        reference = item.get("$ref")
        target = resources.target(below, reference) if isinstance(reference, str) else None
        if target is not None and target.path in numbers:
            onwards[numbers[below]].append(numbers[target.path])
        # A schema stands in the schema that it is a part of, one or two segments above it.
        for length, keywords in ((1, _IN_PLACE), (2, _IN_PLACE_LISTS)):
            above = below[: len(below) - length]
            if len(below) >= length and below[len(above)] in keywords and above in numbers:
                onwards[numbers[above]].append(numbers[below])
    paths = list(inside)
    for group in components(onwards, range(len(onwards))):
        if len(group) > 1 or group[0] in onwards[group[0]]:
            told = [paths[index] for index in sorted(group) if isinstance(inside[paths[index]].get("$ref"), str)]
            yield [SchemaReference((*path, *each, "$ref"), str(inside[each]["$ref"]), False, True) for each in told]


def schema_references(document: object) -> Iterator[SchemaReference]:
    """Every reference in every schema, with what is known of its target."""
    for path, schema in _declared_with(document, _REFERENCE_KEYWORDS):
        from onefold.kernel.schema_resources import Resources  # Most schemas refer to nothing.

        resources = Resources.of(schema)
        for below, inner, _ in nested(schema):
            for keyword in _REFERENCE_KEYWORDS:
                text = inner.get(keyword) if isinstance(inner, dict) else None
                if isinstance(text, str):
                    remote, found = resources.resolve(below, text)
                    yield SchemaReference((*path, *below, keyword), text, remote, found)
