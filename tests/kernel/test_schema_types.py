"""What each keyword of JSON Schema says of a path."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

import pytest

from onefold.kernel.schema_types import ANY_ITEM, SchemaTypes
from onefold.kernel.schema_types import patterns as patterns_module
from onefold.kernel.schema_types.possible import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.schema_types.possible import Path

STRING = {"type": "string"}
NUMBER = {"type": "number"}
CLOSED: dict[str, Any] = {"properties": {"a": STRING}, "additionalProperties": False}
DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"

# A schema, a path below its value, the kinds that can stand there, and how the schema speaks of the last segment.
TABLE: list[tuple[str, Any, Path, str, str]] = [
    ("type", {"type": "string"}, (), "string", "open"),
    ("an integer is a number", {"type": "integer"}, (), "number", "open"),
    ("types", {"type": ["array", "null"]}, (), "list null", "open"),
    ("no such type", {"type": "text"}, (), "any", "open"),
    ("a field of a string", {"type": "string"}, ("a",), "", "forbidden"),
    ("a field of a list", {"type": "array"}, ("a",), "", "forbidden"),
    ("an item of a mapping", {"type": "object"}, (0,), "", "forbidden"),
    ("an item of a string or a list", {"type": ["string", "array"]}, (0,), "any", "open"),
    ("true", True, ("a",), "any", "open"),
    ("false", False, (), "", "forbidden"),
    ("no schema at all", 7, ("a",), "any", "unknown"),
    ("an unknown draft", {"$schema": "https://x.test/", "type": "string"}, ("a",), "any", "unknown"),
    ("enum", {"enum": ["x", 1, None]}, (), "null number string", "declared"),
    ("const", {"const": {"a": [1, "x"]}}, ("a", 1), "string", "declared"),
    ("const without the field", {"const": {"a": 1}}, ("b",), "", "forbidden"),
    ("an item of const", {"const": [1]}, (1,), "", "forbidden"),
    ("enum with the field once", {"enum": [{"a": 1}, "x", {"b": 2}]}, ("a",), "number", "declared"),
    ("const is younger than draft 4", {"$schema": DRAFT_4, "const": "x"}, ("a",), "any", "open"),
    ("properties", {"properties": {"a": STRING}}, ("a",), "string", "declared"),
    ("another property", {"properties": {"a": STRING}}, ("b",), "any", "open"),
    ("a property that is forbidden", {"properties": {"a": False}}, ("a",), "", "forbidden"),
    ("a property of a property", {"properties": {"a": CLOSED}}, ("a", "b"), "", "forbidden"),
    ("closed", CLOSED, ("b",), "", "forbidden"),
    ("closed, but declared", CLOSED, ("a",), "string", "declared"),
    ("additionalProperties", {"properties": {"a": STRING}, "additionalProperties": NUMBER}, ("b",), "number", "open"),
    ("propertyNames", {"propertyNames": {"enum": ["a", "b"]}}, ("c",), "", "forbidden"),
    ("propertyNames that allow it", {"propertyNames": {"enum": ["a", "b"]}}, ("b",), "any", "open"),
    ("propertyNames that are no strings", {"propertyNames": NUMBER}, ("b",), "", "forbidden"),
    ("prefixItems", {"prefixItems": [STRING, NUMBER]}, (1,), "number", "declared"),
    ("after prefixItems", {"prefixItems": [STRING]}, (1,), "any", "open"),
    ("items after prefixItems", {"prefixItems": [STRING], "items": NUMBER}, (1,), "number", "declared"),
    ("no items after prefixItems", {"prefixItems": [STRING], "items": False}, (1,), "", "forbidden"),
    ("items", {"items": STRING}, (7,), "string", "declared"),
    ("any item", {"prefixItems": [STRING], "items": NUMBER}, (ANY_ITEM,), "number string", "declared"),
    ("any item without items", {"prefixItems": [STRING]}, (ANY_ITEM,), "any", "declared"),
    ("maxItems", {"type": "array", "maxItems": 2}, (2,), "", "forbidden"),
    ("within maxItems", {"type": "array", "maxItems": 2}, (1,), "any", "open"),
    ("an old list of items", {"$schema": DRAFT_7, "items": [STRING], "additionalItems": NUMBER}, (1,), "number", "declared"),
    ("an old list of items, in it", {"$schema": DRAFT_7, "items": [STRING], "additionalItems": NUMBER}, (0,), "string", "declared"),
    ("prefixItems in an old draft", {"$schema": DRAFT_7, "prefixItems": [STRING]}, (0,), "any", "open"),
    ("additionalItems without a list", {"$schema": DRAFT_7, "items": STRING, "additionalItems": False}, (1,), "string", "declared"),
    ("allOf", {"allOf": [{"type": ["string", "null"]}, {"type": ["string", "number"]}]}, (), "string", "open"),
    ("allOf with nothing in common", {"allOf": [STRING, NUMBER]}, (), "", "forbidden"),
    ("allOf, one closed", {"allOf": [{"properties": {"b": STRING}}, CLOSED]}, ("b",), "", "forbidden"),
    ("allOf, one declares", {"allOf": [{"properties": {"b": STRING}}, {"type": "object"}]}, ("b",), "string", "declared"),
    ("anyOf", {"anyOf": [STRING, NUMBER]}, (), "number string", "open"),
    ("anyOf, all closed", {"anyOf": [CLOSED, {"type": "string"}]}, ("b",), "", "forbidden"),
    ("anyOf, one open", {"anyOf": [CLOSED, {}]}, ("b",), "any", "open"),
    ("anyOf, one declares", {"anyOf": [CLOSED, {"properties": {"b": NUMBER}}]}, ("b",), "number", "declared"),
    ("oneOf", {"oneOf": [CLOSED, {"properties": {"a": NUMBER}}]}, ("a",), "number string", "declared"),
    ("neighbours of anyOf", {"type": "string", "anyOf": [STRING, NUMBER]}, (), "string", "open"),
    ("if, then and else", {"if": {}, "then": CLOSED, "else": STRING}, ("b",), "", "forbidden"),
    ("if and then alone", {"if": {}, "then": CLOSED}, ("b",), "any", "open"),
    ("if declares", {"if": {"properties": {"b": NUMBER}}, "then": {"required": ["b"]}}, ("b",), "any", "declared"),
    ("then without if", {"then": CLOSED}, ("b",), "any", "open"),
    ("if in an older draft", {"$schema": DRAFT_4, "if": {}, "then": False, "else": False}, ("b",), "any", "open"),
    ("not says nothing", {"not": {"required": ["a"]}}, ("a",), "any", "open"),
    ("dependentSchemas declare", {"dependentSchemas": {"x": {"properties": {"b": NUMBER}}}}, ("b",), "any", "declared"),
    ("dependentSchemas may not hold", {"dependentSchemas": {"x": CLOSED}}, ("b",), "any", "open"),
    ("$ref", {"$ref": "#/$defs/d", "$defs": {"d": CLOSED}}, ("b",), "", "forbidden"),
    ("a neighbour of $ref", {"$ref": "#/$defs/d", "type": "object", "$defs": {"d": {"type": ["object", "null"]}}}, (), "mapping", "open"),
    ("a neighbour of $ref in an old draft", {"$schema": DRAFT_7, "$ref": "#/definitions/d", "type": "string", "definitions": {"d": NUMBER}}, (), "number", "open"),
    ("an anchor", {"$ref": "#d", "$defs": {"d": {"$anchor": "d", **CLOSED}}}, ("b",), "", "forbidden"),
    ("an address of its own", {"$ref": "d.json", "$id": "https://x.test/", "$defs": {"d": {"$id": "d.json", "$ref": "#/$defs/e", "$defs": {"e": CLOSED}}}}, ("b",), "", "forbidden"),
    ("a remote $ref", {"$ref": "https://x.test/d.json"}, ("b",), "any", "unknown"),
    ("a $ref that leads nowhere", {"$ref": "#/$defs/d"}, ("b",), "any", "unknown"),
    ("a $ref to what is no schema", {"$ref": "#/x/d", "x": {"d": CLOSED}}, ("b",), "any", "unknown"),
    ("$dynamicRef", {"$dynamicRef": "#d", "$defs": {"d": {"$dynamicAnchor": "d", **CLOSED}}}, ("b",), "any", "unknown"),
    ("a $ref to itself", {"$ref": "#", "type": "object"}, ("b",), "any", "unknown"),
    ("a tree", {"properties": {"next": {"$ref": "#"}, "a": STRING}, "additionalProperties": False}, ("next", "next", "b"), "", "forbidden"),
    ("a tree, declared", {"properties": {"next": {"$ref": "#"}, "a": STRING}, "additionalProperties": False}, ("next", "next", "a"), "string", "declared"),
    ("unevaluatedProperties", {"allOf": [{"properties": {"a": STRING}}], "unevaluatedProperties": False}, ("b",), "", "forbidden"),
    ("unevaluatedProperties, evaluated", {"allOf": [{"properties": {"a": STRING}}], "unevaluatedProperties": False}, ("a",), "string", "declared"),
    ("unevaluatedProperties, perhaps evaluated", {"anyOf": [{"properties": {"a": STRING}}, {}], "unevaluatedProperties": False}, ("a",), "any", "declared"),
    ("unevaluatedProperties in an older draft", {"$schema": DRAFT_7, "unevaluatedProperties": False}, ("b",), "any", "open"),
    ("unevaluatedItems", {"prefixItems": [STRING], "unevaluatedItems": False}, (1,), "", "forbidden"),
    ("unevaluatedItems and contains", {"contains": STRING, "unevaluatedItems": False}, (1,), "any", "open"),
    ("keywords of wrong types", {"properties": [1], "allOf": {}, "$ref": 1, "required": 1, "maxItems": "1"}, ("a",), "any", "unknown"),
]  # fmt: skip

WITH_PATTERNS: list[tuple[str, Any, Path, str, str]] = [
    ("patternProperties", {"patternProperties": {"^x_": STRING}, "additionalProperties": False}, ("x_1",), "string", "declared"),
    ("no pattern matches", {"patternProperties": {"^x_": STRING}, "additionalProperties": False}, ("y_1",), "", "forbidden"),
    ("a pattern that RE2 cannot read", {"patternProperties": {"^(?!x)": STRING}, "additionalProperties": False}, ("y",), "any", "unknown"),
    ("a pattern that RE2 reads otherwise", {"patternProperties": {"[[:word:]]": STRING}, "additionalProperties": False}, ("y",), "any", "unknown"),
    ("a name with other characters", {"patternProperties": {"^é": STRING}, "additionalProperties": False}, ("è",), "any", "unknown"),
]  # fmt: skip
needs_engine = pytest.mark.skipif(find_spec("re2") is None, reason="google-re2 is not installed")


@needs_engine
@pytest.mark.parametrize(
    ("schema", "path", "kinds", "field"), [each[1:] for each in WITH_PATTERNS], ids=[each[0] for each in WITH_PATTERNS]
)
def test_a_pattern_says_what_a_field_can_be(schema: Any, path: Path, kinds: str, field: str) -> None:
    test_a_keyword_says_what_can_stand_at_a_path(schema, path, kinds, field)


@pytest.mark.parametrize(
    ("schema", "path", "kinds", "field"), [each[1:] for each in TABLE], ids=[each[0] for each in TABLE]
)
def test_a_keyword_says_what_can_stand_at_a_path(schema: Any, path: Path, kinds: str, field: str) -> None:
    found = SchemaTypes(schema).at(path)
    assert found.kinds == (KINDS if kinds == "any" else set(kinds.split()))
    assert found.field == field


@pytest.mark.parametrize(
    ("schema", "path", "constants"),
    [
        ({"enum": ["a", 1, 1.0, True, None]}, (), {("string", "a"), ("number", 1), ("boolean", True), ("null", None)}),
        ({"enum": ["a", [1]], "type": "string"}, (), {("string", "a")}),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, (), {("string", "b")}),
        ({"anyOf": [{"const": "a"}, {"const": "b"}]}, (), {("string", "a"), ("string", "b")}),
        ({"anyOf": [{"const": "a"}, {"type": "string"}]}, (), None),
        ({"const": {"a": {"b": 1}}}, ("a", "b"), {("number", 1)}),
        ({"items": {"const": 1}}, (ANY_ITEM,), {("number", 1)}),
    ],
)
def test_the_few_values_there_can_be_are_counted_out(schema: Any, path: Path, constants: set[Any] | None) -> None:
    assert SchemaTypes(schema).at(path).constants == constants


def test_the_names_that_are_declared_come_from_every_part() -> None:
    schema: dict[str, Any] = {"properties": {"a": True}, "anyOf": [{"properties": {"b": True}}, {"$ref": "#/$defs/c"}]}
    found = SchemaTypes({**schema, "$defs": {"c": {"properties": {"c": True}}}}).at(())
    assert {name for group in found.names for name in group} == {"a", "b", "c"}


def test_without_an_engine_patterns_are_left_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    patterns_module.compiled.cache_clear()
    schema: dict[str, Any] = {"patternProperties": {"^x_": STRING}, "additionalProperties": False}
    assert SchemaTypes(schema).at(("y",)).field == "unknown"
    patterns_module.compiled.cache_clear()


@needs_engine
@pytest.mark.parametrize(
    ("pattern", "name", "found"),
    [
        ("a", "xay", True),
        ("^a$", "xay", False),
        ("^(a+)+$", "a" * 900 + "b", False),
        (r"^\w+$", "a_1", True),
        ("(", "a", None),
        ("(?=a)", "a", None),
        (r"\u0061", "a", None),
        ("a{,2}", "a", None),
        (r"\Aa", "a", None),
        ("a" * 2000, "a", None),
        ("a", "b" * 2000, None),
        ("(a{500}){500}", "a", None),
        ("é", "é", None),
        ("\ud800", "a", None),
    ],
)  # fmt: skip
def test_a_pattern_matches_in_linear_time_or_is_left_unchecked(pattern: str, name: str, found: bool | None) -> None:
    assert patterns_module.matches(pattern, name) is found
