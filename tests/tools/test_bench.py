"""What is measured is what it says: generated inputs are the same again, clean and equal in every format."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dev.bench import inputs
from dev.bench.huge import STAGES, growth, memory, stages, whole
from dev.bench.measuring import Command, CommandFailed, compare, onefold, run
from onefold.api import check


@pytest.mark.parametrize("shape", inputs.SHAPES)
def test_a_generated_workflow_is_clean_and_has_one_version_in_every_format(shape: str, tmp_path: Path) -> None:
    document = inputs.SHAPES[shape](30)
    assert inputs.SHAPES[shape](30) == document
    checked = [check(inputs.write(tmp_path, "a", document, form)) for form in inputs.FORMATS]
    assert [each.diagnostics for each in checked] == [()] * len(inputs.FORMATS)
    assert len({each.version for each in checked}) == 1


def test_a_cost_is_that_of_the_whole_process(tmp_path: Path) -> None:
    sleeper = Command("count", [sys.executable, "-c", "print(sum(range(2_000_000)))"], tmp_path)
    bare = Command("bare", [sys.executable, "-c", "pass"], tmp_path)
    costs = compare([sleeper, bare], 1)
    assert costs["count"].output == "1999999000000\n"
    assert costs["bare"].peak > 2**20
    with pytest.raises(CommandFailed):
        run(onefold("hash", tmp_path, "hash", "nowhere.fold"))


def test_every_stage_growth_and_memory_have_their_rows(tmp_path: Path) -> None:
    rows = list(stages(tmp_path, 1, 6))
    assert [row[0] for row in rows] == ["json.load", *inputs.FORMATS]
    assert {len(row) for row in rows} == {len(STAGES) + 3}
    assert [row[0] for row in whole(tmp_path, 1, 6)] == ["json.load", *(f"hash {form}" for form in inputs.FORMATS)]
    assert next(growth(tmp_path, 1, 6))[0] == "mixed, yaml"
    assert [row[0] for row in memory(tmp_path, 6)] == list(inputs.FORMATS)
