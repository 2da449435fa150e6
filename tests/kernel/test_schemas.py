"""JSON Schemas inside workflows: every draft, every reference, no network."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from conformance import cases

from onefold.api import check
from onefold.kernel.passes.sort_schema_sets import _sorted
from onefold.kernel.schema_dialects import dialect_of
from onefold.kernel.schemas import metaschema_errors

DRAFTS = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
}


def findings(schema: Any) -> list[tuple[str, str]]:
    """Names and paths of what is found in a workflow with this output schema."""
    import json

    workflow = {
        "onefold": 1,
        "workflow": "w",
        "steps": {"a": {"kind": "model", "prompt": "hi", "output": schema}},
    }
    found = check(json.dumps(workflow), format="json").diagnostics
    return [(each.name, str(each.ir_path).removeprefix("steps.a.output")) for each in found]


@pytest.fixture
def _no_route(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was to be fetched")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.usefixtures("_no_route")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "intger"}, [("invalid-schema", ".type")]),
        ({"type": ["string", "intger"]}, [("invalid-schema", ".type[1]")]),
        ({"properties": {"a": {"minimum": "1"}}}, [("invalid-schema", ".properties.a.minimum")]),
        ({"required": ["a", "a"]}, [("invalid-schema", ".required")]),
        ({"enum": ["a"], "const": {"type": "intger"}}, []),
        ({"$schema": "urn:unknown"}, [("unknown-schema-dialect", '["$schema"]')]),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "x"}]}, [("invalid-schema", ".items[0].type")]),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}, []),
        ({"$ref": "#/$defs/b", "$defs": {"a": True}}, [("dangling-schema-reference", '["$ref"]')]),
        ({"$ref": "#a", "$defs": {"x": {"$anchor": "a"}}}, []),
        ({"$ref": "#b", "$defs": {"x": {"$anchor": "a"}}}, [("dangling-schema-reference", '["$ref"]')]),
        ({"$ref": "https://example.com/a.json"}, [("remote-schema-reference", '["$ref"]')]),
        ({"$ref": "a.json"}, [("remote-schema-reference", '["$ref"]')]),
        ({"$id": "https://example.com/r", "$ref": "a.json", "$defs": {"x": {"$id": "a.json"}}}, []),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, []),
        ({"items": {"$ref": "#"}}, []),
        ({"$ref": "#/$defs/a~1b/properties/%63", "$defs": {"a/b": {"properties": {"c": True}}}}, []),
        ({"default": {"$ref": "nowhere"}, "x-other": {"$ref": "nowhere"}}, []),
        ({"$ref": "http://[bad"}, [("remote-schema-reference", '["$ref"]')]),
        (True, []),
        (3, [("wrong-type", "")]),
    ],
)  # fmt: skip
def test_a_schema_is_judged_by_its_own_draft_and_nothing_is_fetched(
    schema: Any, expected: list[tuple[str, str]]
) -> None:
    assert findings(schema) == expected


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_schema_of_the_public_suite_is_valid_for_its_draft(draft: str) -> None:
    for case in cases(f"json-schema-test-suite/{draft}.json"):
        schema = case["schema"]
        if isinstance(schema, dict):
            schema = {"$schema": DRAFTS[draft], **schema}
            if schema["$schema"].removesuffix("#") != DRAFTS[draft].removesuffix("#"):
                continue
        assert list(metaschema_errors(schema)) == [], case["name"]


@pytest.mark.parametrize("draft", DRAFTS)
def test_sorting_the_sets_of_a_schema_never_changes_what_it_accepts(draft: str) -> None:
    from jsonschema.validators import validator_for

    checked = 0
    for case in cases(f"json-schema-test-suite/{draft}.json"):
        schema = case["schema"]
        if not isinstance(schema, dict) or "$ref" in str(schema) or "dynamicRef" in str(schema):
            continue
        if schema.get("$schema", DRAFTS[draft]).removesuffix("#") != DRAFTS[draft].removesuffix("#"):
            continue
        schema = {"$schema": DRAFTS[draft], **schema}
        ordered: Any = _sorted(schema, dialect_of(schema, None))
        assert _sorted(ordered, dialect_of(ordered, None)) is ordered
        judge: Any = validator_for(schema)
        before, after = (judge(each) for each in (schema, ordered))
        if "\\p{" in str(schema):
            continue  # jsonschema asks Python's `re`, which has no such class.
        for test in case["tests"]:
            assert before.is_valid(test["data"]) == after.is_valid(test["data"])
            checked += 1
    assert checked > 300


def test_sets_are_sorted_in_schema_positions_of_the_declared_draft_only() -> None:
    def ordered(schema: Any) -> Any:
        return _sorted(schema, dialect_of(schema, None))

    data = {"required": ["b", "a"], "type": ["b", "a"]}
    assert ordered({"required": ["b", "a"], "type": ["string", "null"]}) == {
        "required": ["a", "b"],
        "type": ["null", "string"],
    }
    for keyword in ("const", "default", "enum", "examples", "x-unknown"):
        assert ordered({keyword: data, "items": True}) == {keyword: data, "items": True}
    assert ordered({"items": data, "prefixItems": [data]})["prefixItems"][0]["required"] == ["a", "b"]
    dependent = {"dependentRequired": {"x": ["b", "a"]}}
    assert ordered(dependent) == {"dependentRequired": {"x": ["a", "b"]}}
    seven = {"$schema": "http://json-schema.org/draft-07/schema#"}
    assert ordered({**seven, **dependent}) == {**seven, **dependent}
    assert ordered({**seven, "prefixItems": [data]}) == {**seven, "prefixItems": [data]}
    assert ordered({**seven, "items": [data]})["items"][0]["type"] == ["a", "b"]
    assert ordered({"properties": {"required": {"required": ["b", "a"]}}})["properties"]["required"]["required"] == [
        "a",
        "b",
    ]
