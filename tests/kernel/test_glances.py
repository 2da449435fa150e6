"""What a glance leaves out is clean: with every value looked at closely, rules find the same."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve
from golden_cases import accept_cases, inputs, reject_cases
from hostile import hostile
from hypothesis import given
from hypothesis import strategies as st
from strategies import workflows

import onefold.kernel.glances
import onefold.kernel.written
from onefold.frontends.compile import read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.frontends.registry import FRONTENDS, for_file, named
from onefold.kernel.diagnostics import Finding
from onefold.kernel.glances import SHAPES, SUSPECT
from onefold.kernel.ir import declare
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.records import rebuild
from onefold.kernel.remembered import forget
from onefold.kernel.rules.of_workflows import PART_RULES
from onefold.kernel.schema_dialects import Dialect
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.values import JsonValue
from onefold.kernel.written import written

LIMITS = Limits()
# In each of them some rule finds something, at one of the places where it may stand.
ODD = (
    "a\u200bb", "a \u202e b", "Rev\u0456ew", "{{ input.x }}", "{{", "{{ steps.nowhere.output }}",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----", "9f8a7b6c5d4e3f2a1b0c",
    "(?!a)b", f"ghp_{'a1B2c3D4e5F6' * 3}",
)  # fmt: skip
ODD_SCHEMAS: tuple[Any, ...] = (
    {"type": "text"}, {"$ref": "#/nowhere"}, {"$ref": "https://example.com"}, {"allOf": [{"$ref": "#"}]},
    {"$schema": "https://example.com"}, {"patternProperties": {"(?=a)": {}}},
    {"api_key": "9f8a7b6c5d4e3f2a1b0c"}, {"properties": {"a": {"pattern": "(?!a)b"}}},
)  # fmt: skip


def found(workflow: WorkflowDef) -> list[Finding]:
    forget()
    return [finding for rule in PART_RULES for finding in rule.check(workflow)]


def found_everywhere(workflow: WorkflowDef) -> list[Finding]:
    """What is found when nothing is left out."""
    with patch.object(onefold.kernel.written, "glances", lambda _: (lambda _shape, _value: SUSPECT,) * len(SHAPES)):
        return found(workflow)


def lowered(value: Any) -> WorkflowDef | None:
    outcome = lower_workflow(value, LIMITS)
    return outcome.workflow or outcome.part


def test_no_golden_mistake_is_overlooked_at_a_glance() -> None:
    told = 0
    for case in (*accept_cases(), *reject_cases()):
        source = inputs(case)[0]
        frontend = for_file(FRONTENDS, source.name, explicit=False)
        assert frontend is not None
        value = read_document(source.name, source.read_bytes(), frontend, LIMITS).value
        workflow = lowered(value) if isinstance(value, dict) and "onefold" in value else None
        if workflow is not None:
            closely = found_everywhere(workflow)
            assert found(workflow) == closely, source
            told += len(closely)
    assert told > 100


@given(workflows(), st.sampled_from(ODD), st.sampled_from(ODD_SCHEMAS))
def test_no_odd_text_or_schema_is_overlooked_wherever_it_stands(workflow: WorkflowDef, odd: str, schema: Any) -> None:
    def changed(shape: Any, value: Any) -> Any:
        match shape:
            case declare.Text():
                return value + odd
            case declare.Template():
                return evolve(value, text=value.text + odd)
            case declare.Arguments():
                return evolve(value, value={**value.value, "api_key": [odd], odd: ""})
            case declare.Schema():
                return {"properties": {odd: schema, "title": {"title": odd}}, "default": value}
            case _:
                return value

    mutant = rebuild(workflow, changed)
    assert found(mutant) == found_everywhere(mutant)


@pytest.mark.parametrize("turn", [0, 1])
def test_a_hostile_workflow_hides_nothing_from_a_glance(turn: int) -> None:
    frontend = named(FRONTENDS, "json")
    assert frontend is not None
    workflow = lowered(read_document("x.json", hostile(turn).encode(), frontend, LIMITS).value)
    assert workflow is not None
    assert found_everywhere(workflow)
    assert found(workflow) == found_everywhere(workflow)


def test_of_a_clean_workflow_only_references_and_predicates_are_left() -> None:
    steps = {
        f"a-step-with-a-long-name-{index}": {
            "kind": "model",
            "prompt": "Read {{ inputs.topic }}." if index else "Read it.\n\tAll of it.",
            "tools": {"allow": ["github.get_pull_request_reviews", "fs/*"]},
            "verify": [{"use": "json_schema", "with": {"strict": True}}],
            "output": {"type": "object", "properties": {"score": {"type": "number", "minimum": index}}},
        }
        for index in range(3)
    }
    ids = list(steps)
    transitions = [{"from": ids[0], "to": ids[1], "when": "inputs.topic != 'x'"}, {"from": ids[1], "to": ids[2]}]
    workflow = lowered({"onefold": 1, "workflow": "w", "start": ids[0], "steps": steps, "transitions": transitions})
    assert workflow is not None
    forget()
    assert [(each.path[0], each.path[-1]) for each in written(workflow)] == [
        ("steps", "prompt"),
        ("steps", "prompt"),
        ("transitions", "when"),
    ]


def test_a_part_that_stands_in_many_workflows_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(onefold.kernel.glances, "_PARTS", {})

    def look(schema: JsonValue, draft: Dialect) -> bool:
        asked.append(schema)
        return is_surely_valid(schema, draft)

    monkeypatch.setattr(onefold.kernel.glances, "is_surely_valid", look)
    schema = {"type": "object", "title": "It stands in many."}
    for name in ("first", "second", "third"):
        step = {"kind": "model", "prompt": "Read it.", "output": schema}
        workflow = lowered({"onefold": 1, "workflow": name, "steps": {name: step}})
        assert workflow is not None
        assert not found(workflow)
    assert asked == [schema]


def test_what_is_known_of_a_step_of_one_workflow_is_not_known_of_another() -> None:
    branches = {"kind": "parallel", "branches": ["left", "right"]}
    model = {"kind": "model", "prompt": "Read it."}
    whole = lowered(
        {"onefold": 1, "workflow": "w", "start": "a", "steps": {"a": branches, "left": model, "right": model}}
    )
    lacking = lowered({"onefold": 1, "workflow": "w", "start": "a", "steps": {"a": branches, "left": model}})
    assert whole is not None
    assert lacking is not None
    assert not found(whole)
    assert [each.code for each in found(lacking)] == ["unknown-step"]
