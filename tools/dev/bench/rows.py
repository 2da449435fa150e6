"""The rows of a table of whole processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dev.bench.measuring import Cost

Row = tuple[str, ...]

HEADINGS: Final[Sequence[str]] = ("contender", "wall", "processor", "x base")


def rows(costs: Mapping[str, Cost], base: str) -> Iterator[Row]:
    """A row for each contender, with what its time on the clock is of the base's."""
    for name, cost in costs.items():
        ratio = cost.wall / costs[base].wall
        yield name, f"{cost.wall * 1000:.1f} ms", f"{cost.processor * 1000:.1f} ms", f"{ratio:.2f}"
