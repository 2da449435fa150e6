"""The commands about definitions and manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from identity_commands import printed, validator
from identity_documents import NAMES, WORKFLOW, definition, orchestrator, scoring, workspace, write
from identity_manifests import DIGEST
from identity_manifests import orchestrator as orchestrator_manifest
from identity_manifests import worker as worker_manifest

from onefold.api import build_manifest, manifest_hash, read_definition


def test_definitions_are_listed_with_their_hashes(onefold: Any, around: Path) -> None:
    hashes = [read_definition(around / f"{each}.fold.yaml").hash for each in ("review", "scoring")]
    outcome = onefold("workflows", "list")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (f"candidate.review   {hashes[0]}  Reviews one candidate.\ncandidate.scoring  {hashes[1]}\n")
    assert onefold("workflows", "list", ".") == outcome
    listed = json.loads(onefold("workflows", "list", "--format", "json").out)
    validator("workflows").validate(listed)
    assert [(each["id"], each["hash"], each["path"]) for each in listed["definitions"]] == [
        ("candidate.review", hashes[0], "review.fold.yaml"),
        ("candidate.scoring", hashes[1], "scoring.fold.yaml"),
    ]


def test_what_is_wrong_with_a_definition_is_told_and_the_others_are_listed(onefold: Any, around: Path) -> None:
    write(around, "review", definition(planner={"model": "mian"}), "yaml")
    outcome = onefold("workflows", "list")
    assert outcome.code == 1
    assert "error[OF731]" in outcome.err
    assert outcome.out.startswith("candidate.scoring ")
    assert outcome.out.count("\n") == 1
    assert json.loads(onefold("workflows", "list", "--format", "json").out)["ok"] is False
    outcome = onefold("workflows", "list", "plan.fold.yaml")
    assert outcome.code == 2
    assert outcome.err == "onefold: `plan.fold.yaml` is no definition: one begins with `definition: ID`\n"


UNREADABLE = {
    "x.fold.yaml": [
        "definition: a.b\ndefinition: a.c\n",
        "definition: [\n",
        '"d\\u0065finition": a\n"d\\u0065finition": b\n',
    ],
    "x.fold.json": ['{"definition": "a", "definition": "b"}', '{"definition": "a",', '{"d\\u0065finition": "a",'],
    "x.fold.toml": ['definition = "a"\ndefinition = "b"\n', "definition = \n", '"d\\u0065finition" = a\n'],
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_definition_that_cannot_be_read_is_told_and_not_left_out(onefold: Any, around: Path, name: str) -> None:
    for text in UNREADABLE[name]:
        (around / name).write_text(text)
        for arguments in ([], ["."], [name]):
            outcome = onefold("workflows", "list", *arguments)
            assert outcome.code == 1
            assert "error[OF1" in outcome.err
            assert name in outcome.err
            assert "is no definition" not in outcome.err
            assert json.loads(onefold("workflows", "list", *arguments, "--format", "json").out)["ok"] is False
        assert onefold("workflows", "list").out.count("\n") == 2


def test_a_workflow_that_cannot_be_read_is_not_told_of_by_the_list_of_definitions(onefold: Any, around: Path) -> None:
    (around / "x.fold.yaml").write_text("onefold: 1\nworkflow: [\n")
    (around / "y.fold").write_text("workflow (\n")
    assert (onefold("workflows", "list").code, onefold("workflows", "list").err) == (0, "")


ESCAPED = {
    "yaml": '"d\\u0065finition": "candidate.\\u0072eview"\nmodels: {m: {provider: p, model: q}}\nplanner: {model: m}\n',
    "json": (
        '{"definition": "candidate.\\u0072eview", "models": {"m": {"provider": "p", "model": "q"}}, '
        '"planner": {"model": "m"}}'
    ),
    "toml": 'definition = "candidate.\\u0072eview"\nmodels.m = {provider = "p", model = "q"}\nplanner.model = "m"\n',
}


@pytest.mark.parametrize("format_name", NAMES)
def test_a_definition_is_found_however_its_id_is_spelled(onefold: Any, around: Path, format_name: str) -> None:
    spelled = around / f"spelled.fold.{format_name}"
    spelled.write_text(ESCAPED[format_name])
    outcome = onefold("manifest", "orchestrator", "hiring.fold.yaml")
    assert outcome.code == 2
    assert "`candidate.review` is defined twice" in outcome.err
    (around / "review.fold.yaml").unlink()
    assert onefold("manifest", "orchestrator", "hiring.fold.yaml").code == 0


def test_hash_passes_over_what_has_no_version(onefold: Any, around: Path) -> None:
    assert onefold("hash", str(around)).out.endswith("plan.fold.yaml\n")
    outcome = onefold("hash", "review.fold.yaml")
    assert outcome.code == 2
    assert outcome.err == "onefold: `review.fold.yaml` is a definition, and only workflows have a version\n"
    assert onefold("hash", "hiring.fold.yaml").err.startswith("onefold: `hiring.fold.yaml` is an orchestrator, and")


@pytest.mark.parametrize("format_name", NAMES)
def test_every_kind_of_manifest_is_built_and_printed_with_its_hash(
    onefold: Any, folder: Path, format_name: str
) -> None:
    around = workspace(folder, format_name)
    suffix = f".fold.{format_name}"
    step = ("--workflow", f"plan{suffix}", "--step")
    for kind, arguments in {
        "orchestrator": (f"hiring{suffix}",),
        "planner": (f"review{suffix}",),
        "worker": (f"review{suffix}", *step, "candidates[3].review"),
        "fixer": (f"review{suffix}", *step, "candidates[3].extract"),
    }.items():
        outcome = onefold("manifest", kind, *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        written = json.loads(outcome.out)
        validator("manifest").validate(written)
        assert written.pop("manifest") == kind
        claimed = written.pop("manifestHash")
        assert claimed == manifest_hash(written)
        assert "workflowOrderHash" not in written
        if kind == "orchestrator":
            built = build_manifest(kind, around / f"hiring{suffix}")
            assert manifest_hash(built) == claimed


def test_manifests_are_the_same_in_every_format(onefold: Any, folder: Path) -> None:
    outputs = set()
    for format_name in NAMES:
        around = workspace(folder / format_name, format_name)
        outputs.add(onefold("manifest", "orchestrator", str(around / f"hiring.fold.{format_name}")).out)
    assert len(outputs) == 1


def at(kind: str, step: str) -> list[str]:
    return [kind, "review.fold.yaml", "--workflow", "plan.fold.yaml", "--step", step]


UNBUILT: list[tuple[list[str], int, str]] = [
    (at("worker", "reveiw"), 2, "did you mean `review`?"),
    (at("worker", "candidates"), 2, "no session of its own"),
    (at("worker", "review[3].extract"), 2, "no parallel step"),
    (at("worker", "a..b"), 2, "is no path of a step"),
    (at("worker", "candidates[a b].review"), 2, "[a%20b]"),
    (at("fixer", "candidates[3].review"), 2, "no fixer for the step"),
    (at("worker", "review"), 2, "its path begins with `candidates[KEY].`"),
    (at("worker", "candidates[3].review.visit[99]"), 2, "`review` is in no loop, so it has no visits"),
    (at("worker", "candidates.visit[0][3].review"), 2, "`candidates` is in no loop"),
    (at("worker", "candidates[extract].review"), 2, "the branch `extract` of `candidates` does not come to it"),
    (at("worker", "candidates[a].candidates[b].review"), 2, "its path begins with `candidates[KEY].`"),
    (at("worker", "candidates@attempt_2[3].review"), 2, "`candidates` is tried 1 times at most"),
    (["worker", "review.fold.yaml", "--step", "review"], 2, "required: --workflow"),
    (["worker", "review.fold.yaml", "--workflow", "review.fold.yaml", "--step", "a"], 2, "a workflow is needed here"),
    (["planner", "nix.fold.yaml"], 2, "cannot read `nix.fold.yaml`: no such file"),
    (["planner", "plan.fold.yaml"], 2, "is a workflow, and a definition is needed here"),
    (["planner", "review.fold.yaml", "--catalog", "plan.fold.yaml"], 2, "a catalogue is needed here"),
    (["planner", "review.fold.yaml", "--outer-loop", "plan.fold.yaml"], 1, "OF201"),
    (["planner", "review.txt"], 2, "has no known ending"),
    (["boss", "review.fold.yaml"], 2, "invalid choice"),
    ([], 2, "required: KIND"),
    (["diff", "review.fold.yaml", "review.fold.yaml"], 2, "a manifest is needed here"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "code", "reason"), UNBUILT)
def test_why_there_is_no_manifest_is_told(
    onefold: Any, around: Path, arguments: list[str], code: int, reason: str
) -> None:
    (around / "review.txt").write_text("x")
    outcome = onefold("manifest", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert reason in outcome.err


@pytest.mark.parametrize(("kind", "file"), [("orchestrator", "hiring"), ("planner", "review")])
def test_a_manifest_that_no_tool_is_part_of_says_so(onefold: Any, around: Path, kind: str, file: str) -> None:
    (around / "empty.yaml").write_text("catalog: empty\n")
    outcome = onefold("manifest", kind, f"{file}.fold.yaml", "--catalog", "empty.yaml")
    assert outcome.code == 0
    assert outcome.err == (
        "no catalogue lists a tool, so that a change of tools is no drift from this manifest: see --catalog\n"
    )
    assert onefold("manifest", kind, f"{file}.fold.yaml").err == ""


def test_a_tool_that_no_catalogue_lists_leaves_no_manifest(onefold: Any, around: Path) -> None:
    (around / "empty.yaml").write_text("catalog: empty\n")
    step = ("--workflow", "plan.fold.yaml", "--step", "candidates[3].extract", "--catalog", "empty.yaml")
    outcome = onefold("manifest", "worker", "review.fold.yaml", *step)
    assert outcome.code == 2
    assert outcome.err == (
        "onefold: no catalogue lists the tool `web.search`, and its schemas are part of the manifest\n"
    )


def test_a_definition_that_is_offered_and_not_there_leaves_no_manifest(onefold: Any, around: Path) -> None:
    write(around, "hiring", orchestrator(workflows=["candidate.reveiw"]), "yaml")
    outcome = onefold("manifest", "orchestrator", "hiring.fold.yaml")
    assert outcome.code == 2
    assert "no definition `candidate.reveiw` is at hand" in outcome.err
    write(around, "hiring", orchestrator(), "yaml")
    write(around, "scoring", scoring(planner={"model": "x"}), "yaml")
    outcome = onefold("manifest", "orchestrator", "hiring.fold.yaml")
    assert outcome.code == 1
    assert "error[OF731]" in outcome.err


def test_two_manifests_are_compared(onefold: Any, around: Path) -> None:
    old = printed(onefold, around, "old.json", "orchestrator", "hiring.fold.yaml")
    write(around, "hiring", orchestrator(model="cheap", workflows=["candidate.scoring", "candidate.review"]), "yaml")
    new = printed(onefold, around, "new.json", "orchestrator", "hiring.fold.yaml")
    assert onefold("manifest", "diff", old, old) == onefold("manifest", "diff", new, new)
    assert onefold("manifest", "diff", old, old).out == ""
    assert onefold("manifest", "diff", old, old).code == 0
    outcome = onefold("manifest", "diff", old, new)
    assert (outcome.code, outcome.err) == (1, "")
    first, second, note = outcome.out.splitlines()
    assert first == '- orchestratorModelSlotId: "main" → "cheap"'
    assert second.startswith('- workflowOrderHash: undefined → "sha256:')
    assert note == "  (the order of the workflows changed)"


NO_STEPS = ["][ junk", "review.visit[-1]", "a[x/y].b", "a..b", "", "review\u202e"]


@pytest.mark.parametrize("format_name", NAMES)
def test_a_manifest_that_is_written_by_hand_names_a_step(onefold: Any, folder: Path, format_name: str) -> None:
    for step in NO_STEPS:
        path = write(folder, "worker", {"manifest": "worker", **worker_manifest(step)}, format_name)
        for arguments in (["check"], ["manifest", "diff", path.name], ["session", "start", "run_a", "--manifest"]):
            outcome = onefold(*arguments, path.name)
            assert outcome.code == 1
            assert "OF738" in outcome.err + outcome.out or not step
    offered = [{"id": "a", "definitionHash": DIGEST}, {"id": "a", "definitionHash": DIGEST.replace("0", "1")}]
    path = write(
        folder, "top", {"manifest": "orchestrator", **orchestrator_manifest(availableWorkflows=offered)}, format_name
    )
    assert "the definition `a` is offered twice" in onefold("session", "start", "run_a", "--manifest", path.name).err
    assert not (folder / ".onefold").exists() or onefold("events", "run_a").out == ""


LOOPS: list[tuple[dict[str, Any], str]] = [
    ({"cycleNumber": 1, "maxCycles": 3, "priorCycles": [1]}, "cycle 1 cannot be before cycle 1"),
    ({"cycleNumber": 9, "maxCycles": 3, "priorCycles": []}, "cycle 9 cannot be one of at most 3"),
    ({"cycleNumber": 3, "maxCycles": 3, "priorCycles": [1, 1]}, "cycle 1 stands there twice"),
    ({"cycleNumber": 3, "maxCycles": 3, "priorCycles": [2, 1]}, "cycle 1 stands behind cycle 2"),
    ({"cycleNumber": 2, "maxCycles": 3, "priorCycles": [2]}, "cycle 2 cannot be before cycle 2"),
    ({"cycleNumber": 3, "maxCycles": 3, "isFinalCycle": False}, "cycle 3 of at most 3 is the final one"),
    ({"cycleNumber": 2, "maxCycles": 3, "isFinalCycle": True, "priorCycles": [1]}, ""),
    ({"cycleNumber": 3, "maxCycles": 3, "priorCycles": [2]}, ""),
    ({"cycleNumber": 1, "maxCycles": 1}, ""),
]


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(("loop", "reason"), LOOPS)
def test_an_outer_loop_that_contradicts_itself_leaves_no_manifest(
    onefold: Any, around: Path, loop: dict[str, Any], reason: str, format_name: str
) -> None:
    prior = [{"cycleNumber": each, "status": "rejected"} for each in loop.get("priorCycles", [])]
    path = write(around, "cycle", {**loop, "priorCycles": prior}, format_name)
    outcome = onefold("manifest", "planner", "review.fold.yaml", "--outer-loop", path.name)
    assert outcome.code == (2 if reason else 0)
    if reason:
        assert outcome.err == f"onefold: the context of the outer loop contradicts itself: {reason}\n"


@pytest.mark.parametrize("format_name", NAMES)
def test_memory_that_is_attached_twice_is_an_error(onefold: Any, folder: Path, format_name: str) -> None:
    around = workspace(folder, format_name)
    for second in ({"id": "b"}, {"id": "b", "mode": "ro"}):
        path = write(around, "review", definition(memory={"attached": [{"id": "b"}, second]}), format_name)
        for arguments in (["check"], ["workflows", "list"], ["manifest", "planner"]):
            outcome = onefold(*arguments, path.name)
            assert outcome.code == 1
            assert "`b` is attached twice" in outcome.out + outcome.err


@pytest.mark.parametrize("format_name", NAMES)
def test_what_a_step_may_not_be_pinned_by_leaves_no_manifest(onefold: Any, folder: Path, format_name: str) -> None:
    around = workspace(folder, format_name)
    step = WORKFLOW["steps"]["review"]
    for change, reason in {
        "nowhere.to.be.found": "no catalogue lists the tool `nowhere.to.be.found`",
        "mian": "no model slot `mian`, which the step `candidates[3].review` asks for: did you mean `main`?",
    }.items():
        changed = {**step, "model": change} if change == "mian" else {**step, "tools": ["web.*", change]}
        write(around, "plan", {**WORKFLOW, "steps": {**WORKFLOW["steps"], "review": changed}}, format_name)
        suffix = f".fold.{format_name}"
        arguments = [f"review{suffix}", "--workflow", f"plan{suffix}", "--step", "candidates[3].review"]
        outcome = onefold("manifest", "worker", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert reason in outcome.err


def test_a_workflow_in_fold_is_taken_as_any_other(onefold: Any, around: Path) -> None:
    fold = onefold("compile", "--to", "fold", "plan.fold.yaml").out
    (around / "plan2.fold").write_text(fold)
    step = ("--step", "candidates[3].review", "--workflow")
    one = onefold("manifest", "worker", "review.fold.yaml", *step, "plan.fold.yaml")
    assert one == onefold("manifest", "worker", "review.fold.yaml", *step, "plan2.fold")
    assert one.code == 0
