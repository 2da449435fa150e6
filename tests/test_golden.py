"""Every golden workflow means the same in every format, and what it means never changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_cases import FORMATS, SILENCED, accept_cases, case_name, compiled, format_of, inputs, printed, relative
from golden_snapshots import GoldenSnapshots
from syrupy.assertion import SnapshotAssertion

from onefold.api import compile
from onefold.frontends.frontend import Unprintable
from onefold.tools.show.text import render

CASES = accept_cases()

every_case = pytest.mark.parametrize("case", CASES, ids=case_name)


def test_there_are_golden_workflows() -> None:
    assert len(CASES) >= 10


@every_case
def test_all_inputs_agree_and_are_what_they_were(case: Path, snapshot: SnapshotAssertion) -> None:
    sources = inputs(case)
    assert sources, f"{relative(case)} has no inputs"
    units = [compiled(source) for source in sources]
    # The inputs are compared with each other first: comparing each with the snapshot would let an update of the
    # snapshot hide that they disagree.
    first = units[0]
    for source, unit in zip(sources, units, strict=True):
        assert unit.canonical == first.canonical, f"{relative(source)} does not mean what {sources[0].name} means"
        assert unit.version == first.version
    expected = snapshot.use_extension(GoldenSnapshots)
    assert first.version == expected(name="version")
    assert printed(first, "yaml") == expected(name="canonical document")
    assert "\n".join(render(each) for each in first.diagnostics) == expected(name="diagnostics")


@every_case
def test_a_case_is_written_in_every_format_that_can_say_it(case: Path) -> None:
    sources = inputs(case)
    unit = compiled(sources[0])
    for format_name in set(FORMATS) - {format_of(source) for source in sources}:
        with pytest.raises(Unprintable):
            pytest.fail(f"{relative(case)} has no {format_name} input, and this is one:\n{printed(unit, format_name)}")


@every_case
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_printed_workflow_compiles_to_the_same_bytes(case: Path, format_name: str) -> None:
    unit = compiled(inputs(case)[0])
    if format_name not in {format_of(source) for source in inputs(case)}:
        with pytest.raises(Unprintable) as refusal:
            printed(unit, format_name)
        assert refusal.value.paths
        return
    again = compile(printed(unit, format_name), format=format_name)
    assert again.canonical == unit.canonical
    assert {each.name for each in again.diagnostics} <= set(SILENCED)
    assert printed(again, format_name) == printed(unit, format_name)
