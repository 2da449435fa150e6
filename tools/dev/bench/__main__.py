"""`python -m dev.bench`: print tables of ratios; `install_peers.sh` installs what is compared with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dev.bench import cold, huge, many, start
from dev.bench.machine import statement
from dev.bench.measuring import LEAST_ROUNDS
from dev.bench.rows import HEADINGS, Row

PARTS: Final[Mapping[str, tuple[Sequence[str], Callable[[Path, argparse.Namespace], Iterator[Row]]]]] = {
    "cold": (HEADINGS, lambda folder, options: cold.cold(folder, options.rounds, options.peers)),
    "start": (start.HEADINGS, lambda folder, options: start.start(folder, options.rounds)),
    "files": (HEADINGS, lambda folder, options: many.files(folder, options.rounds, options.files, options.peers)),
    "unchanged": (HEADINGS, lambda folder, options: many.unchanged(folder, options.rounds, options.files)),
    "whole": (HEADINGS, lambda folder, options: huge.whole(folder, options.rounds, options.steps)),
    "stages": (huge.STAGE_HEADINGS, lambda folder, options: huge.stages(folder, options.rounds, options.steps)),
    "growth": (huge.GROWTH_HEADINGS, lambda folder, options: huge.growth(folder, options.rounds, options.steps)),
    "memory": (huge.MEMORY_HEADINGS, lambda folder, options: huge.memory(folder, 10 * options.steps)),
}
"""The headings of each part, and its rows, measured in an empty folder."""


def main() -> None:
    """Measure the parts that are named, or all of them."""
    options = _options()
    for line in statement():
        print(line)
    for part in options.parts or PARTS:
        headings, measure = PARTS[part]
        with TemporaryDirectory(prefix="onefold-bench-") as name:
            print(f"\n{part}, medians of {options.rounds}")
            _print(headings, measure(Path(name), options))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all unless given")
    parser.add_argument("--rounds", type=int, default=LEAST_ROUNDS, help="how often each contender runs")
    parser.add_argument("--steps", type=int, default=10_000, help="steps of the large files; growth takes ten times")
    parser.add_argument("--files", type=int, default=10_000, help="how many small files")
    parser.add_argument("--peers", type=Path, help="the folder that install_peers.sh has filled")
    options = parser.parse_args()
    if unknown := [each for each in options.parts if each not in PARTS]:
        parser.error(f"there is no part {unknown[0]}")
    return options


def _print(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with the first column to the left and all others to the right."""
    table = [headings, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(headings))]
    for first, *others in table:
        cells = [each.rjust(width) for each, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]))


if __name__ == "__main__":
    main()
