"""The commands about definitions, manifests and runs."""

from __future__ import annotations

import json
import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from identity_documents import NAMES, WORKFLOW, definition, orchestrator, scoring, workspace, write
from identity_manifests import DIGEST
from identity_manifests import orchestrator as orchestrator_manifest
from identity_manifests import planner as planner_manifest
from identity_manifests import worker as worker_manifest
from jsonschema import Draft202012Validator

from onefold.api import EventLog, build_manifest, manifest_hash, read_definition, start_session


def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(files("onefold.tools").joinpath("schemas", f"{kind}.json").read_text()))


@pytest.fixture
def around(folder: Path) -> Path:
    """The current folder, with documents of every kind."""
    return workspace(folder, "yaml")


def printed(onefold: Any, folder: Path, name: str, *arguments: str) -> str:
    """Print a manifest into a file; its name."""
    outcome = onefold("manifest", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    (folder / name).write_text(outcome.out)
    return name


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


def test_a_session_is_started_and_a_drifted_one_is_not(onefold: Any, around: Path) -> None:
    manifest = printed(onefold, around, "planner.json", "planner", "review.fold.yaml")
    outcome = onefold("session", "start", "run_a", "--manifest", manifest, "--parent", "run_top")
    claimed = json.loads((around / manifest).read_text())["manifestHash"]
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("run_a: event 1, evt_")
    assert outcome.out.endswith(f", manifest {claimed}\n")
    assert (around / ".onefold" / "events.db").is_file()
    assert "/events.db*" in (around / ".onefold" / ".gitignore").read_text()
    write(around, "review", definition(description="Another."), "yaml")
    changed = printed(onefold, around, "changed.json", "planner", "review.fold.yaml")
    outcome = onefold("session", "start", "run_a", "--manifest", changed)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(
        "CapabilityDriftError: Run 'run_a' was started with a different planner config.\n\n"
        'Changes detected:\n- workflowDefinitionHash: "sha256:'
    )
    assert outcome.err.endswith(
        "\n\nTo resume cleanly, restore the prior state.\nTo start fresh, run with a new runId.\n"
    )
    assert onefold("events", "run_a").out.count("\n") == 1
    assert onefold("session", "start", "run_b", "--manifest", changed).code == 0


def test_a_role_that_does_not_fit_is_refused(onefold: Any, around: Path) -> None:
    manifest = printed(onefold, around, "planner.json", "planner", "review.fold.yaml")
    outcome = onefold("session", "start", "run_a", "--manifest", manifest, "--role", "fixer")
    assert outcome.code == 2
    assert "the role `fixer` takes a manifest of the kind fixer, and not of the kind planner" in outcome.err
    assert onefold("session", "start", "a", "--manifest", manifest).err.startswith("onefold: `a` is no run id")
    assert onefold("session", "start", "run_a", "--manifest", manifest, "--parent", "run_a").code == 2
    assert onefold("events", "run_a").out == ""


def test_events_are_printed_one_a_line(onefold: Any, folder: Path) -> None:
    log_path = folder / "log.db"
    with EventLog(log_path) as log:
        log.append("run_a", "harness.x", {"text": "a\u202eb\x1b[31m\u2028"})
        log.append("run_a", "Other", {}, key="k")
    outcome = onefold("events", "run_a", "--log", "log.db")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.replace("\n", "").isprintable()
    envelopes = [json.loads(line) for line in outcome.out.splitlines()]
    for each in envelopes:
        validator("events").validate(each)
    assert [each["type"] for each in envelopes] == ["harness.x", "Other"]
    assert envelopes[0]["payload"] == {"text": "a\u202eb\x1b[31m\u2028"}
    assert onefold("events", "run_a", "--type", "harness.*", "--log", "log.db").out.count("\n") == 1
    assert onefold("events", "run_a", "--type", "harness.", "--log", "log.db").out == ""
    assert onefold("events", "run_none", "--log", "log.db") == onefold("events", "run_none")
    assert onefold("events", "../x", "--log", "log.db").code == 2


def test_reading_a_log_that_is_not_there_makes_none(onefold: Any, folder: Path) -> None:
    assert onefold("events", "run_a") == onefold("events", "run_b")
    assert onefold("events", "run_a").code == 0
    for arguments in (["--verify"], ["--head"], ["run_a", "--verify"], ["run_a", "--head"]):
        outcome = onefold("events", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("onefold: there is no event log `")
    assert onefold("lineage", "run_a").code == 2
    assert list(folder.iterdir()) == []


READING = [["events", "run_a"], ["events", "--verify"], ["events", "--head"], ["lineage", "run_a"]]
NO_LOG = {"nope.db": "no such file", "file.txt/x.db": "not a directory", "empty.db": "it is empty", ".": "unable to"}


@pytest.mark.parametrize("arguments", READING)
@pytest.mark.parametrize(("name", "reason"), NO_LOG.items())
def test_a_log_that_was_named_and_is_not_there_is_told(
    onefold: Any, folder: Path, arguments: list[str], name: str, reason: str
) -> None:
    (folder / "file.txt").write_text("x")
    (folder / "empty.db").touch()
    outcome = onefold(*arguments, "--log", name)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"onefold: the event log `{name}` cannot be used: ")
    assert reason in outcome.err
    assert sorted(each.name for each in folder.iterdir()) == ["empty.db", "file.txt"]
    assert (folder / "empty.db").stat().st_size == 0


def test_a_run_that_is_not_there_is_not_vouched_for(onefold: Any, folder: Path) -> None:
    with EventLog(folder / "log.db") as log:
        log.append("run_a", "X", {})
    for how in ("--verify", "--head"):
        outcome = onefold("events", "run_none", how, "--log", "log.db")
        assert (outcome.code, outcome.out, outcome.err) == (2, "", "onefold: the log has no run `run_none`\n")


def changed(folder: Path, *statements: str) -> None:
    """Change `log.db` behind the back of the log, with its triggers out of the way."""
    connection = sqlite3.connect(folder / "log.db")
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in made:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, trigger in made:
        connection.execute(trigger)
    connection.commit()
    connection.close()


def test_events_are_counted_that_are_there_whatever_the_head_says(onefold: Any, folder: Path) -> None:
    with EventLog(folder / "log.db") as log:
        for _ in range(4):
            log.append("run_a", "X", {})
    changed(folder, "UPDATE heads SET run_id = 'run_b'")
    outcome = onefold("events", "run_a", "--verify", "--log", "log.db")
    assert (outcome.code, outcome.out) == (1, "4 events of 1 run verified: 1 fault\n")
    assert onefold("events", "--verify", "--log", "log.db").out == "4 events of 2 runs verified: 2 faults\n"


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


LINEAGE_TAMPERED = {
    "a payload was edited": "UPDATE events SET payload = replace(payload, 'candidates', 'candidatez')",
    "the last event was removed": "DELETE FROM events WHERE run_id = 'run_a' AND sequence = 3",
    "the pipeline was edited": "UPDATE events SET recorded_at = 'x' WHERE run_id = 'run_top'",
}


@pytest.mark.parametrize("statement", LINEAGE_TAMPERED.values(), ids=LINEAGE_TAMPERED)
def test_lineage_does_not_answer_as_if_nothing_was_wrong(onefold: Any, around: Path, statement: str) -> None:
    started(onefold, around)
    (around / ".onefold" / "events.db").rename(around / "log.db")
    assert onefold("lineage", "run_a", "--log", "log.db").code == 0
    changed(around, statement)
    assert onefold("events", "--verify", "--log", "log.db").code == 1
    for form in ("tree", "json", "mermaid"):
        outcome = onefold("lineage", "run_a", "--log", "log.db", "--format", form)
        assert outcome.code == 1
        assert "is not what was appended" in outcome.err
        assert "broken" in outcome.out
    assert json.loads(onefold("lineage", "run_a", "--log", "log.db", "--format", "json").out)["ok"] is False


def test_an_internal_fault_is_not_what_a_damaged_payload_is(onefold: Any, folder: Path) -> None:
    for payload in ('{"a":NaN}', '{"a":' * 600 + "1" + "}" * 600):
        (folder / "log.db").unlink(missing_ok=True)
        with EventLog(folder / "log.db") as log:
            log.append("run_a", "X", {})
        changed(folder, "UPDATE events SET payload = '{}'".replace("{}", payload))
        for arguments in (["events", "run_a"], ["events", "--verify"], ["lineage", "run_a"]):
            outcome = onefold(*arguments, "--log", "log.db")
            assert outcome.code == 1
            assert "event 1 of the run `run_a` is not what was appended" in outcome.err


def test_a_thousand_nested_runs_have_a_lineage(onefold: Any, folder: Path) -> None:
    with EventLog(folder / "log.db") as log:
        log._connection.execute("PRAGMA synchronous = OFF")
        for number in range(1200):
            parent = f"run_{number - 1}" if number else None
            payload: dict[str, Any] = {"workflowVersionId": "orchestrated", "input": {}, "parentRunId": parent}
            log.append(f"run_{number}", "RunStarted", payload)
        start_session(log, "run_1199", orchestrator_manifest(), parent="run_1198")
    for form in ("tree", "json", "mermaid"):
        outcome = onefold("lineage", "run_1199", "--log", "log.db", "--format", form)
        assert (outcome.code, outcome.err) == (0, "")
        assert "run_0" in outcome.out


def test_events_need_a_run_unless_all_are_meant(onefold: Any) -> None:
    assert onefold("events").code == 2
    assert onefold("events", "--verify", "--type", "x").code == 2
    assert onefold("events", "--verify", "--head").code == 2


def test_verify_tells_of_every_run_that_was_tampered_with(onefold: Any, folder: Path) -> None:
    with EventLog(folder / "log.db") as log:
        for run_id in ("run_a", "run_b", "run_c"):
            log.append(run_id, "X", {})
            log.append(run_id, "X", {})
        head = log.head("run_b")
    outcome = onefold("events", "--verify", "--log", "log.db")
    assert (outcome.code, outcome.out, outcome.err) == (0, "6 events of 3 runs verified: no faults\n", "")
    assert head
    assert onefold("events", "run_b", "--head", "--log", "log.db").out == f"{head.digest}\n"
    assert f"{head.digest}  run_b\n" in onefold("events", "--head", "--log", "log.db").out
    connection = sqlite3.connect(folder / "log.db")
    for trigger in ("events_never_change", "events_never_go"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("UPDATE events SET type = 'Y' WHERE run_id = 'run_a' AND sequence = 1")
    connection.execute("DELETE FROM events WHERE run_id = 'run_c' AND sequence = 2")
    connection.commit()
    connection.close()
    outcome = onefold("events", "--verify", "--log", "log.db")
    assert outcome.code == 1
    assert outcome.err == (
        "onefold: event 1 of the run `run_a` is not what was appended: its columns are not those that its digest was "
        "taken of\nonefold: the run `run_c` is not what was appended: its last event is missing: its head counts 2, "
        "and 1 event is there\n"
        "onefold: the log is not what was appended: its trigger `events_never_change` is missing\n"
        "onefold: the log is not what was appended: its trigger `events_never_go` is missing\n"
    )
    assert outcome.out == "5 events of 3 runs verified: 4 faults\n"
    assert onefold("events", "run_b", "--verify", "--log", "log.db").out == "2 events of 1 run verified: no faults\n"


def test_a_log_that_is_none_is_told(onefold: Any, folder: Path) -> None:
    (folder / "log.db").write_text("no database, but long enough to be looked at " * 30)
    for arguments in (["events", "run_a"], ["events", "--verify"], ["lineage", "run_a"]):
        outcome = onefold(*arguments, "--log", "log.db")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == "onefold: the event log `log.db` cannot be used: file is not a database\n"


def test_the_lineage_of_a_run_is_printed_in_three_forms(onefold: Any, around: Path) -> None:
    started(onefold, around)
    outcome = onefold("lineage", "run_a")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[0] == "run run_a"
    assert "broken" not in outcome.out
    whole = json.loads(onefold("lineage", "run_a", "--format", "json").out)
    validator("lineage").validate(whole)
    assert whole["ok"] is True
    one = onefold("lineage", "run_a", "candidates[3].review", "--format", "mermaid")
    assert one.code == 0
    assert one.out.startswith('flowchart TD\n  n0["run<br/>run_a"]\n  n1["step<br/>candidates#91;3#93;.review<br/>')
    assert onefold("lineage", "run_a", "candidates[4].review").err == (
        "onefold: the run `run_a` never had a session for a step `candidates[4].review`\n"
    )
    assert onefold("lineage", "run_none").err == "onefold: the log has no run `run_none`\n"


def test_a_broken_edge_is_shown_as_broken(onefold: Any, around: Path) -> None:
    started(onefold, around, registered=False)
    outcome = onefold("lineage", "run_a", "candidates[3].review")
    assert outcome.code == 1
    assert "✗ broken: no event of run_a registers this version" in outcome.out
    assert '-. "broken: no event of run_a registers' in onefold("lineage", "run_a", "--format", "mermaid").out
    found = json.loads(onefold("lineage", "run_a", "--format", "json").out)
    validator("lineage").validate(found)
    assert [each["broken"] for each in found["edges"] if each["broken"]] == ["no event of run_a registers this version"]


def started(onefold: Any, folder: Path, *, registered: bool = True) -> None:
    """A pipeline with one run of a planner and a worker."""
    top = printed(onefold, folder, "top.json", "orchestrator", "hiring.fold.yaml")
    planner = printed(onefold, folder, "planner.json", "planner", "review.fold.yaml")
    step = ("--workflow", "plan.fold.yaml", "--step", "candidates[3].review")
    worker = printed(onefold, folder, "worker.json", "worker", "review.fold.yaml", *step)
    assert onefold("session", "start", "run_top", "--manifest", top).code == 0
    for manifest in (planner, worker):
        assert onefold("session", "start", "run_a", "--manifest", manifest, "--parent", "run_top").code == 0
    if registered:
        members = json.loads((folder / worker).read_text())
        payload = {name: members[name] for name in ("workflowVersionId", "workflowDefinitionHash")}
        with EventLog.at(folder) as log:
            log.append("run_a", "WorkflowVersionRegistered", payload)


def test_the_store_takes_the_log_for_its_own(onefold: Any, around: Path) -> None:
    assert onefold("record", "plan.fold.yaml", "-m", "x").code == 0
    started(onefold, around)
    assert onefold("fsck").code == 0
    assert "/events.db*" in (around / ".onefold" / ".gitignore").read_text()


def test_what_a_hostile_manifest_says_is_harmless_on_a_terminal(onefold: Any, folder: Path) -> None:
    text = "\x1b[31m\u202ex"
    with EventLog(folder / "log.db") as log:
        start_session(log, "run_a", planner_manifest(harnessId=text))
        start_session(log, "run_b", worker_manifest("a[%1B].b", harnessId=text))
        log.append("run_b", "RunStarted", {"workflowVersionId": "orchestrated", "input": {text: text}})
    for arguments in (
        ["lineage", "run_a"],
        ["lineage", "run_b"],
        ["lineage", "run_a", "--format", "mermaid"],
        ["lineage", "run_a", "--format", "json"],
        ["events", "run_a"],
    ):
        outcome = onefold(*arguments, "--log", "log.db")
        assert outcome.out.replace("\n", "").isprintable()


def test_a_workflow_in_fold_is_taken_as_any_other(onefold: Any, around: Path) -> None:
    fold = onefold("compile", "--to", "fold", "plan.fold.yaml").out
    (around / "plan2.fold").write_text(fold)
    step = ("--step", "candidates[3].review", "--workflow")
    one = onefold("manifest", "worker", "review.fold.yaml", *step, "plan.fold.yaml")
    assert one == onefold("manifest", "worker", "review.fold.yaml", *step, "plan2.fold")
    assert one.code == 0
