"""The JSON Schemas of the documents that people write, made from their declarations; editors read them.

Each accepts every document that compiles, and refuses most of what has the wrong shape. What only a compiler can
judge (whether a step exists, whether a predicate parses) is not said here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.kernel.classes import Factory, define
from onefold.kernel.document import value_document
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import ANNOTATED, CHANNEL_ID, SCHEMA_VERSION, WorkflowDef

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.values import JsonObject

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_NUMBER: Final = r"[0-9]+(\.[0-9]+)?"
_DURATION: Final = (
    rf"^(?=[0-9])({_NUMBER}d)?({_NUMBER}h)?({_NUMBER}m)?({_NUMBER}s)?({_NUMBER}ms)?$"
    rf"|^P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?({_NUMBER}S)?)?$"
)
_MONEY: Final = r"^(?=(\.?[0-9]){1,15} )[0-9]+(\.[0-9]+)? [A-Z]{3}$"
_ABOVE_ZERO: Final = {"pattern": "[1-9]"}
_GLOB: Final = r"^[A-Za-z0-9_.:/*-]+$"
_LONGEST_GLOB: Final = 200
_VERSION: Final = "^blake3:[0-9a-f]{64}$"
_META: Final = {
    "type": ["object", "null"],
    "description": "Notes for people and tools. Like a comment: no part of the version.",
}

# A schema under construction.
_Schema: TypeAlias = dict[str, Any]


def surface_schema() -> JsonObject:
    """The JSON Schema (2020-12) of a workflow document."""
    schema = document_schema(WorkflowDef, f"workflow:{SCHEMA_VERSION}", "A onefold workflow")
    schema["properties"]["onefold"]["const"] = SCHEMA_VERSION
    return schema


def document_schema(record: type[Any], name: str, title: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a document whose root has the declared fields of `record`."""
    definitions = _Definitions()
    root = definitions.fields(record)
    return {
        "$schema": DIALECT,
        "$id": f"urn:onefold:{name}",
        "title": title,
        **root,
        "$defs": dict(sorted(definitions.known.items())),
    }


def variant_schema(shape: declare.Variant, name: str, title: str, extras: Mapping[str, JsonObject]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a document of one of several kinds; `extras` may stand in each of them."""
    definitions = _Definitions()
    root = definitions.variant(shape)
    for record in shape.types.values():
        definitions.known[record.__name__]["properties"].update(extras)
    known = dict(sorted(definitions.known.items()))
    return {"$schema": DIALECT, "$id": f"urn:onefold:{name}", "title": title, **root, "$defs": known}


@define
class _Definitions:
    """The schemas that others refer to, by the names of their IR classes."""

    known: dict[str, _Schema] = Factory(dict)

    def schema(self, shape: Shape) -> _Schema:
        """The schema of a value of a shape."""
        if isinstance(shape, declare.Record):
            return self.record(shape)
        if isinstance(shape, declare.Variant):
            return self.variant(shape)
        if isinstance(shape, declare.Keyed):
            return self.keyed(shape)
        if isinstance(shape, declare.Extent):
            return {"anyOf": [{"type": "string", "enum": list(declare.EXTENTS)}, self.schema(shape.item)]}
        if isinstance(shape, declare.Ordered | declare.Unordered):
            minimum = {"minItems": shape.minimum} if isinstance(shape, declare.Unordered) and shape.minimum else {}
            return {"type": "array", "items": self.schema(shape.item), **minimum}
        return _SCALARS[type(shape)](shape)

    def record(self, shape: declare.Record) -> _Schema:
        """A reference to a record, or its short form."""
        whole = self.reference(shape.type)
        if shape.off:
            return {"anyOf": [{"const": False}, whole]}
        if not shape.sugar:
            return whole
        field = next(each for each in declarations(shape.type) if each.name == shape.sugar)
        return {"anyOf": [self.schema(field.shape), whole]}

    def reference(self, record: type[Any], discriminator: tuple[str, str] | None = None) -> _Schema:
        """A reference to the schema of a record."""
        name = record.__name__
        if name not in self.known:
            self.known[name] = {}
            self.known[name] = self.fields(record, discriminator)
        return {"$ref": f"#/$defs/{name}"}

    def variant(self, shape: declare.Variant) -> _Schema:
        """A record whose deciding field says which others it has: only those of that kind are spoken of."""
        choices = [
            {
                "if": {"properties": {shape.field: {"const": word}}, "required": [shape.field]},
                "then": self.reference(record, (shape.field, word)),
            }
            for word, record in shape.types.items()
        ]
        kinds = {shape.field: {"enum": list(shape.types), "description": _kinds(shape)}}
        return {"type": "object", "required": [shape.field], "properties": kinds, "allOf": choices}

    def keyed(self, shape: declare.Keyed) -> _Schema:
        """A mapping by id."""
        names = self.schema(shape.key)
        minimum = {"minProperties": shape.minimum} if shape.minimum else {}
        return {"type": "object", "propertyNames": names, "additionalProperties": self.schema(shape.item), **minimum}

    def fields(self, record: type[Any], discriminator: tuple[str, str] | None = None) -> _Schema:
        """A mapping with the declared fields and no others."""
        table = declarations(record)
        properties = {each.name: self.field(each) for each in table}
        required = [each.name for each in table if each.required]
        if discriminator:
            name, word = discriminator
            properties = {name: {"const": word}, **properties}
            required = [name, *(each for each in required if each != name)]
        if issubclass(record, ANNOTATED):
            properties["meta"] = _META
        written: _Schema = {"type": "object", "description": _summary(record), "properties": properties}
        return {**written, **({"required": required} if required else {}), "additionalProperties": False}

    def field(self, declaration: Declaration) -> _Schema:
        """The schema of a field's value, with what editors show."""
        schema = self.schema(declaration.shape)
        if not declaration.required and schema:
            schema = _or_null(schema)
        schema = {"description": declaration.doc, **schema}
        if not declaration.required and declaration.default is not None:
            schema["default"] = value_document(declaration.shape, declaration.default)
        return schema


def _or_null(schema: _Schema) -> _Schema:
    """Null for an optional field means that it is absent."""
    if not isinstance(schema.get("type"), str):
        return {"anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
    words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **words}


def _summary(record: type[Any]) -> str:
    return (record.__doc__ or "").partition("\n")[0]


def _kinds(shape: declare.Variant) -> str:
    return " ".join(f"{word}: {_summary(record)}" for word, record in shape.types.items())


def _identifier(shape: declare.Identifier) -> _Schema:
    separators = shape.separators.replace("-", "") + "-"
    pattern = rf"^[A-Za-z_][A-Za-z0-9_]*([{separators}][A-Za-z0-9_]+)*$"
    reserved = {"not": {"enum": list(shape.reserved)}} if shape.reserved else {}
    return {"type": "string", "pattern": pattern, "maxLength": shape.limit, **reserved}


def _bounded(kind: str, shape: declare.Integer | declare.Number) -> _Schema:
    bounds = {"minimum": shape.minimum, "maximum": shape.maximum}
    if isinstance(shape, declare.Number):
        bounds["exclusiveMinimum"] = shape.above
    return {"type": kind, **{name: bound for name, bound in bounds.items() if bound is not None}}


def _text(shape: declare.Text | declare.Template) -> _Schema:
    return {"type": "string"} if shape.empty else {"type": "string", "minLength": 1}


def _mapping(properties: _Schema) -> _Schema:
    """A mapping that has exactly these fields."""
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _template(shape: declare.Template) -> _Schema:
    path = {"type": "string", "minLength": 1, "description": "Path of a text file, relative to this one."}
    return {"anyOf": [_text(shape), _mapping({"file": path})]}


def _duration(shape: declare.DurationText) -> _Schema:
    above = {"allOf": [_ABOVE_ZERO]} if shape.minimum else {}
    return {"type": "string", "pattern": _DURATION, "examples": ["30s", "1m30s", "500ms"], **above}


def _schema(shape: declare.Schema) -> _Schema:
    if not shape.object_only:
        return {"type": ["object", "boolean"]}
    return {"type": "object", "properties": {"type": {"const": "object"}}, "required": ["type"]}


def _selector(shape: declare.Selector) -> _Schema:
    version = {"type": "string", "pattern": _VERSION}
    return version if shape.exact else {"anyOf": [_identifier(CHANNEL_ID), version]}


def _join(_shape: declare.Join) -> _Schema:
    quorum = {"type": "integer", "minimum": 1, "description": "How many branches must end well."}
    return {"anyOf": [{"enum": ["all", "any"]}, _mapping({"quorum": quorum})]}


_SCALARS: Final[Mapping[type, Callable[[Any], _Schema]]] = {
    declare.Boolean: lambda _shape: {"type": "boolean"},
    declare.Integer: lambda shape: _bounded("integer", shape),
    declare.Number: lambda shape: _bounded("number", shape),
    declare.Text: _text,
    declare.Template: _template,
    declare.Identifier: _identifier,
    declare.Choice: lambda shape: {"type": "string", "enum": list(shape.words)},
    declare.Glob: lambda _shape: {"type": "string", "pattern": _GLOB, "maxLength": _LONGEST_GLOB},
    declare.DurationText: _duration,
    declare.MoneyText: lambda _shape: {"type": "string", "pattern": _MONEY, "allOf": [_ABOVE_ZERO]},
    declare.Expression: lambda _shape: {"type": "string", "minLength": 1},
    declare.Schema: _schema,
    declare.Arguments: lambda _shape: {"type": "object"},
    declare.Selector: _selector,
    declare.Digest: lambda shape: {"type": "string", "pattern": f"^{shape.algorithm}:[0-9a-f]{{64}}$"},
    declare.Json: lambda _shape: {},
    declare.Join: _join,
}
