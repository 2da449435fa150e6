"""Many small files: a first run over all of them, one with nothing changed, and one with a change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count as count_from
from pathlib import Path
from time import sleep
from typing import Final

from dev.bench import inputs
from dev.bench.measuring import Command, Cost, compare, onefold, run
from dev.bench.peers import schema_check
from dev.bench.rows import Row, rows

# The peer's time for a further file is the difference between these.
_FEW: Final = 20
_MORE: Final = 220
_SETTLED: Final = 3


def files(folder: Path, rounds: int, count: int, installed: Path | None) -> Iterator[Row]:
    """So many files of eight steps with nothing cached, compared with reading and hashing them, and with a peer."""
    written = list(inputs.write_many(folder, count))
    program = next(name for name in ("b3sum", "sha256sum", "cksum") if shutil.which(name))
    base = Command(f"find | {program}", ["sh", "-c", f"find . -name 'w*' -print0 | xargs -0 {program}"], folder)
    check = onefold(f"check, {count} files, nothing cached", folder, "check", "--no-cache", ".")
    alone = onefold("the same in one process", folder, "check", "--no-cache", "--jobs", "1", ".")
    known = [each for each in written if each.suffix in (".json", ".toml", ".yaml")]
    named = {"few": known[:_FEW], "more": known[:_MORE]}
    peers = [schema_check(name, folder, paths, installed) for name, paths in named.items()]
    costs = dict(compare([base, check, alone, *filter(None, peers)], rounds))
    few, more = costs.pop("few", None), costs.pop("more", None)
    yield from rows(costs, base.name)
    if few is not None and more is not None:
        yield from _each(costs[check.name], count, few, more)


def _each(check: Cost, count: int, few: Cost, more: Cost) -> Iterator[Row]:
    """What a file costs a check, and what a further one costs the peer: its start does not count."""
    added = _MORE - _FEW
    peer = Cost((more.wall - few.wall) / added, (more.processor - few.processor) / added, 0, "")
    each = Cost(check.wall / count, check.processor / count, 0, "")
    name = "check-jsonschema, a further file"
    yield from rows({name: peer, "check, each file": each}, name)


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
    yield from rows({**costs, **compare([one], rounds, before=change)}, base.name)
