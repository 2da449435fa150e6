"""Cold starts on one file of 60 steps, in turns with other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dev.bench import inputs
from dev.bench.measuring import Command, CommandFailed, compare, onefold, run
from dev.bench.peers import peers
from dev.bench.rows import Row, rows

STEPS: Final = 60


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
    yield from rows(costs, bare.name)


def _running(commands: Iterator[Command]) -> Iterator[Command]:
    for each in commands:
        try:
            run(each)
        except CommandFailed as failure:
            print(f"{each.name} does not run here and is left out: {str(failure).splitlines()[-1]}")
        else:
            yield each
