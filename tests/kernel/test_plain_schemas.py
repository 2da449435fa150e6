"""What is told of plain schemas at once is what a closer look at all keywords finds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.schema_types import ANY_ITEM, Possible, SchemaTypes, follow
from onefold.kernel.schema_types.possible import AnyItem

Path = tuple[str | int | AnyItem, ...]

NAMES = st.sampled_from(("a", "b", "c"))
TYPES = st.sampled_from(
    ("string", "integer", "number", "boolean", "null", "array", "object", "odd", ["string", "null"])
)
OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPES,
    "required": st.lists(NAMES, max_size=2),
    "additionalProperties": st.booleans(),
    "title": st.just("t"),
    "enum": st.just(["x", 1]),
    "$ref": st.just("#/properties/a"),
}


def fields(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    usual = {"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3)}
    return st.fixed_dictionaries({}, optional={**OTHERS, **usual}) | st.fixed_dictionaries(usual)


SCHEMAS = st.recursive(st.booleans() | st.fixed_dictionaries({}, optional={**OTHERS}), fields, max_leaves=12)
PATHS = st.lists(NAMES | st.just(0) | st.just(ANY_ITEM), max_size=4).map(tuple)


def closely(schema: dict[str, Any], path: Path) -> Possible:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(follow, "surely_possible", lambda *_: None)
        return SchemaTypes(schema).at(path)


@given(fields(SCHEMAS), st.lists(PATHS, min_size=1, max_size=6))
def test_what_is_told_at_once_is_what_is_found(schema: dict[str, Any], paths: list[Path]) -> None:
    for path in paths:
        assert SchemaTypes(schema).at(path) == closely(schema, path)


@pytest.mark.parametrize("more", [{}, {"properties": {"c": {}}}, {"required": ["c"], "additionalProperties": False}])
@pytest.mark.parametrize("kind", ["string", "integer", "number", "boolean", "null", "array", "object", None])
def test_declared_fields_are_told_at_once(kind: str | None, more: dict[str, Any]) -> None:
    field = more if kind is None else {"type": kind, **more}
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"properties": {"b": field}}}, "required": ["a"]}
    types = SchemaTypes(schema)
    for path in (("a",), ("a", "b")):
        assert types.at(path).field == "declared"
        assert types.at(path) == closely(schema, path)
    assert not types.visits
