"""Cold starts on one file of 60 steps, and a run over many small files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count as count_from
from pathlib import Path
from time import sleep
from typing import Final

from dev.bench import inputs
from dev.bench.measuring import Command, CommandFailed, Cost, compare, run
from dev.bench.peers import peers

STEPS: Final = 60
_SETTLED: Final = 3
_COMMAND: Final = "from onefold.tools.start import start; start()"

Row = tuple[str, ...]


def onefold(name: str, folder: Path, *arguments: str, code: int = 0) -> Command:
    """A run of the command in a process of its own."""
    return Command(name, [sys.executable, "-c", _COMMAND, *arguments], folder, code)


def cold(folder: Path, rounds: int, installed: Path | None) -> Iterator[Row]:
    """Rows of a contender, its median time, and how that compares with the bare interpreter."""
    document = inputs.mixed(STEPS)
    for form in inputs.FORMATS:
        inputs.write(folder, "a", document, form)
    document["steps"]["step-0"]["prompt"] = "{{ inputs.tickte }} {{ steps.nowhere.output }}"
    inputs.write(folder, "wrong", document, "yaml")
    bare = Command("python -c pass", [sys.executable, "-c", "pass"], folder)
    own = [onefold(f"check {form}", folder, "check", f"a{inputs.ENDINGS[form]}") for form in inputs.FORMATS]
    own.append(onefold("check yaml, one error", folder, "check", "wrong.fold.yaml", code=1))
    costs = compare([bare, *own, *_running(peers(folder, installed))], rounds)
    yield from _rows(costs, bare.name)


def _running(commands: Iterator[Command]) -> Iterator[Command]:
    for each in commands:
        try:
            run(each)
        except CommandFailed as failure:
            print(f"{each.name} does not run here and is left out: {str(failure).splitlines()[-1]}")
        else:
            yield each


def files(folder: Path, rounds: int, count: int) -> Iterator[Row]:
    """The same for so many files of eight steps, compared with reading and hashing them."""
    written = list(inputs.write_many(folder, count))
    program = next(name for name in ("b3sum", "sha256sum", "cksum") if shutil.which(name))
    base = Command(f"find | {program}", ["sh", "-c", f"find . -name 'w*' -print0 | xargs -0 {program}"], folder)
    costs = compare(
        [base, onefold(f"check, {len(written)} files, nothing cached", folder, "check", "--no-cache", ".")], rounds
    )
    yield from _rows(costs, base.name)


def unchanged(folder: Path, rounds: int, count: int) -> Iterator[Row]:
    """The same files in a work tree, checked again: with nothing changed, and with a change in one before each run."""
    written = [each for each in inputs.write_many(folder, count) if each.suffix == ".json"]
    for words in (["init", "-q"], ["add", "--all"]):
        run(Command("git", ["git", *words], folder))
    # What was just written may be written again without its time telling.
    sleep(_SETTLED)
    base = Command("git status", ["git", "status", "--short"], folder)
    check = onefold(f"check, {count} files, nothing changed", folder, "check", ".")
    for _ in range(2):
        run(check)
    changed = written[0]
    text = changed.read_text(encoding="utf-8")

    lengths = count_from(1)

    def change() -> None:
        changed.write_text(f"{text}{' ' * next(lengths)}", encoding="utf-8")

    costs = compare([base, check], rounds)
    one = onefold("check, one file changed", folder, "check", ".")
    yield from _rows({**costs, **compare([one], rounds, before=change)}, base.name)


def _rows(costs: Mapping[str, Cost], base: str) -> Iterator[Row]:
    for name, cost in costs.items():
        ratio = cost.wall / costs[base].wall
        yield name, f"{cost.wall * 1000:.1f} ms", f"{cost.processor * 1000:.1f} ms", f"{ratio:.2f}"


HEADINGS: Final[Sequence[str]] = ("contender", "wall", "processor", "x base")
