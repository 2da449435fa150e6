"""The law of schema types: what a valid value holds is never called impossible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.validators import validator_for

from onefold.kernel.schema_dialects import DIALECTS
from onefold.kernel.schema_types import ANY_ITEM, Path, SchemaTypes
from onefold.kernel.schema_types.possible import constant

NAMES = ("a", "b", "ab")
LEAVES: tuple[Any, ...] = (None, True, False, 0, 1, 1.5, "", "a", "b")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

names = st.sampled_from(NAMES)
values = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
holders = st.lists(values, min_size=1, max_size=3) | st.dictionaries(names, values, min_size=1, max_size=3)
lists_of_types = st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True)
references = st.sampled_from(["#/$defs/a", "#/$defs/b", "#/definitions/a", "#", "#anchor", "other", "#/$defs/missing"])


def _schemas(inner: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(names, inner, max_size=3)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": lists_of_types,
        "enum": st.lists(values, min_size=1, max_size=3),
        "const": values,
        "properties": named,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$", "^.$", "(?!a)"]), inner, max_size=2),
        "additionalProperties": inner,
        "propertyNames": inner,
        "required": st.lists(names, max_size=2, unique=True),
        "unevaluatedProperties": inner,
        "prefixItems": several,
        "items": inner | several,
        "additionalItems": inner,
        "unevaluatedItems": inner,
        "contains": inner,
        "maxItems": st.integers(0, 2),
        "allOf": several,
        "anyOf": several,
        "oneOf": several,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "dependentSchemas": named,
        "dependencies": named,
        "$ref": references,
    }
    # Keywords that leave something valid come more often than those that refuse nearly everything.
    often = ["properties", "properties", "prefixItems", "items", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"]
    chosen = st.lists(st.sampled_from([*sorted(keywords), *often * 2]), min_size=least, max_size=4, unique=True)
    return chosen.flatmap(lambda some: st.fixed_dictionaries({name: keywords[name] for name in some}))


@st.composite
def schemas(draw: st.DrawFn) -> Any:
    """Schemas of every draft, most of them valid."""
    leaf = st.sampled_from([True, True, False]) | st.sampled_from(TYPES).map(lambda name: {"type": name})
    inner = st.recursive(leaf | _schemas(leaf), _schemas, max_leaves=5)
    schema = draw(_schemas(inner, 2))
    draft = draw(st.sampled_from(sorted(DIALECTS)))
    schema["$schema"] = draft
    schema["$defs"] = {"a": draw(inner), "b": draw(inner)}
    schema["definitions"] = {"a": draw(inner)}
    holder = draw(st.sampled_from(["$defs", "definitions"]))
    if isinstance(schema[holder]["a"], dict):
        schema[holder]["a"]["$anchor" if "20" in draft else "id" if "04" in draft else "$id"] = draw(
            st.sampled_from(["anchor"]) if "20" in draft else st.just("#anchor")
        )
    return schema


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path in a value, also those that name no item in particular."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))
            yield from paths(item, (*path, ANY_ITEM))


def _is_valid(validator: Any, value: Any) -> bool:
    try:
        return bool(validator.is_valid(value))
    except Exception:  # A judge that cannot judge says nothing.
        return False


@settings(max_examples=150)
@given(schemas(), st.lists(holders, min_size=5, max_size=15))
def test_what_a_valid_value_holds_is_possible(schema: Any, candidates: list[Any]) -> None:
    kind = validator_for(schema)
    if not _is_valid(kind(kind.META_SCHEMA), schema):
        return
    judge, types = kind(schema), SchemaTypes(schema)
    for value in [*LEAVES, [], {}, *candidates]:
        if _is_valid(judge, value):
            for path, part in paths(value):
                found = types.at(path)
                assert constant(part)[0] in found.kinds, (path, value)
                assert found.constants is None or constant(part) in found.constants, (path, value)
                assert found.field != "forbidden"
