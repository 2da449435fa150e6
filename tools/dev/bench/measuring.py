"""Run whole processes, interleaved, and take the medians of what the operating system says they cost."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

LEAST_ROUNDS: Final = 7
_ONEFOLD: Final = "from onefold.tools.start import start; start()"


class Command(NamedTuple):
    """A contender."""

    name: str
    arguments: Sequence[str]
    folder: Path
    code: int = 0
    """The exit code that says it did its work."""


def onefold(name: str, folder: Path, *arguments: str, code: int = 0) -> Command:
    """A run of the command `onefold`, started as by its script."""
    return Command(name, [sys.executable, "-c", _ONEFOLD, *arguments], folder, code)


class Cost(NamedTuple):
    """What one process took."""

    wall: float
    """Seconds on the clock."""
    processor: float
    """Seconds of processor time, its children's included."""
    peak: int
    """Most memory at a time, in bytes."""
    output: str


class CommandFailed(Exception):  # noqa: N818 - it ends a measurement
    """A contender ended with another exit code than expected."""


def run(command: Command) -> Cost:
    """Run a command once; raises `CommandFailed`."""
    reading, writing = os.pipe()
    begin = perf_counter()
    process = os.fork()
    if process == 0:
        _become(command, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        output = stream.read().decode(errors="replace")
    _, status, used = os.wait4(process, 0)
    wall = perf_counter() - begin
    if os.waitstatus_to_exitcode(status) != command.code:
        raise CommandFailed(f"{command.name}: {' '.join(command.arguments)}\n{output[-2000:]}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, output)


def _become(command: Command, output: int) -> None:
    try:
        os.chdir(command.folder)
        os.dup2(output, 1)
        os.dup2(output, 2)
        # Without bytecode every start would compile its sources.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        os.execvpe(command.arguments[0], list(command.arguments), kept)  # noqa: S606 - a contender
    finally:
        os._exit(127)


def compare(
    commands: Sequence[Command], rounds: int = LEAST_ROUNDS, before: Callable[[], object] = lambda: None
) -> Mapping[str, Cost]:
    """The median costs of commands that take turns, after what is done `before`; each runs once without counting."""
    costs: dict[str, list[Cost]] = {each.name: [] for each in commands}
    for turn in range(rounds + 1):
        for each in commands:
            before()
            cost = run(each)
            if turn:
                costs[each.name].append(cost)
    return {name: _median(each) for name, each in costs.items()}


def _median(costs: list[Cost]) -> Cost:
    wall = median(each.wall for each in costs)
    processor = median(each.processor for each in costs)
    return Cost(wall, processor, round(median(each.peak for each in costs)), costs[-1].output)
