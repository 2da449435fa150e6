"""A path that is surely declared has no fault in the slow judgement either."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.schema_types import SchemaTypes
from onefold.kernel.schema_types.plain import is_surely_declared

NAMES = st.sampled_from(["a", "b", "c"])
KEYWORDS: dict[str, Any] = {
    "type": st.sampled_from(["object", "string", "array", "nonsense", ["object", "null"], 3]),
    "title": st.text(max_size=3),
    "required": st.lists(NAMES, max_size=2),
    "enum": st.lists(NAMES | st.dictionaries(NAMES, NAMES, max_size=2), max_size=2),
    "additionalProperties": st.booleans(),
}


def with_fields(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    fields = {"properties": st.dictionaries(NAMES, inner, max_size=3), "allOf": st.lists(inner, max_size=2)}
    return st.fixed_dictionaries({"properties": fields["properties"]}, optional={**KEYWORDS, "allOf": fields["allOf"]})


SCHEMAS = st.recursive(st.fixed_dictionaries({}, optional=KEYWORDS) | st.booleans(), with_fields, max_leaves=6)


@given(SCHEMAS, st.lists(NAMES | st.integers(0, 2), max_size=3).map(tuple))
def test_what_is_surely_declared_is_declared_and_allowed_at_every_segment(schema: Any, path: Any) -> None:
    if is_surely_declared(schema, path):
        found = [SchemaTypes(schema).at(path[:count]) for count in range(len(path) + 1)]
        assert all(each.kinds for each in found)
        assert all(each.field == "declared" for each in found[1:])


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "properties": {"a": {}}},
        {"properties": {"b": {}}},
        {"properties": {"a": False}},
        {"properties": {"a": {"type": "nonsense"}}},
        {"properties": {"a": {}}, "allOf": [False]},
        {"properties": {"a": {}}, "$ref": "#/properties/a"},
        True,
        None,
    ],
)
def test_the_least_doubt_is_a_doubt(schema: Any) -> None:
    assert not is_surely_declared(schema, ("a",))
    assert is_surely_declared({"type": "object", "properties": {"a": {"type": "integer"}}}, ("a",))
