"""Many processes write to one store, and die at any instant: nothing that was acknowledged is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from select import select

import pytest
from forks import acknowledged, child_of
from stores import NOTE, put, workflow

from onefold.tools.store import Note, Store
from onefold.tools.store.fsck import examine
from onefold.tools.store.history import history

KILLS = 200
EACH = 100
PROCESSES = 8
# A history that is as long as it gets in this many kills is read again after each of them.
KILLS_OF_ONE_STORE = 20

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def record_on_and_on(store: Store, name: str) -> Callable[[int], None]:
    def work(writing: int) -> None:
        number = 0
        while True:
            number += 1
            note = Note("Ada", "2026-01-01T00:00:00Z", f"{name} {number}")
            recorded = store.record(workflow(prompt=str(number % 5)), "main", note)
            os.write(writing, f"{recorded.revision.id}\n".encode())

    return work


def require_whole(store: Store, known: set[str]) -> None:
    """The store is sound, its history is one chain, and what was acknowledged is in it."""
    assert examine(store).faults == ()
    chain = list(history(store.channel("w")))
    assert [each.parents for each in chain] == [(after.id,) for after in chain[1:]] + [()] * bool(chain)
    assert known <= {each.id for each in chain}


@pytest.mark.parametrize("turn", range(KILLS // KILLS_OF_ONE_STORE))
def test_a_process_that_is_killed_at_a_random_moment_loses_nothing(quick_path: Path, turn: int) -> None:
    store, random, known = Store.at(quick_path), Random(turn), set[str]()  # noqa: S311 - moments, no secrets
    for number in range(KILLS_OF_ONE_STORE):
        process, reading = child_of(record_on_and_on(store, str(number)))
        if random.random() < 0.8:
            select([reading], [], [])
        select([], [], [], random.uniform(0, 0.03))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        known |= set(acknowledged(reading))
        # The next to come reads and goes on at once, before anything is examined.
        assert len(store.heads("w")) <= 1
        if store.exists:
            require_whole(store, known)
    put(store, workflow(prompt="last"))
    require_whole(store, known)
    assert known


def dying_at(store: Store, moment: int) -> Callable[[int], None]:
    """Record once, and be killed just before the file system is asked for something for the nth time."""

    def work(writing: int) -> None:
        left = moment

        def count(event: str, _: object) -> None:
            nonlocal left
            if event == "open" or event.startswith(("os.", "fcntl.")):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        recorded = store.record(workflow(prompt="2"), "main", NOTE)
        os.write(writing, f"{recorded.revision.id}\n".encode())

    return work


@pytest.mark.parametrize("is_first", [True, False], ids=["the first revision", "a later one"])
def test_a_process_may_be_killed_before_anything_that_it_does(quick_path: Path, is_first: bool) -> None:
    moment, killed = 0, 0
    while killed == moment:
        moment += 1
        store = Store.at(quick_path / str(moment))
        store.folder.parent.mkdir()
        known = set() if is_first else {put(store, workflow(prompt="1")).id}
        process, reading = child_of(dying_at(store, moment))
        _, status = os.waitpid(process, 0)
        killed += os.WIFSIGNALED(status)
        known |= set(acknowledged(reading))
        assert len(store.heads("w")) == (1 if known else len(store.heads("w")))
        if store.exists:
            require_whole(store, known)
        recorded = store.record(workflow(prompt="2"), "main", NOTE)
        require_whole(store, {*known, recorded.revision.id})
        assert not list(store.folder.rglob("*.tmp"))
    assert killed > 15


def test_eight_processes_make_one_chain(quick_path: Path) -> None:
    store = Store.at(quick_path)

    def work_of(name: int) -> Callable[[int], None]:
        def work(writing: int) -> None:
            for number in range(EACH):
                note = Note("Ada", "2026-01-01T00:00:00Z", f"{name} {number}")
                recorded = store.record(workflow(prompt=f"{name} {number}"), "main", note)
                os.write(writing, f"{recorded.revision.id}\n".encode())

        return work

    processes = [child_of(work_of(number)) for number in range(PROCESSES)]
    known: list[str] = []
    for process, reading in processes:
        known += acknowledged(reading)
        assert os.waitpid(process, 0)[1] == 0
    assert len(set(known)) == PROCESSES * EACH
    chain = list(history(store.channel("w")))
    assert len(chain) == PROCESSES * EACH
    assert {each.message for each in chain} == {f"{name} {n}" for name in range(PROCESSES) for n in range(EACH)}
    require_whole(store, set(known))


def test_commands_of_several_shells_make_one_chain(tmp_path: Path) -> None:
    parts = [str(Path(__file__).parents[2] / each) for each in ("kernel", "frontends", "grammars", "tools")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}
    source = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "%d"}}}'
    running = []
    for number in range(4):
        path = tmp_path / f"{number}.json"
        path.write_text(source % number)
        command = [sys.executable, "-m", "onefold.tools", "record", str(path)]
        running.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL))
    assert [each.wait() for each in running] == [0] * 4
    store = Store.at(tmp_path)
    assert len(list(history(store.channel("w")))) == 4
    require_whole(store, set())
