"""What can be appended to an event log, and what is refused before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from identity_manifests import DIGEST, VERSION, fixer, orchestrator, planner, worker

from onefold.api import (
    EventLog,
    InvalidEvent,
    check_all,
    check_manifest_drift,
    digest_of,
    manifest_hash,
    start_session,
)
from onefold.kernel.identity.payloads import OLD_NAMES, PAYLOADS
from onefold.kernel.ir.declare import declarations

PLANNER = planner()
ONE, NINE = (f"sha256:{digit * 64}" for digit in "19")


UNKEPT: list[tuple[Any, str]] = [
    ({"a": float("nan")}, "`\\$\\.a` cannot be hashed: it is not finite"),
    ({"a": [2**53]}, "`\\$\\.a\\[0\\]` cannot be hashed: JSON cannot hold so large an integer exactly"),
    ({"a": "\ud800"}, "lone surrogate"),
    ({1: 2}, "a key is no string"),
    ({"a": {1, 2}}, "a set is no JSON value"),
    ([], "is no JSON object"),
]


@pytest.mark.parametrize(("payload", "reason"), UNKEPT)
def test_what_json_cannot_hold_is_refused_and_nothing_is_written(log: EventLog, payload: Any, reason: str) -> None:
    with pytest.raises(InvalidEvent, match=reason):
        log.append("run_a", "X", payload)
    assert log.runs() == []


def test_a_payload_that_holds_itself_is_refused(log: EventLog) -> None:
    payload: dict[str, Any] = {}
    payload["again"] = payload
    with pytest.raises(InvalidEvent, match="it holds itself"):
        log.append("run_a", "X", payload)
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(InvalidEvent, match="nested too deeply"):
        log.append("run_a", "X", deep)


def nested(levels: int) -> dict[str, Any]:
    payload: dict[str, Any] = {}
    for _ in range(levels - 1):
        payload = {"a": payload}
    return payload


@pytest.mark.parametrize("levels", [129, 250, 490, 494, 500, 1000])
def test_a_payload_is_nested_no_more_deeply_than_a_document(log: EventLog, levels: int) -> None:
    shared: dict[str, Any] = nested(70)
    payloads: list[dict[str, Any]] = [nested(levels), {"b": shared, "a": [shared, {"a": nested(levels)}]}]
    for payload in payloads:
        with pytest.raises(InvalidEvent, match="nested too deeply"):
            log.append("run_a", "X", payload)
    assert log.append("run_a", "X", nested(128)).payload == nested(128)
    assert log.verify() == ()


def test_parts_that_are_shared_count_where_they_are_deepest(log: EventLog) -> None:
    shared = nested(100)
    deep: dict[str, Any] = shared
    for _ in range(50):
        deep = {"a": deep, "s": shared}
    with pytest.raises(InvalidEvent, match="nested too deeply"):
        log.append("run_a", "X", deep)


GOOD: dict[str, Any] = {
    "requestId": "orq_1",
    "findings": [],
    "policy": "exact",
    "workflowVersionId": VERSION,
    "input": {"a": 1},
    "promptHash": digest_of({"messages": []}),
    "request": {"messages": []},
    "args": {},
    "workflowDefinitionHash": f"sha256:{'0' * 64}",
    "stepPath": "a",
    "attempt": 1,
    "error": {"message": "no"},
    "stepId": "a",
    "model": "main",
    "artifactId": "art_1",
    "cycleNumber": 1,
    "runId": "run_a",
    "turn": 0,
    "callId": "c",
    "caller": "model",
    "toolName": "t",
    "role": "planner",
    "task": {"kind": "plan"},
    "manifest": PLANNER,
    "manifestHash": manifest_hash(PLANNER),
}


def good(kind: str) -> dict[str, Any]:
    return {each.name: GOOD[each.name] for each in declarations(PAYLOADS[kind]) if each.required}


@pytest.mark.parametrize("kind", PAYLOADS)
def test_every_known_type_of_event_takes_what_it_asks_for_and_nothing_less(log: EventLog, kind: str) -> None:
    log.append("run_a", kind, {**good(kind), "more": [None]})
    for name in good(kind):
        without = {key: value for key, value in good(kind).items() if key != name}
        wrong = {**good(kind), name: {"x": 1} if isinstance(GOOD[name], str | int) else 7}
        for payload in (without, wrong):
            if name in ("error", "input", "args") and name in payload:
                continue  # Any value will do.
            with pytest.raises(InvalidEvent, match=f"`{name}`|no `{name}`"):
                log.append("run_a", kind, payload)
    assert log.count("run_a") == 1


WRONG_PAYLOADS: list[tuple[str, dict[str, Any], str]] = [
    ("StepCompleted", {"stepPath": "][junk"}, "no path of a step"),
    ("StepFailed", {"stepPath": "a[x/y].b", "error": ""}, "it is written"),
    ("RunStarted", {"workflowVersionId": "zzz", "input": {}}, "neither a whole version nor `orchestrated`"),
    ("RunStarted", {"workflowVersionId": DIGEST, "input": {}}, "neither a whole version nor `orchestrated`"),
    ("RunStarted", {"workflowVersionId": "orchestrated", "input": {}, "parentRunId": "run_a"}, "its own parent"),
    ("RunStarted", {"workflowVersionId": "orchestrated", "input": {}, "parentRunId": "top"}, "no run id"),
    ("WorkflowVersionRegistered", {"workflowVersionId": "zzz", "workflowDefinitionHash": DIGEST}, "zzz"),
    ("harness.session.completed", {"runId": "run_b"}, "one of the run `run_b`, and not of `run_a`"),
    ("harness.session.failed", {"runId": "run_b", "error": ""}, "one of the run `run_b`, and not of `run_a`"),
    ("harness.model.called", {"turn": 0, "promptHash": DIGEST, "request": {}}, "that of the request is `sha256:"),
    ("harness.tool_call.started", {"callId": "c", "caller": "code", "toolName": "t", "args": {}, "turn": 1}, "no turn"),
    *((name, {}, f"the old name of `{kind}`") for name, kind in OLD_NAMES.items()),
]


@pytest.mark.parametrize(("kind", "payload", "reason"), WRONG_PAYLOADS)
def test_a_payload_that_says_what_cannot_be_is_refused(
    log: EventLog, kind: str, payload: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidEvent, match=reason):
        log.append("run_a", kind, payload)
    assert log.runs() == []


def test_eleven_types_were_once_called_otherwise() -> None:
    assert len(OLD_NAMES) == 11
    assert OLD_NAMES["HarnessToolCallStarted"] == "harness.tool_call.started"


def test_an_unknown_type_is_kept_as_it_is(log: EventLog) -> None:
    assert log.append("run_a", "somebody.elses", {"x": {"y": [None, 1.5]}}).payload == {"x": {"y": [None, 1.5]}}
    with pytest.raises(InvalidEvent, match="empty"):
        log.append("run_a", "", {})


NO_TEXT: list[tuple[dict[str, Any], str]] = [
    ({"kind": 5}, "the type of an event is a text, and `5` is none"),
    ({"kind": True}, "the type of an event is a text"),
    ({"kind": None}, "the type of an event is a text"),
    ({"kind": "\ud800"}, "the type of an event cannot be kept"),
    ({"key": 5}, "the key of an event is a text"),
    ({"key": ""}, "the key of an event is a text, and this one is empty"),
    ({"key": "\udfff"}, "the key of an event cannot be kept"),
    ({"key": b"k"}, "the key of an event is a text"),
    ({"occurrence_id": 5}, "the occurrence of an event is a text"),
    ({"occurrence_id": "\ud800"}, "the occurrence of an event cannot be kept"),
    ({"run_id": 5}, "`5` is no run id"),
    ({"payload": {"a": 5j}}, "is no JSON value"),
]


@pytest.mark.parametrize(("arguments", "reason"), NO_TEXT)
def test_what_is_no_text_is_refused_before_anything_is_written(
    log: EventLog, arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidEvent, match=reason):
        log.append(**{"run_id": "run_a", "kind": "X", "payload": {}, **arguments})
    assert log.runs() == []
    assert log.append("run_a", "X", {}).sequence == 1


@pytest.mark.parametrize("time", [5, None, b"x", "", "\ud800", "2026-10-06", "2026-10-06T12:00:00.000Z\n"])
def test_a_clock_that_gives_no_time_is_refused(path: Path, time: Any) -> None:
    with EventLog(path, clock=lambda: time) as log:
        with pytest.raises(InvalidEvent, match="is no time"):
            log.append("run_a", "X", {})
        assert log.runs() == []
    with EventLog(path) as log:
        assert start_session(log, "run_a", PLANNER).sequence == 1


def session(**members: Any) -> dict[str, Any]:
    return {**good("harness.session.started"), **members}


WRONG_SESSIONS: list[tuple[dict[str, Any], str]] = [
    (session(manifestHash=f"sha256:{'0' * 64}"), "that of the manifest is `sha256:"),
    (session(runId="run_b"), "the session is one of the run `run_b`"),
    (session(parentRunId="run_a"), "cannot be its own parent"),
    (session(parentRunId="parent"), "is no run id"),
    (
        session(role="fixer", task={"kind": "fix_step"}),
        "takes a manifest of the kind fixer, and not",
    ),
    (session(task={"kind": "fix_step"}), "has the task `plan`"),
    (session(manifest={"x": 1}, manifestHash=manifest_hash({"x": 1})), "not of the kind unknown"),
    (session(manifest={"x": float("inf")}), "not finite"),
    (session(role="boss"), "`role` cannot be `boss`"),
]


@pytest.mark.parametrize(("payload", "reason"), WRONG_SESSIONS)
def test_a_session_whose_members_do_not_fit_is_refused(log: EventLog, payload: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidEvent, match=reason):
        log.append("run_a", "harness.session.started", payload)
    assert log.runs() == []


NO_MANIFESTS: list[tuple[dict[str, Any], str]] = [
    ({}, "no kind that is known"),
    ({"x": 1}, "no kind that is known"),
    (planner(x=1), "`x` is not a field"),
    (planner(fixerModelSlotId="main"), "`plannerModelSlotId` is not a field"),
    (planner(systemPromptHash=None), "`systemPromptHash` is null"),
    (planner(skillsHash="sha256:1"), "`sha256:1` is not"),
    (planner(skillsHash=DIGEST.upper()), "is not"),
    (planner(memoryStoreIds=["workflow:a", "org"]), "`memoryStoreIds` is not written as manifests are"),
    (planner(memoryStoreIds=["org", "org"]), "`memoryStoreIds` is not written as manifests are"),
    (planner(outerLoopContextHash=None), "`outerLoopContextHash` is not written as manifests are"),
    ({name: each for name, each in planner().items() if name != "globalToolsHash"}, "has no `globalToolsHash`"),
    (worker("][ junk"), "no path of a step"),
    (worker("a[x/y].b"), "it is written `a\\[x%2Fy\\].b`"),
    (worker("a", workflowVersionId=DIGEST), "is not"),
    (fixer("a", fixerMaxAttempts=0), "must be at least 1"),
    (orchestrator(maxConcurrentSubRuns=0), "must be at least 1"),
    (orchestrator(availableWorkflows=[{"id": "a", "definitionHash": each} for each in (ONE, NINE)]), "offered twice"),
    (orchestrator(availableWorkflows=[{"id": "a"}]), "has no `definitionHash`"),
]


@pytest.mark.parametrize(("manifest", "reason"), NO_MANIFESTS)
def test_what_is_no_manifest_is_refused_by_everything_that_takes_one(
    log: EventLog, manifest: dict[str, Any], reason: str
) -> None:
    role = {"fixerModelSlotId": ("fixer", "fix_step"), "stepPath": ("worker.tool-call", "execute_step")}
    role["orchestratorModelSlotId"] = ("orchestrator", "orchestrate")
    name, task = next((each for member, each in role.items() if member in manifest), ("planner", "plan"))
    payload = session(role=name, task={"kind": task}, manifest=manifest, manifestHash=manifest_hash(manifest))
    calls: list[Callable[[], object]] = [
        lambda: start_session(log, "run_a", manifest),
        lambda: check_manifest_drift(log, "run_a", manifest),
        lambda: check_all(log, "run_a", [PLANNER, manifest]),
    ]
    for call in calls:
        with pytest.raises(InvalidEvent, match=reason):
            call()
    with pytest.raises(InvalidEvent):
        log.append("run_a", "harness.session.started", payload)
    assert log.runs() == []


@pytest.mark.parametrize("manifest", [planner(), orchestrator(), worker("a"), fixer("a[1].b.visit[0]")])
def test_a_manifest_of_every_kind_is_taken(log: EventLog, manifest: dict[str, Any]) -> None:
    check_manifest_drift(log, "run_a", manifest)
    assert start_session(log, "run_a", manifest).sequence == 1
    check_all(log, "run_a", [manifest])
