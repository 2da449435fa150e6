"""Where the time of a cold check goes: the parts of one process, in milliseconds of processor time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from dev.bench import inputs
from dev.bench.cold import STEPS
from dev.bench.measuring import Command, onefold, run
from dev.bench.rows import Row

_STARTING: Final = Path(__file__).with_name("starting.py")
PARTS: Final = ("image", "modules", "arguments", "check", "print")
HEADINGS: Final[Sequence[str]] = ("source", *(f"{each}, ms" for each in PARTS), "our modules")


def start(folder: Path, rounds: int) -> Iterator[Row]:
    """A row for each format, with medians."""
    for form in inputs.FORMATS:
        path = inputs.write(folder, "a", inputs.mixed(STEPS), form)
        run(onefold("check", folder, "check", path.name))  # leaves the image
        command = Command("start", [sys.executable, str(_STARTING), path.name], folder)
        taken: list[Mapping[str, tuple[float, int]]] = [json.loads(run(command).output) for _ in range(rounds)]
        times = [f"{median(each[part][0] for each in taken) * 1000:.1f}" for part in PARTS]
        yield form, *times, str(taken[-1]["print"][1])
