"""What the table of shapes calls valid, the metaschema calls valid too; and it speaks of nearly all schemas."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from conformance import cases
from golden_cases import accept_cases, compiled, inputs
from hypothesis import given
from hypothesis import strategies as st
from jsonschema.validators import validator_for
from strategies import json_values, texts

from onefold.kernel.ir.declare import Schema
from onefold.kernel.ir.records import fields
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS, declared_dialect
from onefold.kernel.schema_shapes import _SHAPES, is_surely_valid

NAMES = ("draft2020-12", "draft2019-09", "draft7")
# What is put in the place of a part of a schema, one after another.
MUTANTS: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 2.0, "", "string", "a#b", "_", [], [True], ["a", "a"], ["string", 1], [[]], {}, {"a": []},
    {"a": ["b", "b"]}, {"a": {"type": "x"}}, {"type": 3},
)  # fmt: skip


@cache
def judge(dialect: str) -> Any:
    kind = validator_for({"$schema": dialect})
    return kind(kind.META_SCHEMA)


def agrees(schema: Any, dialect: str) -> bool:
    """Whether the table says nothing, or what the metaschema says."""
    return not is_surely_valid(schema, DIALECTS[dialect]) or judge(dialect).is_valid(schema)


def suite() -> Iterator[Any]:
    for name in NAMES:
        for case in cases(f"json-schema-test-suite/{name}.json"):
            yield case["schema"]


@cache
def golden_schemas() -> tuple[Any, ...]:
    workflows = [compiled(inputs(case)[0]).ir for case in accept_cases()]
    return tuple(field.value for each in workflows for field in fields(each, (Schema,)))


def dialect(schema: Any) -> str:
    return declared_dialect(schema) or DEFAULT_DIALECT


def mutated(schema: Any) -> Iterator[Any]:
    """The schema with one part after another replaced by each of the mutants."""
    places: list[tuple[Any, ...]] = [()]
    for place in places:
        part = schema
        for segment in place:
            part = part[segment]
        if isinstance(part, dict):
            places.extend((*place, key) for key in part)
        elif isinstance(part, list):
            places.extend((*place, index) for index in range(len(part)))
    for place in places[1:]:
        for mutant in MUTANTS:
            changed = deepcopy(schema)
            holder = changed
            for segment in place[:-1]:
                holder = holder[segment]
            holder[place[-1]] = mutant
            yield changed


@pytest.mark.parametrize("name", NAMES)
def test_every_sure_word_about_the_public_suite_and_its_mutants_is_true(name: str) -> None:
    own = {"draft2020-12": "2020-12", "draft2019-09": "2019-09", "draft7": "draft-07"}[name]
    address = next(each for each in DIALECTS if own in each)
    schemas = [case["schema"] for case in cases(f"json-schema-test-suite/{name}.json")]
    assert [each for each in schemas if not agrees(each, address)] == []
    sure = sum(is_surely_valid(each, DIALECTS[address]) for each in schemas)
    assert sure > 0.8 * len(schemas), (sure, len(schemas))
    changed = [each for schema in schemas[::10] if isinstance(schema, dict) for each in mutated(schema)]
    assert [each for each in changed if not agrees(each, address)] == []


def test_no_golden_schema_needs_the_metaschema_and_every_sure_word_about_its_mutants_is_true() -> None:
    schemas = golden_schemas()
    assert len(schemas) > 20
    assert [each for each in schemas if not is_surely_valid(each, DIALECTS[dialect(each)])] == []
    changed = [each for schema in schemas for each in mutated(schema)][::40]
    assert [each for each in changed if dialect(each) in DIALECTS and not agrees(each, dialect(each))] == []


@pytest.mark.parametrize("address", DIALECTS)
def test_no_keyword_takes_more_than_its_metaschema_allows(address: str) -> None:
    alone = [{keyword: each} for keyword in _SHAPES for each in MUTANTS]
    assert [each for each in alone if not agrees(each, address)] == []


def test_every_keyword_but_those_on_which_drafts_differ_is_spoken_of() -> None:
    latest = DIALECTS[DEFAULT_DIALECT]
    spoken = {key for key in _SHAPES for each in MUTANTS if is_surely_valid({key: each}, latest)}
    assert _SHAPES.keys() - spoken == {"$recursiveAnchor", "$vocabulary", "dependencies"}


def test_a_clean_workflow_with_schemas_never_loads_jsonschema() -> None:
    sources = [str(inputs(case)[0]) for case in accept_cases()]
    code = """
import sys
from pathlib import Path
from onefold.api import check
for name in sys.argv[1:]:
    assert check(Path(name)).version
sys.exit("jsonschema" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code, *sources], check=False).returncode == 0


KEYWORDS = st.sampled_from([*_SHAPES, "const", "default", "x-own"])
WORDS = st.sampled_from(["string", "object", "integer"]) | texts()
VALUES = json_values(WORDS)
SCHEMAS = st.recursive(
    st.dictionaries(KEYWORDS, VALUES, max_size=3) | st.booleans(),
    lambda inner: st.dictionaries(
        KEYWORDS, inner | st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2) | VALUES, max_size=4
    ),
    max_leaves=6,
)


@given(SCHEMAS, st.sampled_from(list(DIALECTS)))
def test_every_sure_word_about_a_drawn_schema_is_true(schema: Any, address: str) -> None:
    assert agrees(schema, address)


def test_a_schema_of_any_depth_is_judged() -> None:
    schema: Any = {"type": "string"}
    for _ in range(50_000):
        schema = {"items": schema}
    assert is_surely_valid(schema, DIALECTS[DEFAULT_DIALECT])
