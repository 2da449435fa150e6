"""Questions to schemas end, however the schemas refer to each other."""

from __future__ import annotations

from typing import Any

import pytest

from onefold.kernel.schema_types import ANY_ITEM, DEEPEST, MOST_VISITS, SchemaTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.schema_types.possible import Path

DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def doubled(count: int, keyword: str) -> dict[str, Any]:
    """A schema whose references, all written out, would be 2 to the power of `count` schemas."""
    definitions: dict[str, Any] = {
        f"d{index}": {keyword: [{"$ref": f"#/$defs/d{index + 1}"}, {"$ref": f"#/$defs/d{index + 1}"}]}
        for index in range(count)
    }
    definitions[f"d{count}"] = {"properties": {"a": {"type": "string"}}, "additionalProperties": False}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_doubled_references_cost_no_more_than_there_are_schemas(keyword: str) -> None:
    for count in (2, 4, 8):
        types = SchemaTypes(doubled(count, keyword))
        assert types.at(("b",)).field == "forbidden"
        # Each pair of references leads to one schema, and the last one is asked for nothing else.
        assert types.visits <= 3 * count + 4


def test_references_in_a_circle_come_to_an_end() -> None:
    circle = {f"d{index}": {"$ref": f"#/$defs/d{(index + 1) % 5}"} for index in range(5)}
    types = SchemaTypes({"$ref": "#/$defs/d0", "$defs": circle})
    assert types.at(("a",)).field == "unknown"
    assert types.visits == 6


def test_a_circle_along_the_path_is_followed_as_far_as_the_path_goes() -> None:
    schema: dict[str, Any] = {"properties": {"next": {"$ref": "#"}}, "additionalProperties": False}
    for length in (1, 5, 10):
        types = SchemaTypes(schema)
        path: Path = ("next",) * length
        assert types.at(path).field == "declared"
        assert types.at((*path, "other")).field == "forbidden"
        assert types.visits <= 4 * length + 4


def test_tangled_circles_are_asked_once_for_each_segment() -> None:
    names = [f"d{index}" for index in range(20)]
    everything = [{"$ref": f"#/$defs/{name}"} for name in names]
    tangle: dict[str, Any] = {"anyOf": everything, "properties": {"a": {"allOf": everything}}}
    types = SchemaTypes({"$ref": "#/$defs/d0", "$defs": dict.fromkeys(names, tangle)})
    assert types.at(("a",)).kinds
    # Every schema refers to every other, so each pair is met once for the path and once for its rest.
    assert types.visits <= MOST_VISITS


PATHS: list[Path] = [(), ("a",), (0,), (ANY_ITEM,)]


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"type": "string"}] * (2 * MOST_VISITS)},
        {"prefixItems": [{"type": "string"}] * (2 * MOST_VISITS), "items": False},
        {"enum": list(range(2 * MOST_VISITS))},
        {"dependentSchemas": {f"x{index}": {"type": "string"} for index in range(2 * MOST_VISITS)}},
        {"patternProperties": {f"^x{index}$": True for index in range(2 * MOST_VISITS)}, "additionalProperties": False},
    ],
)
def test_beyond_the_limit_of_visits_nothing_is_known(schema: Any) -> None:
    for path in PATHS:
        types = SchemaTypes(schema)
        assert types.at(path).field != "forbidden"
        assert types.visits < 10


def test_what_comes_after_the_limit_of_visits_is_anything() -> None:
    schema = {"anyOf": [{"type": "string"}] * MOST_VISITS + [{"type": "number"}]}
    assert SchemaTypes(schema).at(()).kinds == SchemaTypes(True).at(()).kinds
    few = {"anyOf": [{"type": "string"}] * 10 + [{"type": "number"}]}
    assert SchemaTypes(few).at(()).kinds == {"string", "number"}


@pytest.mark.parametrize("keyword", ["allOf", "properties"])
def test_beyond_the_limit_of_depth_nothing_is_known(keyword: str) -> None:
    def nested(levels: int) -> Any:
        schema: Any = False
        for _ in range(levels):
            schema = {"allOf": [schema]} if keyword == "allOf" else {"properties": {"a": schema}}
        return schema

    def path(levels: int) -> Path:
        return ("a",) * levels if keyword == "properties" else ()

    assert not SchemaTypes(nested(DEEPEST)).at(path(DEEPEST)).kinds
    assert SchemaTypes(nested(DEEPEST + 1)).at(path(DEEPEST + 1)).kinds


def test_a_question_is_worked_out_once() -> None:
    types = SchemaTypes({"properties": {"a": {"type": "string"}}})
    first = types.at(("a",))
    visits = types.visits
    assert types.at(("a",)) is first
    assert types.visits == visits


def test_a_long_chain_of_references_does_not_exhaust_the_stack() -> None:
    chain: dict[str, Any] = {f"d{index}": {"$ref": f"#/definitions/d{index + 1}"} for index in range(10_000)}
    types = SchemaTypes({"$schema": DRAFT_7, "$ref": "#/definitions/d0", "definitions": chain})
    assert types.at(("a",)).field == "unknown"
    assert types.visits <= DEEPEST + 2
