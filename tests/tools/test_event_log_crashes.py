"""Many processes append to one log, and die at any instant: what was acknowledged is there, and the chains hold."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from select import select

import pytest
from forks import acknowledged, child_of
from identity_manifests import planner

from onefold.api import EventLog, start_session

KILLS = 110
PROCESSES = 8
EACH = 1000
RUNS = ("run_a", "run_b", "run_c")
MANIFEST = planner()

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def appending(path: Path, name: int, count: int | None = None) -> Callable[[int], None]:
    """Append to shared runs in turn, and say which events were acknowledged; for ever without a count."""

    def work(writing: int) -> None:
        with EventLog(path) as log:
            number = 0
            while count is None or number < count:
                run_id = RUNS[(name + number) % len(RUNS)]
                if number % 100 == 0:
                    event = start_session(log, run_id, MANIFEST)
                else:
                    event = log.append(run_id, "X", {"by": name, "number": number}, key=f"{name}-{number}")
                os.write(writing, f"{event.run_id} {event.sequence} {event.event_id}\n".encode())
                number += 1

    return work


def require_whole(path: Path, known: set[str]) -> int:
    """Every chain holds, every run is dense, and what was acknowledged is there; how many events there are."""
    with EventLog(path) as log:
        assert log.verify() == ()
        found = {run_id: [*log.events(run_id)] for run_id in log.runs()}
    for events in found.values():
        assert [each.sequence for each in events] == [*range(1, len(events) + 1)]
    everything = [f"{each.run_id} {each.sequence} {each.event_id}" for events in found.values() for each in events]
    assert known <= {*everything}
    assert len({line.rpartition(" ")[2] for line in everything}) == len(everything)
    return len(everything)


def test_eight_processes_append_a_thousand_events_each_to_shared_runs(quick_path: Path) -> None:
    # The file is made by all of them at once.
    path = quick_path / "events.db"
    processes = [child_of(appending(path, name, EACH)) for name in range(PROCESSES)]
    known: list[str] = []
    for process, reading in processes:
        known += acknowledged(reading)
        assert os.waitpid(process, 0)[1] == 0
    assert len(known) == len({*known}) == PROCESSES * EACH
    assert require_whole(path, {*known}) == PROCESSES * EACH


def test_a_process_that_is_killed_while_it_appends_loses_nothing(quick_path: Path) -> None:
    path, random, known = quick_path / "events.db", Random(9), set[str]()  # noqa: S311 - moments, no secrets
    for number in range(KILLS):
        process, reading = child_of(appending(path, number))
        if random.random() < 0.9:
            select([reading], [], [])
        select([], [], [], random.uniform(0, 0.005))
        os.kill(process, signal.SIGKILL)
        assert os.WTERMSIG(os.waitpid(process, 0)[1]) == signal.SIGKILL
        known |= set(acknowledged(reading))
        if number % 40 == 39:
            require_whole(path, known)
    assert require_whole(path, known) >= len(known) > KILLS


def test_an_append_that_is_made_again_after_a_kill_is_one_event(quick_path: Path) -> None:
    path = quick_path / "events.db"
    process, reading = child_of(appending(path, 0))
    select([reading], [], [])
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    known = set(acknowledged(reading))
    # Whoever starts again does all of it once more, with the same keys.
    process, reading = child_of(appending(path, 0, 40))
    again = set(acknowledged(reading))
    assert os.waitpid(process, 0)[1] == 0
    with EventLog(path) as log:
        keys = [each.idempotency_key for run_id in RUNS for each in log.events(run_id) if each.idempotency_key]
    assert len(keys) == len({*keys}) >= 39
    require_whole(path, known | again)
