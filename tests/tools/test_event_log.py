"""The event log: what is appended stays, in order, and whatever changes it is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import attrs
import pytest
from identity_manifests import DIGEST, fixer, planner, session_payload, worker
from published_schemas import validator

from onefold.api import (
    CapabilityDriftError,
    Conflict,
    Event,
    EventLog,
    InvalidEvent,
    Tampered,
    Unopenable,
    check_all,
    check_manifest_drift,
    digest_of,
    manifest_hash,
    start_session,
)
from onefold.kernel.identity.payloads import ROLES
from onefold.tools.events import database, schema
from onefold.tools.events.rows import digest_of_row

PLANNER = planner()
ONE, NINE = (f"sha256:{digit * 64}" for digit in "19")
COLUMNS = [
    "run_id",
    "sequence",
    "event_id",
    "type",
    "occurrence_id",
    "idempotency_key",
    "scope",
    "recorded_at",
    "payload",
    "previous",
    "digest",
]


def raw(path: Path, *statements: str, triggers: bool = False) -> None:
    """Change the file behind the back of the log; without `triggers` they are out of the way meanwhile."""
    connection = sqlite3.connect(path)
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in made if not triggers else ():
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, statement in made if not triggers else ():
        connection.execute(statement)
    connection.commit()
    connection.close()


def sequences(log: EventLog, run_id: str) -> list[int]:
    return [each.sequence for each in log.events(run_id)]


def test_events_are_numbered_without_gaps_in_each_run(log: EventLog) -> None:
    for number in range(3):
        assert log.append("run_a", "X", {"n": number}).sequence == number + 1
        assert log.append("run_b", "X", {"n": number}).sequence == number + 1
    assert sequences(log, "run_a") == sequences(log, "run_b") == [1, 2, 3]
    assert [each.payload["n"] for each in log.events("run_a")] == [0, 1, 2]
    assert log.runs() == ["run_a", "run_b"]
    assert log.verify() == ()
    assert [*log.events("run_none")] == []


def test_an_event_is_there_for_whoever_opens_the_log_next(log: EventLog, path: Path) -> None:
    event = log.append("run_a", "X", {"text": "ü"}, key="k", occurrence_id="o")
    with EventLog(path) as other:
        assert [*other.events("run_a")] == [event]


def test_an_envelope_is_as_published(path: Path) -> None:
    with EventLog(path) as log:
        plain, whole = log.append("run_a", "X", {}), log.append("run_a", "X", {"a": [1]}, key="k", occurrence_id="o")
    for event in (plain, whole):
        validator("events").validate(event.envelope())
    assert "idempotencyKey" not in plain.envelope()
    assert whole.envelope()["idempotencyKey"] == "k"
    identity: dict[str, Any] = {
        "runId": "run_a",
        "sequence": 2,
        "type": "X",
        "payload": {"a": [1]},
        "occurrenceId": "o",
    }
    assert whole.event_id == f"evt_{digest_of(identity)[7:23]}"


def test_the_same_append_twice_is_one_event(log: EventLog) -> None:
    first = log.append("run_a", "X", {"a": 1, "b": 2}, key="k")
    log.append("run_a", "Y", {})
    assert log.append("run_a", "X", {"b": 2, "a": 1}, key="k") == first
    assert sequences(log, "run_a") == [1, 2]
    assert log.append("run_b", "X", {"a": 1}, key="k").sequence == 1
    for kind, payload, occurrence in (
        ("Y", {"a": 1, "b": 2}, None),
        ("X", {"a": 2}, None),
        ("X", {"a": 1, "b": 2}, "o"),
    ):
        with pytest.raises(Conflict, match="the key `k` belongs to event 1"):
            log.append("run_a", kind, payload, key="k", occurrence_id=occurrence)
    assert log.verify() == ()


def test_events_are_chosen_by_type(log: EventLog) -> None:
    for kind in ("harness.model.x", "harness.tool", "Other"):
        log.append("run_a", kind, {})
    chosen = {
        pattern: [each.type for each in log.events("run_a", pattern)] for pattern in ("harness.*", "Other", "har")
    }
    assert chosen == {"harness.*": ["harness.model.x", "harness.tool"], "Other": ["Other"], "har": []}


UNREADABLE = ["NaN", "[1e400]", '{"a":NaN}', "{", "{'a':" * 3, '{"a":' * 300 + "1" + "}" * 300, "[" * 50_000]


@pytest.mark.parametrize("payload", UNREADABLE)
def test_a_payload_that_cannot_have_been_appended_is_told_of(log: EventLog, path: Path, payload: str) -> None:
    filled(log)
    raw(path, f"UPDATE events SET payload = '{payload.replace(chr(39), chr(34))}' WHERE sequence = 2")
    assert [(each.run_id, each.sequence) for each in log.verify()] == [("run_a", 2)]
    with pytest.raises(Tampered, match="event 2"):
        list(log.events("run_a"))
    events, fault = log.examined("run_a")
    assert [each.sequence for each in events] == [1, 3]
    assert fault
    assert fault.sequence == 2


def test_statements_of_the_file_that_are_no_text_are_told_of(path: Path) -> None:
    with EventLog(path) as log:
        filled(log)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"payload TEXT NOT NULL", b"payload TEXT\xadNOT NULL"))
    with pytest.raises(Unopenable, match="the statements that made its tables are no text"):
        EventLog(path)


@pytest.mark.parametrize("run_id", ["", "run_", "a", "run_a b", "run_" + "a" * 81, "run_a\n", "../run_a"])
def test_an_id_that_is_none_is_refused(log: EventLog, run_id: str) -> None:
    with pytest.raises(InvalidEvent, match="is no run id"):
        log.append(run_id, "X", {})
    with pytest.raises(InvalidEvent, match="is no run id"):
        log.events(run_id)


def test_a_session_says_all_that_the_page_says(log: EventLog) -> None:
    top = start_session(log, "run_a", PLANNER)
    assert top.type == "harness.session.started"
    assert top.payload == {
        "runId": "run_a",
        "role": "planner",
        "task": {"kind": "plan"},
        "parentRunId": None,
        "manifest": PLANNER,
        "manifestHash": manifest_hash(PLANNER),
    }
    below = start_session(log, "run_b", worker("a", modelSlotId="m"), parent="run_a")
    assert (below.payload["role"], below.payload["parentRunId"]) == ("worker.ai-generate", "run_a")
    assert start_session(log, "run_b", worker("b")).payload["role"] == "worker.tool-call"
    prompted = start_session(log, "run_b", worker("p", systemPromptHash=digest_of("")))
    assert prompted.payload["role"] == "worker.ai-generate"
    assert start_session(log, "run_b", worker("c"), role="worker.code-run").payload["role"] == "worker.code-run"
    with pytest.raises(InvalidEvent, match="no role"):
        start_session(log, "run_b", worker("d"), role="boss")
    assert {each.payload["role"] for each in log.events("run_b")} < set(ROLES)


def test_each_scope_is_compared_with_its_own_latest_manifest(log: EventLog) -> None:
    start_session(log, "run_a", PLANNER)
    start_session(log, "run_a", worker("a"))
    start_session(log, "run_a", worker("b", skillsHash=ONE))
    start_session(log, "run_a", worker("b", skillsHash=ONE))
    check_manifest_drift(log, "run_a", worker("c", skillsHash=NINE))
    check_manifest_drift(log, "run_b", worker("b"))
    with pytest.raises(CapabilityDriftError) as drifted:
        check_manifest_drift(log, "run_a", worker("b"))
    error = drifted.value
    assert (error.run_id, error.stored_manifest) == ("run_a", worker("b", skillsHash=ONE))
    assert error.current_manifest == worker("b")
    assert [str(each) for each in error.diff] == [f'skillsHash: "{ONE}" → "{DIGEST}"']
    assert str(error).startswith("CapabilityDriftError: Run 'run_a' was started with a different worker config.\n\n")


@pytest.mark.parametrize(("first", "second"), [("a", "a.visit[0]"), ("a.visit[3]", "a"), ("p[1].a", "p[1].a.visit[0]")])
def test_a_step_has_visits_or_it_has_none(log: EventLog, first: str, second: str) -> None:
    start_session(log, "run_a", worker(first))
    for call in (start_session, check_manifest_drift):
        with pytest.raises(InvalidEvent, match="either has visits or has none"):
            call(log, "run_a", worker(second))
    with pytest.raises(InvalidEvent, match="either has visits or has none"):
        check_all(log, "run_a", [worker(second)])
    assert sequences(log, "run_a") == [1]
    assert start_session(log, "run_a", fixer(second)).sequence == 2
    assert start_session(log, "run_b", worker(second)).sequence == 1
    assert start_session(log, "run_a", worker("ab.visit[0]")).sequence == 3


def test_all_scopes_are_checked_at_once(log: EventLog) -> None:
    for manifest in (PLANNER, worker("a"), worker("b")):
        start_session(log, "run_a", manifest)
    assert [str(each) for each in check_all(log, "run_a", [PLANNER, worker("b"), worker("new")])] == ["worker a"]
    with pytest.raises(CapabilityDriftError) as drifted:
        check_all(log, "run_a", [worker("a"), worker("b", harnessId="x"), {**PLANNER, "harnessId": "other"}])
    assert [each.run_id for each in drifted.value.others] == ["run_a"]
    assert str(drifted.value).count("Changes detected:") == 2
    assert sequences(log, "run_a") == [1, 2, 3]


def test_a_drifted_session_writes_nothing_at_all(log: EventLog, path: Path) -> None:
    start_session(log, "run_a", PLANNER)
    before = log.head("run_a")
    with pytest.raises(CapabilityDriftError):
        start_session(log, "run_a", {**PLANNER, "harnessId": "other"})
    other_session = session_payload("run_a", OTHER)
    with pytest.raises(CapabilityDriftError):
        log.append("run_a", "harness.session.started", other_session)
    assert log.head("run_a") == before
    with EventLog(path) as other:
        assert len([*other.events("run_a")]) == 1


STATEMENTS = [
    "UPDATE events SET payload = '{}'",
    "UPDATE events SET sequence = 9",
    "DELETE FROM events",
    "DELETE FROM events WHERE sequence = 2",
    "DELETE FROM heads",
    "UPDATE heads SET digest = 'x'",
    "UPDATE heads SET count = 1",
    "INSERT OR REPLACE INTO events VALUES ('run_a', 1, 'e', 'Z', NULL, NULL, NULL, 't', '{}', '', '')",
    "INSERT OR REPLACE INTO events VALUES ('run_a', 3, 'e', 'Z', NULL, 'k', NULL, 't', '{}', '', '')",
    "INSERT OR REPLACE INTO events SELECT run_id, 3, event_id, '', '', NULL, NULL, '', '', '', '' FROM events LIMIT 1",
    "INSERT OR REPLACE INTO heads VALUES ('run_a', 2, 'x')",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_file_itself_refuses_every_change(log: EventLog, path: Path, statement: str) -> None:
    log.append("run_a", "X", {}, key="k")
    log.append("run_a", "X", {})
    with pytest.raises(sqlite3.IntegrityError, match=r"never|moves by one"):
        raw(path, statement, triggers=True)
    assert log.verify() == ()


def filled(log: EventLog) -> None:
    """A run with a session, keys and occurrences, and another beside it."""
    start_session(log, "run_a", PLANNER, key="start")
    log.append("run_a", "X", {"text": "ü😀", "n": 1.5}, occurrence_id="occ")
    log.append("run_a", "X", {}, key="end")
    log.append("run_b", "X", {})


def test_any_single_byte_changed_in_any_row_is_found(path: Path) -> None:
    with EventLog(path) as log:
        filled(log)
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.commit()
    tables = {"events": COLUMNS, "heads": ["run_id", "count", "digest"]}
    with EventLog(path) as log:
        changed = 0
        for table, columns in tables.items():
            for column in columns:
                changed += _changed_bytes(connection, log, table, column)
        assert changed > 1000
        assert {each.run_id for each in log.verify()} == {""}
    connection.close()


def _changed_bytes(connection: sqlite3.Connection, log: EventLog, table: str, column: str) -> int:
    """Change every byte of a column, one at a time, and make sure that each is found; how many there were."""
    order = ["run_id", "sequence"] if table == "events" else ["run_id"]
    where = " AND ".join(f"{name} = ?" for name in order)
    update = f"UPDATE {table} SET {column} = ? WHERE {where}"
    count = 0
    for *key, value in connection.execute(f"SELECT {', '.join(order)}, {column} FROM {table}").fetchall():
        for other in _others(value):
            connection.execute(update, (other, *key))
            connection.commit()
            assert any(each.run_id for each in log.verify()), (table, column, value, other)
            there = [other if name == column else each for name, each in zip(order, key, strict=True)]
            connection.execute(update, (value, *there))
            connection.commit()
            count += 1
    return count


def _others(value: Any) -> Iterator[Any]:
    if value is None:
        yield "x"
    elif isinstance(value, int):
        yield from (value + 10, value + 256)
    else:
        data = value.encode()
        for index, byte in enumerate(data):
            yield (data[:index] + bytes([byte ^ 1]) + data[index + 1 :]).decode()


def replaced(old: str, new: str) -> str:
    """A statement that changes the payload of the first event."""
    return f"UPDATE events SET payload = replace(payload, '{old}', '{new}') WHERE sequence = 1"


OTHER = {**PLANNER, "harnessId": "x"}
FIRST, SECOND = (f"event {number} of the run `run_a` is not what was appended: " for number in (1, 2))
TAMPERED: list[tuple[str, list[str], str]] = [
    (
        "the manifest alone",
        [replaced('"harnessId":"h"', '"harnessId":"x"')],
        f"{FIRST}its manifest has the hash",
    ),
    (
        "its hash alone",
        [replaced(manifest_hash(PLANNER), DIGEST)],
        "its manifest has the hash `",
    ),
    ("no hash", [replaced('"manifestHash"', '"otherHash"')], f"{FIRST}its manifest has no hash"),
    ("no manifest", [replaced('"manifest"', '"other"')], f"{FIRST}it has no manifest"),
    (
        "both",
        [replaced('"harnessId":"h"', '"harnessId":"x"'), replaced(manifest_hash(PLANNER), manifest_hash(OTHER))],
        f"{FIRST}its columns are not those that its digest was taken of",
    ),
    (
        "no JSON",
        ["UPDATE events SET payload = '{' WHERE sequence = 2"],
        f"{SECOND}its columns are not those",
    ),
    (
        "no JSON in a session",
        ["UPDATE events SET payload = '{' WHERE sequence = 1"],
        f"{FIRST}its payload is no canonical",
    ),
    ("the first event removed", ["DELETE FROM events WHERE sequence = 1"], f"{FIRST}it is missing"),
    ("an event removed", ["DELETE FROM events WHERE sequence = 2"], f"{SECOND}it is missing"),
    (
        "the last event removed",
        ["DELETE FROM events WHERE sequence = 3"],
        "its last event is missing: its head counts 3, and 2 events are there",
    ),
    (
        "two events removed",
        ["DELETE FROM events WHERE sequence > 1"],
        "its last 2 events are missing: its head counts 3, and 1 event is there",
    ),
    ("every event removed", ["DELETE FROM events"], "its last 3 events are missing"),
    ("the head removed", ["DELETE FROM heads"], "its head is missing, and 3 events are there"),
    (
        "the last event removed, and the head moved",
        ["DELETE FROM events WHERE sequence = 3", "UPDATE heads SET count = 2"],
        "its head names another event than the last",
    ),
    (
        "two events swapped",
        [
            "UPDATE events SET sequence = 9 WHERE sequence = 2",
            "UPDATE events SET sequence = 2 WHERE sequence = 3",
            "UPDATE events SET sequence = 3 WHERE sequence = 9",
        ],
        f"{SECOND}it does not follow the event before it",
    ),
    ("the scope", ["UPDATE events SET scope = 'worker a' WHERE sequence = 1"], f"{FIRST}its columns are not those"),
]


@pytest.mark.parametrize(("name", "statements", "message"), TAMPERED, ids=[each[0] for each in TAMPERED])
def test_a_run_that_was_tampered_with_is_not_resumed(
    log: EventLog, path: Path, name: str, statements: list[str], message: str
) -> None:
    filled(log)
    raw(path, *(f"{each}{' AND' if 'WHERE' in each else ' WHERE'} run_id = 'run_a'" for each in statements))
    calls: list[Callable[[], object]] = [
        lambda: start_session(log, "run_a", PLANNER),
        lambda: check_manifest_drift(log, "run_a", PLANNER),
        lambda: check_all(log, "run_a", [PLANNER]),
    ]
    for call in calls:
        with pytest.raises(Tampered) as tampered:
            call()
        assert message in str(tampered.value), name
    assert [message in str(each) for each in log.verify()] == [True]
    with EventLog(path) as fresh, pytest.raises(Tampered):
        start_session(fresh, "run_a", PLANNER)
    assert log.append("run_b", "X", {}).sequence == 2


def test_nothing_is_appended_to_a_run_whose_end_was_tampered_with(log: EventLog, path: Path) -> None:
    filled(log)
    raw(path, "UPDATE events SET payload = '{\"a\":1}' WHERE run_id = 'run_a' AND sequence = 3")
    with pytest.raises(Tampered):
        log.append("run_a", "X", {})
    raw(path, "DELETE FROM events WHERE run_id = 'run_a' AND sequence = 3")
    with pytest.raises(Tampered, match="its last event is missing"):
        log.append("run_a", "X", {})
    assert log.append("run_b", "X", {}).sequence == 2


def test_a_run_is_followed_once_and_again_when_somebody_else_has_written(log: EventLog, path: Path) -> None:
    for number in range(5):
        start_session(log, "run_a", worker(f"s{number}"))
    assert log._followed["run_a"][1].count == 5
    raw(path, "UPDATE events SET recorded_at = 'x' WHERE sequence = 2")
    with pytest.raises(Tampered, match="event 2"):
        start_session(log, "run_a", worker("s9"))


def test_a_log_of_an_earlier_form_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with EventLog(path) as old:
        filled(old)
        head = old.head("run_a")
    upgrades = (*schema.UPGRADES, "ALTER TABLE events ADD COLUMN note TEXT;\n")
    monkeypatch.setattr("onefold.tools.events.log.connect", lambda path: database.connect(path, upgrades))
    monkeypatch.setattr("onefold.tools.events.log.faults_of", lambda opened: database.faults_of(opened, upgrades))
    with EventLog(path) as new:
        assert new.head("run_a") == head
        assert new.verify() == ()
        assert start_session(new, "run_a", PLANNER).sequence == 4
        assert new.verify() == ()
    monkeypatch.undo()
    with pytest.raises(Unopenable, match="a newer onefold wrote it, in form 2, and this one knows form 1"):
        EventLog(path)


def test_an_upgrade_that_fails_leaves_the_log_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with EventLog(path) as old:
        filled(old)
    upgrades = (*schema.UPGRADES, "ALTER TABLE events ADD COLUMN note TEXT;\nCREATE TABLE events (x);\n")
    monkeypatch.setattr("onefold.tools.events.log.connect", lambda path: database.connect(path, upgrades))
    with pytest.raises(Unopenable, match="already exists"):
        EventLog(path)
    monkeypatch.undo()
    with EventLog(path) as again:
        assert again.verify() == ()


def test_a_file_of_something_else_is_left_alone(quick_path: Path) -> None:
    text = quick_path / "text.db"
    text.write_text("not a database, and long enough to be looked at as one" * 20)
    with pytest.raises(Unopenable, match="not a database"):
        EventLog(text)
    other = quick_path / "other.db"
    raw(other, "CREATE TABLE people (name TEXT)")
    before = other.read_bytes()
    with pytest.raises(Unopenable, match="a database of something else"):
        EventLog(other)
    assert other.read_bytes() == before
    with pytest.raises(Unopenable):
        EventLog(text / "below" / "events.db")


PRAGMAS = {"journal_mode": "wal", "synchronous": 2}


def test_every_commit_goes_to_the_disk(log: EventLog) -> None:
    pragmas = {
        name: log._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}


def test_one_run_is_found_by_an_index(log: EventLog) -> None:
    # What an append and a reading cost must not depend on the other runs: every statement searches, none scans.
    queries = [
        "SELECT * FROM events WHERE run_id = 'r' AND sequence > 0 ORDER BY sequence",
        "SELECT * FROM events WHERE run_id = 'r' ORDER BY sequence DESC LIMIT 1",
        "SELECT * FROM events WHERE run_id = 'r' AND idempotency_key = 'k'",
        "SELECT * FROM events WHERE run_id = 'r' AND scope = 's' ORDER BY sequence DESC LIMIT 1",
        "SELECT count, digest FROM heads WHERE run_id = 'r'",
    ]
    for query in queries:
        plan = [each["detail"] for each in log._connection.execute(f"EXPLAIN QUERY PLAN {query}")]
        assert all(each.startswith("SEARCH ") for each in plan), plan


def test_events_can_be_appended_while_others_are_read(log: EventLog, path: Path) -> None:
    log.append("run_a", "X", {})
    log.append("run_a", "X", {})
    for event in log.events("run_a"):
        with EventLog(path) as other:
            other.append("run_b", "Y", {})
        log.append("run_b", "X", {"of": event.sequence})
    assert [each.type for each in log.events("run_b")] == ["Y", "X", "Y", "X"]


CONTENT: list[tuple[dict[str, Any], str]] = [
    ({"event_id": "evt_0000000000000000"}, "its id is not that of its content"),
    ({"scope": "planner"}, "its scope is not that of its manifest"),
    ({"payload": '{"b": 1}'}, "its payload is no canonical JSON object"),
    ({"payload": "[]"}, "its payload is no canonical JSON object"),
    ({"payload": '{"b":1e400}'}, "its payload is no canonical JSON object"),
]


@pytest.mark.parametrize(("columns", "reason"), CONTENT)
def test_a_chain_of_rows_that_contradict_themselves_is_found(
    log: EventLog, path: Path, columns: dict[str, str], reason: str
) -> None:
    # As somebody makes it who can write all digests anew.
    log.append("run_a", "X", {"a": 1})
    row = attrs.evolve(next(iter(log._rows("run_a", 0))), **columns)  # type: ignore[arg-type]  # none of them is the sequence
    digest = digest_of_row(row)
    settings = ", ".join(f"{name} = '{value}'" for name, value in {**columns, "digest": digest}.items())
    raw(path, f"UPDATE events SET {settings}", f"UPDATE heads SET digest = '{digest}'")
    (fault,) = log.verify()
    assert fault.reason == reason


FILE_FAULTS: list[tuple[str, str]] = [
    ("DROP TRIGGER events_never_go", "its trigger `events_never_go` is missing"),
    ("CREATE TABLE more (x)", "its table `more` is not that of an event log"),
    ("DROP INDEX event_scopes", "its index `event_scopes` is missing"),
]


@pytest.mark.parametrize(("statement", "reason"), FILE_FAULTS)
def test_what_keeps_the_log_whole_must_be_there(log: EventLog, path: Path, statement: str, reason: str) -> None:
    filled(log)
    raw(path, statement, triggers=True)
    assert [str(each) for each in log.verify()] == [f"the log is not what was appended: {reason}"]
    assert log.verify("run_a") == ()


def test_any_single_byte_changed_in_the_file_is_found_or_held_nothing(
    log: EventLog, path: Path, quick_path: Path
) -> None:
    filled(log)
    log.close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    data, copy = path.read_bytes(), quick_path / "copy.db"
    # The first page is the file's own: its header and the statements that made the tables.
    for index in range(size, len(data)):
        if data[index] == 0 or index % 5:
            continue
        copy.write_bytes(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])
        try:
            with EventLog(copy) as changed:
                assert changed.verify(), (index // size, index % size)
        except Unopenable:
            pass


def test_threads_take_turns(log: EventLog) -> None:
    def work(name: int) -> None:
        for number in range(20):
            start_session(log, f"run_{number % 2}", worker(f"s{number}"))
            log.append(f"run_{number % 2}", "X", {"by": name})
            assert [*log.events("run_0")]

    threads = [Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert log.verify() == ()
    assert sequences(log, "run_0") == sequences(log, "run_1") == [*range(1, 81)]


def test_a_fault_that_is_kept_keeps_nothing_open(log: EventLog, path: Path) -> None:
    filled(log)
    raw(path, "UPDATE events SET type = 'Z' WHERE sequence = 2")
    kept = log.verify()
    raw(path, "UPDATE events SET type = 'X' WHERE sequence = 2")
    assert (len(kept), log.verify()) == (1, ())
    assert log.append("run_a", "X", {}).sequence == 4


def test_an_id_that_is_no_text_is_found(log: EventLog, path: Path) -> None:
    log.append("run_a", "X", {})
    raw(path, "UPDATE events SET run_id = CAST(X'FF58' AS TEXT)")
    assert [str(each) for each in log.verify()][-1].endswith("the id of a run is no text")


def test_bytes_that_are_no_text_are_found_and_not_stumbled_over(log: EventLog, path: Path) -> None:
    filled(log)
    raw(path, "UPDATE events SET type = CAST(X'FF58' AS TEXT) WHERE run_id = 'run_a' AND sequence = 2")
    (fault,) = log.verify()
    assert (fault.run_id, fault.sequence) == ("run_a", 2)
    assert [each.sequence for each in log.events("run_a")] == [1, 2, 3]


def test_an_event_knows_its_place(log: EventLog) -> None:
    event = log.append("run_a", "X", {})
    assert isinstance(event, Event)
    assert (event.run_id, event.sequence, event.type, event.payload) == ("run_a", 1, "X", {})
    assert event.recorded_at.endswith("Z")
