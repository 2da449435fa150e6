"""The commands about runs: sessions, events and lineage."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from identity_commands import printed, validator
from identity_documents import definition, write
from identity_manifests import orchestrator as orchestrator_manifest
from identity_manifests import planner as planner_manifest
from identity_manifests import worker as worker_manifest

from onefold.api import EventLog, start_session


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
    assert onefold("events", "run_a").out == ""


@pytest.mark.parametrize("ids", [["a"], ["run_a", "--parent", "a"], [""]])
def test_what_is_no_run_id_makes_no_log(onefold: Any, around: Path, ids: list[str]) -> None:
    manifest = printed(onefold, around, "planner.json", "planner", "review.fold.yaml")
    outcome = onefold("session", "start", *ids, "--manifest", manifest)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"onefold: `{ids[-1]}` is no run id")
    assert not (around / ".onefold").exists()


def test_a_run_is_not_its_own_parent(onefold: Any, around: Path) -> None:
    manifest = printed(onefold, around, "planner.json", "planner", "review.fold.yaml")
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
    assert onefold("events", "../x", "--log", "log.db").code == 2


READING = [["events", "run_a"], ["events", "--verify"], ["events", "--head"], ["lineage", "run_a"]]


def test_reading_a_log_that_is_not_there_makes_none(onefold: Any, folder: Path) -> None:
    for arguments in READING:
        outcome = onefold(*arguments)
        reason = "the event log `.onefold/events.db` cannot be used: no such file or directory"
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"onefold: {reason}\n")
    assert list(folder.iterdir()) == []


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


def test_a_run_that_is_not_there_is_told_of(onefold: Any, folder: Path) -> None:
    with EventLog(folder / "log.db") as log:
        log.append("run_a", "X", {})
    for arguments in (["events"], ["events", "--verify"], ["events", "--head"], ["lineage"]):
        outcome = onefold(*arguments, "run_none", "--log", "log.db")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == "onefold: the event log `log.db` has no run `run_none`\n"


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


def test_a_run_of_which_nothing_is_left_is_shown_as_broken(onefold: Any, around: Path) -> None:
    started(onefold, around)
    (around / ".onefold" / "events.db").rename(around / "log.db")
    changed(around, "DELETE FROM events WHERE run_id = 'run_a'")
    for form, first in {
        "tree": "run run_a ✗ broken: ",
        "mermaid": 'flowchart TD\n  n0["run<br/>run_a<br/>broken: ',
    }.items():
        outcome = onefold("lineage", "run_a", "--log", "log.db", "--format", form)
        assert outcome.code == 1
        assert outcome.out.startswith(first)
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
    assert onefold("lineage", "run_none").err.endswith(" has no run `run_none`\n")


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
