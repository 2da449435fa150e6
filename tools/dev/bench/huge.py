"""One large file against `json.load` of the same value, as whole processes and by stages; growth, and memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from dev.bench import inputs
from dev.bench.measuring import Command, compare, onefold, run
from dev.bench.rows import Row, rows

_PIPELINE: Final = Path(__file__).with_name("pipeline.py")
STAGES: Final = ("decode", "read", "measure", "lower", "validate", "canonicalize", "encode", "hash")
STAGE_HEADINGS: Final[Sequence[str]] = ("source", *STAGES, "whole", "x json.load")
GROWTH_HEADINGS: Final[Sequence[str]] = ("shape, format", "µs a step", "ten times as many", "growth")
MEMORY_HEADINGS: Final[Sequence[str]] = ("source", "size", "peak", "x file")


def _seconds(path: Path, form: str) -> Mapping[str, float]:
    found: dict[str, float] = json.loads(
        run(Command(path.name, [sys.executable, str(_PIPELINE), str(path), form], path.parent)).output
    )
    return found


def whole(folder: Path, rounds: int, steps: int) -> Iterator[Row]:
    """Reading, checking, encoding and hashing one large file, against an interpreter that loads the JSON."""
    (folder / "onefold.toml").write_text(inputs.CONFIGURATION, encoding="utf-8")
    document = inputs.mixed(steps)
    paths = {form: inputs.write(folder, "huge", document, form) for form in inputs.FORMATS}
    load = f"import json; json.load(open({paths['json'].name!r}, encoding='utf-8'))"
    base = Command("json.load", [sys.executable, "-c", load], folder)
    own = [onefold(f"hash {form}", folder, "hash", path.name) for form, path in paths.items()]
    yield from rows(compare([base, *own], rounds), base.name)


def stages(folder: Path, rounds: int, steps: int) -> Iterator[Row]:
    """Microseconds a step of every stage, in turns with `json.load`; what an interpreter's start takes is left out."""
    document = inputs.mixed(steps)
    paths = {form: inputs.write(folder, "huge", document, form) for form in inputs.FORMATS}
    contenders = {"json.load": paths["json"], **paths}
    costs: dict[str, list[Mapping[str, float]]] = {form: [] for form in contenders}
    for _ in range(rounds):
        for form, path in contenders.items():
            costs[form].append(_seconds(path, form))
    base = median(sum(each.values()) for each in costs["json.load"])
    for form, taken in costs.items():
        parts = [median(each.get(stage, 0) for each in taken) for stage in STAGES]
        whole = median(sum(each.values()) for each in taken)
        shown = [f"{part / steps * 1e6:.1f}" for part in (*parts, whole)]
        yield (form, *shown, f"{whole / base:.1f}")


def growth(folder: Path, rounds: int, steps: int) -> Iterator[Row]:
    """How the time of the whole pipeline grows with ten times as many steps."""
    for shape in inputs.SHAPES:
        for form in inputs.FORMATS:
            small, large = _pair(folder, shape, form, steps)
            few = median(sum(_seconds(small, form).values()) for _ in range(rounds))
            many = median(sum(_seconds(large, form).values()) for _ in range(max(1, rounds // 3)))
            yield f"{shape}, {form}", f"{few / steps * 1e6:.0f}", f"{many / steps * 1e5:.0f}", f"{many / few:.1f}"


def _pair(folder: Path, shape: str, form: str, steps: int) -> tuple[Path, Path]:
    make = inputs.SHAPES[shape]
    small = inputs.write(folder, "small", make(steps), form)
    return small, inputs.write(folder, "large", make(10 * steps), form)


def memory(folder: Path, steps: int) -> Iterator[Row]:
    """The most memory that `onefold hash` takes, by the size of the file."""
    (folder / "onefold.toml").write_text(inputs.CONFIGURATION, encoding="utf-8")
    document = inputs.mixed(steps)
    for form in inputs.FORMATS:
        path = inputs.write(folder, "memory", document, form)
        peak, size = run(onefold(form, folder, "hash", path.name)).peak, path.stat().st_size
        yield form, f"{size / 2**20:.1f} MiB", f"{peak / 2**20:.0f} MiB", f"{peak / size:.1f}"
