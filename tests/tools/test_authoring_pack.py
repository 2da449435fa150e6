"""The authoring pack says nothing that is not so: its texts, recipes and cases are compiled, run and compared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from authoring_pack import (
    CASES,
    PACK,
    PATCHES,
    RECIPES,
    SUFFIX,
    Block,
    Row,
    answer,
    base_of,
    blocks,
    case,
    documents,
    rows,
)
from ruamel.yaml import YAML

from onefold.api import check
from onefold.frontends.frontend import Limits
from onefold.frontends.predicate.parse import parse
from onefold.kernel.bundle import policies
from onefold.kernel.bundle.cases import Assertions
from onefold.kernel.bundle.manifest import BundleDef
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.declare import Choice, Record, Variant, declarations
from onefold.kernel.ir.expression import FUNCTIONS
from onefold.kernel.ir.nodes import STEP_KINDS, WorkflowDef
from onefold.kernel.patch.documents import PatchDef
from onefold.kernel.patch.operations import OPERATION
from onefold.kernel.rules.unknown_policy_word import BACKOFFS, MODES, TIERS, WORKTREES
from onefold.kernel.rules.unknown_trigger_kind import KINDS

SKILL = (PACK / "SKILL.md").read_text(encoding="utf-8")
# Which members of a card are known: facts/bundles, 24.1.
CARD = {
    *("name", "short", "description", "when_to_use", "disable_model_invocation", "allowed_tools", "user_invocable"),
    *("paths", "context", "agent", "hooks", "model", "effort", "require_signature", "trusted_signers", "shell"),
    *("argument_hint", "trusted_endorsers"),
}
STEP = """onefold: 1
workflow: w
inputs: {{type: object, properties: {{n: {{type: number}}}}, required: [n], additionalProperties: false}}
steps:
  step-1: {{kind: model, prompt: Hi}}
  first: {{kind: model, prompt: Hi}}
  middle: {}
  last: {{kind: model, prompt: Bye}}
transitions:
  - {{from: step-1, to: first}}
  - {{from: first, to: middle}}
  - {{from: middle, to: last}}
"""
TRANSITION = """onefold: 1
workflow: w
inputs: {{type: object, properties: {{n: {{type: number}}}}, required: [n]}}
steps:
  first: {{kind: model, prompt: Hi}}
  middle: {{kind: model, prompt: Hi}}
transitions:
  - from: first
    to: middle
    {}
"""
TRANSITIONS = """onefold: 1
workflow: w
inputs: {{type: object, properties: {{n: {{type: number}}}}, required: [n]}}
start: first
steps:
  first: {{kind: model, prompt: Hi}}
  middle: {{kind: model, prompt: Hi}}
  last: {{kind: model, prompt: Bye}}
transitions: {}
"""
WORKFLOW = """onefold: 1
workflow: w
start: a
steps: {{a: {{kind: model, prompt: Hi}}}}
{}
"""
EDGES = WORKFLOW.replace("}}}}", "}}, b: {{kind: model, prompt: Hi}}}}")
FOLD = "fold 1 workflow w {}"
FLOW = """onefold: 1
workflow: w
steps:
  first: {kind: tool, tool: t, timeout: 1m}
  middle: {kind: model, prompt: Hi}
transitions: [{from: first, to: middle}]
"""
BUNDLE = {
    "bundle": "bundle: b",
    "version": "version: 1.0.0",
    "workflow": "workflow: {file: flow.fold.yaml}",
    "triggers": "triggers: [{id: t, kind: manual}]",
}


def documents_of_texts() -> list[Block]:
    return [each for each in blocks() if each.language in SUFFIX]


def named(block: Block) -> str:
    return f"{block.text}:{block.line}"


def test_the_card_is_called_as_its_folder_and_has_known_members() -> None:
    _, front, _ = SKILL.split("---\n", 2)
    card = YAML(typ="safe", pure=True).load(front)
    assert card["name"] == PACK.name
    assert set(card) <= CARD
    assert card["description"]
    assert card["when_to_use"]


@pytest.mark.parametrize("block", documents_of_texts(), ids=named)
def test_a_document_in_a_text_is_without_findings(folder: Path, block: Block) -> None:
    (folder / "prompts").mkdir()
    (folder / "prompts" / "digest.md").write_text("Write a digest.")
    path = folder / f"block{SUFFIX[block.language]}"
    path.write_text(block.code, encoding="utf-8")
    assert [each.message for each in check(path).diagnostics if each.severity != "note"] == []


def test_what_is_said_to_have_one_version_has_one_in_every_format() -> None:
    labelled = [each for each in documents_of_texts() if each.label == "version"]
    assert {each.language for each in labelled} == set(SUFFIX)
    versions = {(each.value, check(each.code, format=each.language).version) for each in labelled}
    assert len(versions) == len({each.value for each in labelled})


def test_the_bundle_and_the_patch_of_the_card_fit_the_workflow_of_the_card(onefold: Any, folder: Path) -> None:
    flow = next(each for each in blocks() if each.language == "fold" and each.label == "version")
    bundle = next(each for each in documents_of_texts() if each.code.startswith("bundle:"))
    (folder / "flow.fold").write_text(flow.code)
    (folder / "bundle.fold.yaml").write_text(bundle.code)
    patch = next(each for each in documents_of_texts() if each.label == "patch")
    (folder / "patch.fold.yaml").write_text(patch.code)
    outcome = onefold("bundle", "validate", "bundle.fold.yaml")
    assert (outcome.code, outcome.err) == (0, "")
    commands = next(each for each in blocks() if each.language == "sh").code.strip().split("\n")
    for command in commands:
        done = onefold(*command.split()[1:])
        assert done.code == 0, (command, done.err)
    # Of all that was said before, the last but one changed the sources.
    assert "model think-again {" in (folder / "flow.fold").read_text()


def test_every_predicate_of_the_card_is_one() -> None:
    lines = [line for each in blocks() if each.language == "cel" for line in each.code.strip().split("\n")]
    assert lines
    for line in lines:
        assert parse(line, Limits()).expression is not None, line


def framed(text: str, frame: str) -> tuple[str, str]:
    """A source around a snippet, and its format."""
    return frame.format(text), "fold" if frame is FOLD else "yaml"


def frame(row: Row) -> str:
    """What the snippets of a row stand in."""
    word = row.wrong.partition(":")[0]
    if row.wrong.startswith("{kind"):
        return STEP
    if row.wrong.startswith("["):
        return TRANSITIONS
    if word in ("inputs", "budget", "edges"):
        return EDGES if word == "edges" else WORKFLOW
    return TRANSITION if word in ("on", "when") else FOLD


def is_of_bundles(row: Row) -> bool:
    return row.wrong.partition(":")[0] in {*BUNDLE, "policy", "prompt_capsules", "connectors"}


@pytest.mark.parametrize("row", [each for each in rows() if not is_of_bundles(each)], ids=lambda row: row.code)
def test_a_mistake_in_a_workflow_has_the_code_that_is_told_and_the_cure_has_none(row: Row) -> None:
    source, format_name = framed(row.wrong, frame(row))
    found = check(source, format=format_name).diagnostics
    assert row.code in {each.code for each in found}
    assert {each.code for each in found if each.severity == "error"} <= {row.code}
    source, format_name = framed(row.right, frame(row))
    mended = check(source, format=format_name).diagnostics
    assert [each for each in mended if each.severity == "error" or each.code == row.code] == []


@pytest.mark.parametrize("row", [each for each in rows() if is_of_bundles(each)], ids=lambda row: row.code)
def test_a_mistake_in_a_bundle_has_the_code_that_is_told_and_the_cure_has_none(
    onefold: Any, folder: Path, row: Row
) -> None:
    (folder / "flow.fold.yaml").write_text(FLOW)
    for text, expected in ((row.wrong, {row.code}), (row.right, set())):
        lines = {**BUNDLE, text.partition(":")[0]: text}
        (folder / "bundle.fold.yaml").write_text("\n".join(lines.values()))
        outcome = onefold("bundle", "validate", "bundle.fold.yaml")
        assert set(re.findall(r"OF\d{3}", outcome.err)) == expected, outcome.err


def shapes_within(kind: type[Any], seen: dict[type[Any], None]) -> None:
    # How a node is driven is the host's concern; only patches of bundles of the contract say it.
    if kind in seen or kind.__module__ == policies.__name__:
        return
    seen[kind] = None
    for each in declarations(kind):
        for inner in types_of(each.shape):
            shapes_within(inner, seen)


def types_of(shape: Any) -> tuple[type[Any], ...]:
    item = getattr(shape, "item", None)
    if item is not None:
        return types_of(item)
    if isinstance(shape, Variant):
        return tuple(shape.types.values())
    return (shape.type,) if isinstance(shape, Record) else ()


def test_the_card_names_every_field_and_every_word_that_can_be_written() -> None:
    seen: dict[type[Any], None] = {}
    for kind in (WorkflowDef, BundleDef, CatalogDef, PatchDef):
        shapes_within(kind, seen)
    declared = [each for kind in seen for each in declarations(kind)]
    words = {each.name for each in declared}
    words |= {word for each in declared if isinstance(each.shape, Choice) for word in each.shape.words}
    words |= {*STEP_KINDS, *FUNCTIONS, *TIERS, *BACKOFFS, *MODES, *WORKTREES, *KINDS, *OPERATION.types}
    missing = {word for word in words if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", SKILL)}
    assert missing == set()


def test_the_texts_are_short_enough_to_be_read() -> None:
    assert sum((PACK / name).stat().st_size for name in ("SKILL.md", "prompting.md")) < 40_000


@pytest.mark.parametrize("block", [each for each in blocks() if each.label == "answer"], ids=named)
def test_an_answer_in_the_texts_would_be_accepted(onefold: Any, folder: Path, block: Block) -> None:
    golden = folder / ("flow.fold.yaml" if block.value == "workflow" else "bundle.fold.yaml")
    (folder / "flow.fold.yaml").write_text(FLOW)
    (folder / "bundle.fold.yaml").write_text("\n".join(BUNDLE.values()))
    asked = {"id": "c", "title": "t", "system_prompt": "s", "user_prompt": "u", "golden_bundle_path": golden.name}
    (folder / "c.case.json").write_text(json.dumps({**asked, "structural_assertions": {}}))
    (folder / "answer.txt").write_text(block.code)
    outcome = onefold("eval", "c.case.json", "--answer", "answer.txt")
    assert (outcome.code, outcome.err) == (0, ""), outcome


def test_all_four_formats_appear() -> None:
    endings = {each.name.partition(".")[2] for recipe in RECIPES for each in recipe.rglob("*.fold*")}
    assert endings == {suffix.removeprefix(".") for suffix in SUFFIX.values()}
    assert len(RECIPES) >= 6
    assert len(CASES) >= 8


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_recipe_has_a_page_and_no_findings(onefold: Any, recipe: Path) -> None:
    assert (recipe / "README.md").read_text(encoding="utf-8").startswith("# ")
    outcome = onefold("check", str(recipe), "--strict")
    assert outcome.code == 0, outcome.err


@pytest.mark.parametrize(
    "document", [each for recipe in RECIPES for each in documents(recipe)], ids=lambda path: path.parent.name
)
def test_a_recipe_is_valid_shown_with_the_digest_it_is_reported_with_and_runs(onefold: Any, document: Path) -> None:
    printed = [
        json.loads(onefold("bundle", word, str(document), "--json").out) for word in ("validate", "preview", "run")
    ]
    assert all(each["ok"] for each in printed)
    validated, previewed, ran = (each["data"] for each in printed)
    assert validated["warnings"] == []
    assert validated["graph_digest"] == previewed["graph_digest"] == ran["graph_digest"]
    assert ran["status"] == "completed"


def target(patch: Path) -> Path:
    """The bundle that a patch of the pack is for."""
    (found,) = (each for each in map(base_of, CASES) if each is not None and each[0] == patch)
    return found[1]


@pytest.mark.parametrize("patch", PATCHES, ids=lambda path: path.parent.name)
def test_a_patch_fits_its_bundle_and_its_sources_and_the_result_runs(onefold: Any, folder: Path, patch: Path) -> None:
    bundle = target(patch)
    operands = ("--bundle", str(bundle), "--patch", str(patch))
    printed = [json.loads(onefold("patch", word, *operands, "--json").out) for word in ("validate", "preview")]
    assert all(each["ok"] for each in printed)
    validated, previewed = (each["data"] for each in printed)
    copied = folder / "copied"
    copytree(bundle.parent, copied)
    outcome = onefold("patch", "apply", "--source", str(copied / bundle.name), "--patch", str(patch))
    assert outcome.code == 0, outcome.err
    ran = json.loads(onefold("bundle", "run", str(copied / bundle.name), "--json").out)["data"]
    assert ran["status"] == "completed"
    digests = {validated["bundle_validation"]["graph_digest"], previewed["graph_digest"], ran["graph_digest"]}
    assert len(digests) == 1
    assert onefold("check", str(copied), "--strict").code == 0
    # The same patch a second time is for another bundle.
    assert onefold("patch", "apply", "--source", str(copied / bundle.name), "--patch", str(patch)).code == 1


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_the_golden_answer_of_a_case_is_good(onefold: Any, path: Path) -> None:
    outcome = onefold("eval", str(path), "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    data = json.loads(outcome.out)["data"]
    assert data["case_id"] == path.name.removesuffix(".case.json")
    assert data["structural_assertions"] == {"ok": True, "failures": []}
    assert (data["provider"], data["validate_stderr"]) == ("golden", "")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_the_golden_answer_written_as_an_answer_is_as_good(onefold: Any, folder: Path, path: Path) -> None:
    replayed = json.loads(onefold("eval", str(path), "--format", "json").out)["data"]
    golden = path.parent / case(path)["golden_bundle_path"]
    word = golden.name.partition(".")[0] if golden.name.startswith(("bundle.", "patch.")) else "workflow"
    (folder / "answer.txt").write_text(answer(golden, word), encoding="utf-8")
    outcome = onefold("eval", str(path), "--answer", "answer.txt", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    judged = json.loads(outcome.out)["data"]
    assert {name for name in judged if judged[name] != replayed[name]} == {
        *("provider", "bundle_path", "rationale", "verify"),
    }


def test_every_assertion_that_there_is_is_used_by_a_case() -> None:
    used = {name for path in CASES for name in case(path)["structural_assertions"]}
    assert used == {each.name for each in declarations(Assertions)}
