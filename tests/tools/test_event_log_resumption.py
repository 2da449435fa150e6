"""What an append that is made again, or one that could not be written, leaves of a log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from identity_manifests import planner, session_payload, worker

from onefold.api import (
    CapabilityDriftError,
    EventLog,
    Tampered,
    Unopenable,
    start_session,
)
from onefold.tools.events import log as log_module


def raw(path: Path, statement: str) -> None:
    """Change the file behind the back of the log, with its triggers out of the way."""
    connection = sqlite3.connect(path)
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in made:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(statement)
    for _, trigger in made:
        connection.execute(trigger)
    connection.commit()
    connection.close()


TAMPERED = {
    "the event itself is another": "UPDATE events SET recorded_at = 'x' WHERE sequence = 1",
    "another event is another": "UPDATE events SET recorded_at = 'x' WHERE sequence = 2",
    "the last event was removed": "DELETE FROM events WHERE sequence = 3",
    "the head was removed": "DELETE FROM heads",
}


@pytest.mark.parametrize("statement", TAMPERED.values(), ids=TAMPERED)
@pytest.mark.parametrize("fresh", [True, False])
def test_an_append_that_is_made_again_is_not_taken_by_a_log_that_was_tampered_with(
    path: Path, statement: str, fresh: bool
) -> None:
    with EventLog(path) as log:
        start_session(log, "run_a", planner(), key="start")
        log.append("run_a", "X", {"a": 1}, key="x")
        log.append("run_a", "X", {})
        again: list[Callable[[EventLog], object]] = [
            lambda each: start_session(each, "run_a", planner(), key="start"),
            lambda each: each.append("run_a", "X", {"a": 1}, key="x"),
        ]
        raw(path, statement)
        for call in again:
            with EventLog(path) as other, pytest.raises(Tampered):
                call(other if fresh else log)


def test_the_start_of_a_session_that_is_made_again_is_checked_for_drift(log: EventLog) -> None:
    first = start_session(log, "run_a", planner(), key="start")
    assert start_session(log, "run_a", planner(), key="start") == first
    changed = planner(harnessId="other")
    _insert_unchecked(log, "run_a", changed)
    with pytest.raises(CapabilityDriftError):
        start_session(log, "run_a", planner(), key="start")
    assert len([*log.events("run_a")]) == 2


def _insert_unchecked(log: EventLog, run_id: str, manifest: dict[str, Any]) -> None:
    """Append the start of a session as a program would that checks nothing."""
    check = log._require_no_drift
    log._require_no_drift = lambda *_: None  # type: ignore[method-assign]  # this once
    try:
        log.append(run_id, "harness.session.started", session_payload(run_id, manifest))
    finally:
        log._require_no_drift = check  # type: ignore[method-assign]  # as it was


def test_a_commit_that_fails_is_no_tampering(log: EventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    start_session(log, "run_a", planner())

    @contextmanager
    def full(connection: sqlite3.Connection) -> Iterator[None]:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(log_module, "writing", full)
    with pytest.raises(Unopenable, match="full"):
        log.append("run_a", "X", {})
    with pytest.raises(Unopenable, match="full"):
        start_session(log, "run_a", worker("a"))
    monkeypatch.undo()
    assert start_session(log, "run_a", planner()).sequence == 2
    assert log.append("run_a", "X", {}).sequence == 3
    assert start_session(log, "run_a", planner()).sequence == 4
    assert log.verify() == ()
