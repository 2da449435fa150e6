"""The JSON Schemas inside a workflow or a catalogue: where they are, whether they are valid, what they refer to.

Nothing here fetches anything: metaschemas are those that jsonschema ships, and every other address is remote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.declare import Schema
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.path import IrPath
from onefold.kernel.schema_dialects import (
    DEFAULT_DIALECT,
    DIALECTS,
    Dialect,
    declared_dialect,
    dialect_of,
    subschemas,
)
from onefold.kernel.schema_resources import Resources
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.schema_words import most_specific, reason
from onefold.kernel.values import JsonValue
from onefold.kernel.written import of_shape

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


def declared_schemas(document: WorkflowDef | CatalogDef) -> Iterator[tuple[IrPath, JsonValue]]:
    """The schemas that stand in the fields of a document, with their paths."""
    for field in of_shape(document, Schema):
        yield field.path, field.value


def declared_dialects(document: WorkflowDef | CatalogDef) -> Iterator[tuple[IrPath, str]]:
    """The drafts that schemas, and schemas inside of them, declare with `$schema`, each with the path of the schema."""
    for field in of_shape(document, Schema):
        if "$schema" in field.words:
            for below, inner, _ in nested(field.value):
                dialect = declared_dialect(inner)
                if dialect is not None:
                    yield (*field.path, *below), dialect


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


def schema_references(document: WorkflowDef | CatalogDef) -> Iterator[SchemaReference]:
    """Every reference in every schema, with what is known of its target."""
    for path, _, schema, words in of_shape(document, Schema):
        if not any(keyword in words for keyword in _REFERENCE_KEYWORDS):
            continue
        resources = Resources.of(schema)
        for below, inner, _ in nested(schema):
            for keyword in _REFERENCE_KEYWORDS:
                text = inner.get(keyword) if isinstance(inner, dict) else None
                if isinstance(text, str):
                    remote, found = resources.resolve(below, text)
                    yield SchemaReference((*path, *below, keyword), text, remote, found)
