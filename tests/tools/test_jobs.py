"""Sources that are checked by several processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mixed_workspace import FILES, put_mixed

from onefold.frontends.registry import FRONTENDS
from onefold.kernel.classes import evolve
from onefold.tools import compiling, packing, parallel
from onefold.tools.cli import ahead
from onefold.tools.parallel import LostProcess, shared
from onefold.tools.plugins import Installed
from onefold.tools.show.report import REPORTERS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test runners may have threads, which these tests do not mind."""
    monkeypatch.setattr(parallel, "can_share", lambda: True)
    monkeypatch.setattr(ahead, "can_share", lambda: True)


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that were started; none of them may be left."""
    started: list[int] = []
    fork = os.fork

    def counted() -> int:
        process = fork()
        if process:
            started.append(process)
        return process

    monkeypatch.setattr(os, "fork", counted)
    yield started
    for process in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


@pytest.fixture
def heeded() -> Iterator[None]:
    """Interrupts count, also where the test runner ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("format_name", REPORTERS)
@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes_print_what_one_does(
    folder: Path, onefold: Any, forks: list[int], format_name: str, jobs: int
) -> None:
    put_mixed(folder)
    paths = (".", "gone.fold.yaml", "-", "texts/prompt.md")
    options = ("check", "--format", format_name, "--stdin-filename", "piped.fold.yaml")
    stdin = b"onefold: 1\nworkflow: clean\nsteps: {a: {kind: model, prompt: hello}}\n"
    alone = onefold(*options, "--jobs", "1", *paths, stdin=stdin)
    assert not forks
    assert onefold(*options, "--jobs", str(jobs), *paths, stdin=stdin) == alone
    assert len(forks) == jobs
    assert alone.code == 2
    assert "configuration" in alone.err


WELL_FORMED = (
    "catalog.yaml",
    "clean.fold.json",
    "clean.fold",
    "doubtful.fold.json",
    "texts/tidy.fold.yaml",
    "texts/tidy.md",
)


def test_cross_checks_know_the_same_of_what_other_processes_checked(folder: Path, onefold: Any) -> None:
    put_mixed(folder)
    alone = onefold("check", "--format", "concise", "--jobs", "1")
    assert onefold("check", "--format", "concise", "--jobs", "2") == alone
    assert all(code in alone.out for code in ("OF327", "OF330", "OF331"))


def test_a_workspace_is_whole_when_other_processes_checked_it(folder: Path, onefold: Any) -> None:
    for name in WELL_FORMED:
        folder.joinpath(name).parent.mkdir(exist_ok=True)
        folder.joinpath(name).write_text(FILES[name])
    folder.joinpath("onefold.toml").write_text('catalogs = ["catalog.yaml"]\n')
    alone = onefold("check", "--format", "concise", "--jobs", "1")
    assert onefold("check", "--format", "concise", "--jobs", "2") == alone
    assert "OF326" in alone.out


def test_a_front_end_that_fails_is_told_as_by_one_process(
    folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_mixed(folder)

    def failing(*_: Any) -> Any:
        print("a stray word")
        raise SystemExit("exploded")

    known = [evolve(each, read=failing) if each.name == "fold" else each for each in FRONTENDS]
    monkeypatch.setattr(compiling, "frontends", lambda: Installed(tuple(known), ()))
    outcomes = [onefold("check", "--jobs", each, "clean.fold", "clean.fold.json") for each in ("1", "2")]
    assert "the front-end `fold` of an installed package failed on `clean.fold`: SystemExit" in outcomes[0].err
    assert [(each.code, each.err) for each in outcomes] == [(2, outcomes[0].err)] * 2


def test_changes_are_made_by_one_process(folder: Path, onefold: Any, forks: list[int]) -> None:
    put_mixed(folder)
    assert "fixed 1 finding" in onefold("check", "--fix", "--jobs", "2", "doubtful.fold.json", "clean.fold").err
    assert not forks


def test_few_files_are_checked_by_one_process_and_many_by_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_cores", lambda: 4)
    assert [parallel.usual_jobs(count) for count in (1, 150, 200, 399, 10_000)] == [1, 1, 2, 3, 4]
    monkeypatch.setattr(parallel, "can_share", lambda: False)
    assert parallel.usual_jobs(10_000) == 1


@pytest.mark.parametrize("jobs", ["0", "-1", "two"])
def test_a_number_of_processes_that_makes_no_sense_is_a_usage_error(onefold: Any, jobs: str) -> None:
    outcome = onefold("check", f"--jobs={jobs}")
    assert outcome.code == 2
    assert jobs in outcome.err


# The sharing itself.


def test_results_come_back_in_order_however_long_each_takes(forks: list[int]) -> None:
    def work(number: int) -> bytes:
        sum(range(number % 7 * 1_000))
        return number.to_bytes(4, "big") * (number % 5 * 2_000)

    for count, jobs in ((0, 2), (1, 2), (7, 3), (203, 2), (2500, 4)):
        assert list(shared(count, work, jobs)) == [work(number) for number in range(count)]
    assert len(forks) == 13


def test_a_process_that_is_killed_is_told_and_nothing_hangs(forks: list[int]) -> None:
    def work(number: int) -> bytes:
        if number == 60:
            os.kill(os.getpid(), signal.SIGKILL)
        return b""

    with pytest.raises(LostProcess, match="ended by signal 9"):
        list(shared(100, work, 2))
    assert len(forks) == 2


def test_a_process_that_fails_is_told(forks: list[int]) -> None:
    with pytest.raises(LostProcess, match="ended with 1"):
        list(shared(100, lambda number: bytes(1 // abs(number - 50)), 2))
    assert len(forks) == 2


def test_who_does_not_want_all_results_leaves_no_process_behind(forks: list[int]) -> None:
    results = shared(100_000, lambda _: bytes(10_000), 3)
    next(results)
    results.close()
    assert len(forks) == 3


_HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
# Checks without an end by the processes that share the work; each tells its number first.
_ENDLESS = """\
import os, sys, time
from onefold.tools import packing
from onefold.tools.cli import ahead
from onefold.tools.cli.main import main

first, packed = os.getpid(), ahead.packed

def endless(*arguments, **options):
    if os.getpid() == first:
        return packed(*arguments, **options)
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)

ahead.packed = endless
sys.exit(main(["check", "--jobs", "2"]))
"""


@pytest.mark.parametrize("is_for_all", [True, False])
def test_an_interrupt_ends_all_processes(folder: Path, monkeypatch: pytest.MonkeyPatch, is_for_all: bool) -> None:
    put_mixed(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(os.path.abspath, sys.path[1:])))
    interrupted = subprocess.Popen(
        [sys.executable, "-c", _HEEDING + _ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with interrupted:
        assert interrupted.stdout
        assert interrupted.stderr
        numbers = [int(interrupted.stdout.readline()) for _ in range(2)]
        (os.killpg if is_for_all else os.kill)(interrupted.pid, signal.SIGINT)
        assert interrupted.wait(60) == 130
        # They hold the other end of standard output, which ends with the last of them.
        assert interrupted.stdout.read() == b""
        assert interrupted.stderr.read() == b""
    assert len(set(numbers)) == 2


@pytest.mark.usefixtures("heeded")
def test_an_interrupt_that_reaches_a_worker_first_is_an_interrupt(forks: list[int]) -> None:
    def work(number: int) -> bytes:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
        return bytes(number)

    with pytest.raises(KeyboardInterrupt):
        list(shared(2, work, 2))
    assert len(forks) == 2


def _slow(number: int) -> bytes:
    time.sleep(60)
    return bytes(number)


@pytest.mark.usefixtures("heeded")
def test_an_interrupt_while_processes_are_started_leaves_none_behind(
    forks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = os.fork

    def interrupted() -> int:
        process = fork()
        if process:
            # To this thread: the tests' own runner may have others, which would take it.
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        return process

    monkeypatch.setattr(os, "fork", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(shared(2, _slow, 2))
    assert len(forks) == 2


def test_a_lost_process_is_an_internal_fault(folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put_mixed(folder)
    first, known = os.getpid(), packing.packed

    def packed(*arguments: Any, **options: Any) -> Any:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return known(*arguments, **options)

    monkeypatch.setattr(ahead, "packed", packed)
    outcome = onefold("check", "--jobs", "2")
    assert (outcome.code, outcome.out) == (2, "")
    assert "internal fault: LostProcess: a process that shared the work was ended by signal 9" in outcome.err
    assert "Traceback" not in outcome.err
