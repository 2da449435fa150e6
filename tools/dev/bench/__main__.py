"""`python -m dev.bench`: print tables of ratios; `install_peers.sh` installs what is compared with."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.bench import cold, huge, start
from dev.bench.machine import statement
from dev.bench.measuring import LEAST_ROUNDS

PARTS = ("cold", "start", "files", "unchanged", "stages", "growth", "memory")


def main() -> None:
    """Measure the parts that are named, or all of them."""
    options = _options()
    for line in statement():
        print(line)
    rounds, steps = options.rounds, options.steps
    for part in options.parts or PARTS:
        with TemporaryDirectory(prefix="onefold-bench-") as name:
            folder = Path(name)
            print(f"\n{part}, medians of {rounds}")
            if part == "cold":
                _print(cold.HEADINGS, cold.cold(folder, rounds, options.peers))
            elif part == "start":
                _print(start.HEADINGS, start.start(folder, rounds))
            elif part == "files":
                _print(cold.HEADINGS, cold.files(folder, rounds, options.files))
            elif part == "unchanged":
                _print(cold.HEADINGS, cold.unchanged(folder, rounds, options.files))
            elif part == "stages":
                _print(huge.STAGE_HEADINGS, huge.stages(folder, rounds, steps))
            elif part == "growth":
                _print(huge.GROWTH_HEADINGS, huge.growth(folder, rounds, steps))
            else:
                _print(huge.MEMORY_HEADINGS, huge.memory(folder, 10 * steps))


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
