"""The two laws over random workflows: the canonical document is a valid source in every format, with the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import workflows

from onefold.api import compile
from onefold.frontends.frontend import Unprintable
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.document import document, record_document
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.path import format_path
from onefold.kernel.jcs import encode_value
from onefold.kernel.passes import PASSES, run_passes
from onefold.kernel.validate import validate
from onefold.kernel.values import JsonValue

FORMATS = [each.name for each in FRONTENDS]


def print_as(format_name: str, value: dict[str, JsonValue]) -> str:
    frontend = next(each for each in FRONTENDS if each.name == format_name)
    assert frontend.print is not None
    return frontend.print(value)


@pytest.mark.parametrize("format_name", [each for each in FORMATS if each != "toml"])
@given(workflow=workflows())
def test_the_canonical_document_compiles_to_its_own_bytes(format_name: str, workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow)
    text = print_as(format_name, dict(document(canonical.workflow)))
    assert compile(text, format=format_name).canonical == encode(canonical)


@given(workflow=workflows(null=False))
def test_without_nulls_so_does_its_toml(workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow)
    text = print_as("toml", dict(document(canonical.workflow)))
    assert compile(text, format="toml").canonical == encode(canonical)


@given(workflow=workflows())
def test_toml_refuses_nulls_and_names_every_place(workflow: WorkflowDef) -> None:
    plain = dict(document(canonicalize(workflow).workflow))
    nulls = _count_nulls(plain)
    if nulls:
        with pytest.raises(Unprintable) as refusal:
            print_as("toml", plain)
        assert len(refusal.value.paths) == nulls
    else:
        assert print_as("toml", plain)


def _count_nulls(value: JsonValue) -> int:
    if isinstance(value, dict):
        return sum(map(_count_nulls, value.values()))
    if isinstance(value, list):
        return sum(map(_count_nulls, value))
    return int(value is None)


@pytest.mark.parametrize("format_name", ["yaml", "json", "fold"])
@given(workflow=workflows())
def test_defaults_that_are_written_out_leave_no_trace(format_name: str, workflow: WorkflowDef) -> None:
    text = print_as(format_name, record_document(workflow, defaults=True))
    assert compile(text, format=format_name).canonical == encode(canonicalize(workflow))


@given(workflow=workflows(), randomness=st.randoms(use_true_random=False))
def test_the_order_of_keys_and_sets_leaves_no_trace(workflow: WorkflowDef, randomness: Random) -> None:
    plain = dict(document(workflow))
    shuffled = _shuffled(plain, randomness, ())
    assert isinstance(shuffled, dict)
    unit = compile(encode_value_in_order(shuffled), format="json")
    assert unit.canonical == encode(canonicalize(workflow))


# Lists that are sets wherever they stand in a workflow document.
_SETS = {"allow", "deny", "outcomes", "branches", "transitions", "on"}


def _shuffled(value: JsonValue, randomness: Random, path: tuple[str, ...]) -> JsonValue:
    in_data = any(each in ("args", "with", "inputs", "outputs", "output") for each in path)
    if isinstance(value, dict):
        entries = [(key, _shuffled(item, randomness, (*path, key))) for key, item in value.items()]
        randomness.shuffle(entries)
        return dict(entries)
    if isinstance(value, list):
        items = [_shuffled(item, randomness, path) for item in value]
        if not in_data and path[-1] in _SETS:
            randomness.shuffle(items)
        return items
    return value


def encode_value_in_order(value: JsonValue) -> bytes:
    import json

    return json.dumps(value, ensure_ascii=False).encode()


@given(workflow=workflows())
def test_every_pass_is_idempotent_and_keeps_a_workflow_valid(workflow: WorkflowDef) -> None:
    told = _told(workflow)
    for each in PASSES:
        once = each(workflow)
        assert each(once) is once
        assert _told(once) == told
        workflow = once


@given(workflow=workflows())
def test_all_passes_in_one_walk_give_what_they_give_one_after_the_other(workflow: WorkflowDef) -> None:
    told_apart = workflow
    for each in PASSES:
        told_apart = each(told_apart)
    together = run_passes(workflow)
    assert together == told_apart
    assert repr(together) == repr(told_apart)  # To Python `1.0` and `-0.0` are equal to what they become.
    assert run_passes(together) is together


def _told(workflow: WorkflowDef) -> list[tuple[str, str]]:
    """What is found and where, without what depends on the order in which sets are written."""
    found = [(each.code, each.place.path or ()) for each in validate(workflow) if each.code != "repeated-member"]
    kept = [(code, tuple(each for each in path if not isinstance(each, int))) for code, path in found]
    return sorted((code, format_path(path)) for code, path in kept)


@given(workflow=workflows())
def test_canonicalizing_twice_gives_the_same_bytes(workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow)
    assert encode(canonicalize(canonical.workflow)) == encode(canonical)
    assert encode(canonical) == encode_value(document(canonical.workflow))


PROGRAM = """
from onefold.api import compile
print(compile("flow.fold.yaml").version)
"""
SOURCE = """
onefold: 1
workflow: w
inputs: {type: object, required: [b, a, "\U0001f600", "\uffee"], properties: {b: {}, a: {}}}
steps:
  a: {kind: model, prompt: "İıſ\u00e9", tools: [z, a/*, "*"], outcomes: [B, a, _c]}
"""


def test_hash_seed_locale_time_zone_and_place_leave_no_trace(tmp_path_factory: pytest.TempPathFactory) -> None:
    versions = set()
    for seed, locale, zone in (("0", "C", "UTC"), ("1", "tr_TR.UTF-8", "Asia/Kolkata"), ("77", "C.UTF-8", "HST")):
        folder = tmp_path_factory.mktemp("some where")
        folder.joinpath("flow.fold.yaml").write_text(SOURCE, encoding="utf-8")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone}
        environment["PYTHONPATH"] = os.pathsep.join(each for each in sys.path if each)
        command = [sys.executable, "-c", PROGRAM]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        versions.add(run.stdout)
    assert len(versions) == 1
