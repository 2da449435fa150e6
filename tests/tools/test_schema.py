from __future__ import annotations

import importlib.util
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies import workflows

from onefold.api import check, read
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.document import document, record_document
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.surface_schema import surface_schema
from onefold.tools.cli.init import starter

ROOT = Path(__file__).parents[2]
SCHEMA: Any = surface_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def workflow(**fields: object) -> dict[str, object]:
    return {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}, **fields}


def step(**fields: object) -> dict[str, object]:
    return workflow(steps={"a": {"kind": "model", "prompt": "hi", **fields}})


def test_the_published_schemas_are_what_the_declarations_give() -> None:
    path = ROOT / "tools" / "dev" / "build_schemas.py"
    spec = importlib.util.spec_from_file_location("build_schemas", path)
    assert spec
    assert spec.loader
    build = importlib.util.module_from_spec(spec)
    sys.modules["build_schemas"] = build
    spec.loader.exec_module(build)
    for kind in build.KINDS:
        published = files("onefold.tools").joinpath("schemas", f"{kind}.json").read_text(encoding="utf-8")
        assert published == build.made(kind), "run `python tools/dev/build_schemas.py`"


def test_the_schema_is_printed_as_published(onefold: Any) -> None:
    assert json.loads(onefold("schema").out) == SCHEMA
    assert onefold("schema") == onefold("schema", "workflow")
    assert onefold("schema", "recipe").code == 2


def test_the_schemas_are_valid_and_explain_every_field() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for record in (SCHEMA, *SCHEMA["$defs"].values()):
        for name, field in record["properties"].items():
            assert "description" in field or "const" in field, name


@given(workflows())
@settings(SLOW, max_examples=25)
def test_every_workflow_that_compiles_is_accepted(random: WorkflowDef) -> None:
    VALIDATOR.validate(document(random))
    VALIDATOR.validate(record_document(random, defaults=True))


def test_the_starters_are_accepted() -> None:
    for each in FRONTENDS:
        VALIDATOR.validate(read(starter(each, "w"), format=each.name))


ACCEPTED = {
    "tools as a list": step(tools=["a.*"]),
    "tools as a mapping": step(tools={"allow": ["a.*"], "deny": None}),
    "verifiers in both forms": step(verify=["x", {"use": "y"}, {"use": "z", "with": {"a": None}}]),
    "null for an optional field": step(tools=None, timeout=None, output=None, effort=None, meta=None, system=None),
    "a text from a file": step(prompt={"file": "p.md"}),
    "a boolean schema": step(output=True),
    "meta": workflow(meta={"x": [1]}),
    "an integer written with a point": workflow(onefold=1.0),
    "an empty budget": workflow(budget={}),
    "an ISO duration": step(timeout="P1DT2H3M4.5S"),
    "a full version": workflow(
        steps={"a": {"kind": "subworkflow", "workflow": "x", "version": f"blake3:{'0' * 64}", "timeout": "1s"}}
    ),
}
REFUSED = {
    "no steps": {"onefold": 1, "workflow": "w"},
    "empty steps": workflow(steps={}),
    "another version of the language": workflow(onefold=2),
    "an unknown field": workflow(stepz={}),
    "an unknown field of a step": step(tiemout="1s"),
    "a field of another kind": step(args={}),
    "an unknown kind": workflow(steps={"a": {"kind": "modle", "prompt": "hi"}}),
    "a bad id": workflow(workflow="a b"),
    "a bad step id": workflow(steps={"a.b": {"kind": "model", "prompt": "hi"}}),
    "an id that is too long": workflow(workflow="a" * 201),
    "an empty prompt": step(prompt=""),
    "a duration without a unit": step(timeout="30"),
    "a duration as a number": step(timeout=30),
    "a timeout of zero": step(timeout="0s"),
    "units in another order": step(timeout="1s1m"),
    "money without a currency": workflow(budget={"cost": "2.50"}),
    "no money": workflow(budget={"cost": "0.00 USD"}),
    "too many digits of money": workflow(budget={"cost": "1234567890123456 USD"}),
    "too many attempts": step(retry={"attempts": 101}),
    "a reserved outcome": step(outcomes=["timeout"]),
    "success as an outcome that is tried again": step(retry={"on": ["success"]}),
    "a single branch": workflow(steps={"a": {"kind": "parallel", "branches": ["b"]}}),
    "a quorum of zero": workflow(steps={"a": {"kind": "parallel", "branches": ["b", "c"], "join": {"quorum": 0}}}),
    "a wrong effort": step(effort="huge"),
    "inputs that are no object": workflow(inputs={"type": "string"}),
    "a list in place of a mapping": workflow(steps=[]),
    "null for a required field": step(prompt=None),
    "meta that is no mapping": workflow(meta="x"),
    "a bad glob": step(tools=["a b"]),
    "a share above one": workflow(rubric={"pass": 1.5, "criteria": {"c": {"check": "x"}}}),
    "a weight of zero": workflow(rubric={"criteria": {"c": {"check": "x", "weight": 0}}}),
    "a text file with another field": step(prompt={"file": "p", "x": 1}),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_may_be_written_is_accepted(name: str) -> None:
    VALIDATOR.validate(ACCEPTED[name])


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_the_wrong_shape_is_refused_here_as_by_the_compiler(name: str) -> None:
    assert not VALIDATOR.is_valid(REFUSED[name])
    assert not check(json.dumps(REFUSED[name]), format="json").ok


def test_a_step_is_judged_by_its_own_kind_alone() -> None:
    errors = [*VALIDATOR.iter_errors(step(tiemout="1s"))]
    assert [error.message for error in errors] == ["Additional properties are not allowed ('tiemout' was unexpected)"]


durations = st.from_regex(r"(P?T?[0-9]{0,3}(\.[0-9])?[dhmsDHMS]{0,2}){1,3}", fullmatch=True)
ids = st.text("aZ0_-./: é", min_size=1, max_size=5)
amounts = st.from_regex(r"[0-9]{0,16}\.?[0-9]{0,3} ?[A-Z]{2,4}", fullmatch=True)


@given(text=durations)
def test_a_duration_that_compiles_is_accepted(text: str) -> None:
    _agree(step(timeout=text), lenient=True)


@given(text=amounts)
def test_an_amount_of_money_is_judged_as_by_the_compiler(text: str) -> None:
    _agree(workflow(budget={"cost": text, "steps": 1}))


@given(text=ids)
def test_an_id_is_judged_as_by_the_compiler(text: str) -> None:
    _agree(workflow(workflow=text))
    _agree(step(outcomes=[text]))
    _agree(step(model=text))


def _agree(value: dict[str, object], *, lenient: bool = False) -> None:
    compiles, accepted = check(json.dumps(value), format="json").ok, VALIDATOR.is_valid(value)
    assert accepted >= compiles if lenient else accepted == compiles
