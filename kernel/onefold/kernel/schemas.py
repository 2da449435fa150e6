"""The JSON Schemas inside a workflow or a catalogue: where they are, whether they are valid, what they refer to.

Nothing here fetches anything: metaschemas are those that jsonschema ships, and every other address is remote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.classes import frozen
from onefold.kernel.ir.declare import Schema
from onefold.kernel.ir.path import IrPath
from onefold.kernel.ir.records import fields
from onefold.kernel.schema_dialects import (
    DEFAULT_DIALECT,
    DIALECTS,
    Dialect,
    declared_dialect,
    dialect_of,
    subschemas,
)
from onefold.kernel.schema_words import most_specific, reason
from onefold.kernel.values import JsonValue

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
    """The schemas that stand in the fields of a document, with their paths."""
    for field in fields(document, (Schema,)):
        yield field.path, field.value


def all_schemas(document: object) -> Iterator[tuple[IrPath, JsonValue]]:
    """Every schema and every schema inside one."""
    for path, schema in declared_schemas(document):
        for below, inner, _ in nested(schema):
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
    if dialect not in DIALECTS:
        return
    from jsonschema.validators import validator_for  # Loaded only for workflows that hold a schema.

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


def schema_references(document: object) -> Iterator[SchemaReference]:
    """Every reference in every schema, with what is known of its target."""
    for path, schema in declared_schemas(document):
        inside = list(nested(schema))
        if not any(isinstance(each, dict) and not each.keys().isdisjoint(_REFERENCE_KEYWORDS) for _, each, _ in inside):
            continue
        from onefold.kernel.schema_resources import Resources  # Most schemas refer to nothing.

        resources = Resources.of(schema)
        for below, inner, _ in inside:
            for keyword in _REFERENCE_KEYWORDS:
                text = inner.get(keyword) if isinstance(inner, dict) else None
                if isinstance(text, str):
                    remote, found = resources.resolve(below, text)
                    yield SchemaReference((*path, *below, keyword), text, remote, found)
