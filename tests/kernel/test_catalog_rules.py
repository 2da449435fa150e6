"""Workflows compared with catalogues, from every format, at the exact places."""

from __future__ import annotations

from typing import Any

import pytest

from onefold.frontends.compile import Compilation, compile_source
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.lower.document import lower_document
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.catalog import Catalog, completed
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.nodes import WorkflowDef

VERSION = f"blake3:{'0' * 64}"
OTHER = f"blake3:{'1' * 64}"
CATALOG: dict[str, Any] = {
    "catalog": "team",
    "tools": {
        "github.get_diff": {
            "input": {
                "type": "object",
                "properties": {"pr": {"type": "integer"}, "paths": {"type": "array", "items": {"type": "string"}}},
                "required": ["pr"],
                "additionalProperties": False,
            },
            "output": {"type": "object", "properties": {"diff": {"type": "string"}}, "additionalProperties": False},
        },
        "github.merge": {},
        "fs/read_file": {},
    },
    "verifiers": {
        "citations": {"with": {"type": "object", "properties": {"min": {"type": "integer"}}, "required": ["min"]}},
        "json_schema": {},
    },
    "models": {"writer": {"pinned": True}, "latest-one": {"pinned": False}, "unsaid": {}},
    "workflows": {"ops.merge": {"version": VERSION}, "ops.greet": {"file": "greet.fold.yaml"}},
}
GREET: dict[str, Any] = {
    "onefold": 1,
    "workflow": "ops.greet",
    "inputs": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    "outputs": {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": False},
    "steps": {"a": {"kind": "model", "prompt": "Greet {{ inputs.name }}."}},
}


def catalog(*documents: dict[str, Any], sources: tuple[dict[str, Any], ...] = ()) -> Catalog:
    lowered = [lower_document(each, CatalogDef, Limits(), called="a catalogue") for each in documents]
    assert all(each.findings == () for each in lowered)
    compiled = [compiled_from(FRONTENDS[0], each).workflow for each in sources]
    by_id = {each.workflow: each for each in compiled if each is not None}
    return Catalog.of([each.record for each in lowered if each.record is not None], by_id)


def compiled_from(frontend: Frontend, document: dict[str, Any], at_hand: Catalog | None = None) -> Compilation:
    assert frontend.print
    return compile_source("w", frontend.print(document).encode(), frontend, Limits(), None, at_hand)


def workflow(**step: Any) -> dict[str, Any]:
    return {"onefold": 1, "workflow": "w", "steps": {"a": step}}


def model(**fields: Any) -> dict[str, Any]:
    return workflow(kind="model", prompt="hi", **fields)


def tool(name: str, /, **arguments: Any) -> dict[str, Any]:
    return workflow(kind="tool", tool=name, args=arguments, timeout="30s")


def run(name: str, version: str = VERSION, /, **arguments: Any) -> dict[str, Any]:
    return workflow(kind="subworkflow", workflow=name, version=version, timeout="5m", **{"with": arguments})


WRONG: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "an unknown tool": (tool("github.get_dif", pr=1), [("OF320", "steps.a.tool", "github.get_dif")]),
    "a glob without a tool": (model(tools={"allow": ["gitlab.*"]}), [("OF321", "steps.a.tools.allow[0]", "gitlab.*")]),
    "an id in place of a glob": (
        model(tools={"allow": ["github.*", "github.mrege"]}),
        [("OF321", "steps.a.tools.allow[1]", "github.mrege")],
    ),
    "a glob that denies nothing": (
        model(tools={"allow": ["*"], "deny": ["github.delete_*"]}),
        [("OF321", "steps.a.tools.deny[0]", "github.delete_*")],
    ),
    "an unknown verifier": (model(verify=[{"use": "citation"}]), [("OF322", "steps.a.verify[0].use", "citation")]),
    "an unknown model slot": (model(model="writr"), [("OF323", "steps.a.model", "writr")]),
    "an unknown workflow": (run("ops.mrege"), [("OF324", "steps.a.workflow", "ops.mrege")]),
    "another version": (run("ops.merge", OTHER), [("OF334", "steps.a.version", OTHER)]),
    "a wrong type": (
        tool("github.get_diff", pr="seven"),
        [("OF325", "steps.a.args.pr", "seven")],
    ),
    "a wrong item": (
        tool("github.get_diff", pr=1, paths=["a", 2]),
        [("OF325", "steps.a.args.paths[1]", "2")],
    ),
    "an unknown argument": (tool("github.get_diff", pr=1, prs=2), [("OF325", "steps.a.args.prs", "prs")]),
    "text where a number is needed": (
        tool("github.get_diff", pr="#{{ inputs.pr }}"),
        [("OF325", "steps.a.args.pr", "#{{ inputs.pr }}")],
    ),
    "a missing argument": (tool("github.get_diff", paths=[]), [("OF325", "steps.a.args", "args")]),
    "arguments of a verifier": (
        model(verify=[{"use": "json_schema"}, {"use": "citations", "with": {"min": "two"}}]),
        [("OF325", "steps.a.verify[1].with.min", "two")],
    ),
    "inputs of a workflow": (run("ops.greet", name=3), [("OF325", "steps.a.with.name", "3")]),
    "a model slot that floats": (model(model="latest-one"), [("OF608", "steps.a.model", "latest-one")]),
}
FINE: dict[str, dict[str, Any]] = {
    "known ids": model(tools=["github.*", "fs/read_file"], verify=["json_schema"], model="writer"),
    "a slot that nothing is said of": model(model="unsaid"),
    "arguments that fit": tool("github.get_diff", pr=7, paths=["{{ inputs.path }}", "a {{ inputs.b }}"]),
    "references in place of values": tool("github.get_diff", pr="{{ inputs.pr }}", paths="{{ inputs.paths }}"),
    "a tool without a schema": tool("github.merge", anything=[1, None]),
    "the version that is listed": run("ops.merge"),
    "a workflow whose inputs are given": run("ops.greet", name="{{ inputs.name }}"),
    "a workflow that stands beside it": run("team.other"),
    "itself": {**run("w"), "workflow": "w2"} | {"workflow": "w"},
}
OUTSIDE: dict[str, Any] = {"onefold": 1, "workflow": "team.other", "steps": {"a": {"kind": "model", "prompt": "hi"}}}


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
@pytest.mark.parametrize("name", WRONG)
def test_what_no_catalogue_knows_is_found_at_its_place(name: str, frontend: Frontend) -> None:
    document, wanted = WRONG[name]
    compilation = compiled_from(frontend, document, catalog(CATALOG, sources=(GREET,)))
    found = [(each.code, each.ir_path, each.span and each.span.text.strip("\"'")) for each in compilation.diagnostics]
    assert found == wanted
    # What is at hand says nothing about what a workflow is.
    assert compilation.version == compiled_from(frontend, document).version is not None


@pytest.mark.parametrize("name", FINE)
def test_what_catalogues_know_is_silent(name: str) -> None:
    at_hand = catalog(CATALOG, sources=(GREET, OUTSIDE))
    found = compiled_from(FRONTENDS[0], FINE[name], at_hand).diagnostics
    assert [each.code for each in found if each.code != "OF411"] == []


@pytest.mark.parametrize("name", WRONG)
def test_a_kind_that_no_catalogue_speaks_of_is_not_checked(name: str) -> None:
    assert compiled_from(FRONTENDS[0], WRONG[name][0], catalog({"catalog": "empty"})).diagnostics == ()


def test_an_empty_section_knows_nothing() -> None:
    at_hand = catalog({"catalog": "empty", "tools": {}, "verifiers": {}, "models": {}, "workflows": {}})
    document = model(tools=["x.*"], verify=["x"], model="x")
    document["steps"]["b"] = run("x")["steps"]["a"]
    document["transitions"] = [{"from": "a", "to": "b"}]
    found = {each.code for each in compiled_from(FRONTENDS[0], document, at_hand).diagnostics}
    assert found == {"OF321", "OF322", "OF323", "OF324"}


def test_of_two_entries_that_of_the_first_catalogue_counts() -> None:
    second = {"catalog": "more", "models": {"writer": {"pinned": False}, "reader": {}}}
    at_hand = catalog(CATALOG, second)
    assert compiled_from(FRONTENDS[0], model(model="writer"), at_hand).diagnostics == ()
    assert compiled_from(FRONTENDS[0], model(model="reader"), at_hand).diagnostics == ()


@pytest.mark.parametrize(
    ("producer", "wrong"),
    [(tool("github.get_diff", pr=1), "dif"), (run("ops.greet", name="you"), "txet")],
)
def test_the_output_of_a_step_is_known_from_what_gives_it(producer: dict[str, Any], wrong: str) -> None:
    at_hand = catalog(CATALOG, sources=(GREET,))
    document = {**producer, "transitions": [{"from": "a", "to": "b"}]}
    document["steps"]["b"] = {"kind": "model", "prompt": f"Read {{{{ steps.a.output.{wrong} }}}}"}
    assert compiled_from(FRONTENDS[0], document).diagnostics == ()
    (found,) = compiled_from(FRONTENDS[0], document, at_hand).diagnostics
    assert (found.name, found.span and found.span.text) == ("forbidden-field", wrong)


def test_a_schema_of_its_own_comes_before_that_of_the_tool() -> None:
    at_hand = catalog(CATALOG)
    document = tool("github.get_diff", pr=1)
    document["steps"]["a"]["output"] = {"type": "object"}
    lowered = compiled_from(FRONTENDS[0], document).workflow
    assert isinstance(lowered, WorkflowDef)
    assert completed(lowered, at_hand) is lowered
    assert at_hand.output_schema(lowered.steps["a"]) == {"type": "object"}


def test_arguments_that_are_not_well_formed_are_told_of_once() -> None:
    document = tool("github.get_dif")
    document["steps"]["a"]["args"] = "pr=1"
    found = compiled_from(FRONTENDS[0], document, catalog(CATALOG)).diagnostics
    assert [each.code for each in found] == ["OF320", "OF203"]
