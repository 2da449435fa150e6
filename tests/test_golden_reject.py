"""Every mistake of the golden cases is found in every format, by one code, at one place of the IR, in good words."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_cases import case_name, check_input, inputs, reject_cases, relative
from golden_snapshots import GoldenSnapshots
from syrupy.assertion import SnapshotAssertion

from onefold.api import Diagnostic
from onefold.tools.show.text import render

CASES = reject_cases()


def found(source: Path) -> tuple[Diagnostic, ...]:
    return check_input(source).diagnostics


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_mistake_is_the_same_in_every_format(case: Path, snapshot: SnapshotAssertion) -> None:
    sources = inputs(case)
    assert sources, f"{relative(case)} has no inputs"
    everything = {source.name: found(source) for source in sources}
    shown = {name: "\n\n".join(map(render, diagnostics)) for name, diagnostics in everything.items()}
    for name, diagnostics in everything.items():
        names = {f"{each.code}-{each.name}" for each in diagnostics}
        assert names == {case.parent.name}, f"{relative(case)}/{name}: {shown[name] or 'nothing is found'}"
        assert all(each.span is not None for each in diagnostics), shown[name]
    assert len({len(diagnostics) for diagnostics in everything.values()}) == 1, shown
    # What a reader finds has no path in the IR; what lowering and the rules find has the same one in every format.
    paths = {name: sorted(each.ir_path or "" for each in diagnostics) for name, diagnostics in everything.items()}
    spoken = {name: each for name, each in paths.items() if any(each)}
    assert all(each == next(iter(spoken.values())) for each in spoken.values()), spoken
    for name, text in shown.items():
        assert text == snapshot(name=name, extension_class=GoldenSnapshots)
