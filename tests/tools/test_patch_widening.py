"""Ways to ask for more, and harmless changes, as patches from end to end."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import NAMES, write
from patch_documents import patch
from widenings import BASE, HARMLESS, WIDENINGS, Row

# What a patch leaves out stays as it is, so that it can take no member away.
TAKEN_AWAY = "the list of tools of a node is taken out"
# The bundle says that already.
IDLE = {"fewer operations"}


def sayable(rows: tuple[Row, ...]) -> list[tuple[Row, str]]:
    """The rows that operations of patches can say, each with a format to be written in."""
    found = [each for each in rows if each.operations and all(op["op"] != "set" for op in each.operations)]
    ours = [each for each in found if each.is_contract and each.name not in {TAKEN_AWAY, *IDLE}]
    return list(zip(ours, cycle(NAMES), strict=False))


def validated(row: Row, format_name: str, onefold: Any, folder: Path) -> tuple[Any, tuple[str, ...]]:
    bundle = write(folder, "bundle", BASE, format_name)
    base = json.loads(onefold("bundle", "validate", bundle, "--json").out)["data"]["bundle_hash"]
    target = write(folder, "patch", patch(*row.operations, base=base), format_name)
    given: tuple[str, ...] = ("--bundle", bundle, "--patch", target)
    if row.parent is not None:
        given = (*given, "--parent-ceiling", write(folder, "parent", row.parent, format_name))
    outcome = onefold("patch", "validate", *given, "--json")
    return json.loads(outcome.out)["data"], given


@pytest.mark.parametrize(("row", "format_name"), sayable(WIDENINGS), ids=lambda each: getattr(each, "name", each))
def test_a_patch_that_asks_for_more_is_reported_and_not_applied(
    row: Row, format_name: str, onefold: Any, folder: Path
) -> None:
    report, given = validated(row, format_name, onefold, folder)
    widening = report["capability_delta"]["widening"]
    assert report["apply_errors"] == []
    assert set(row.kinds) <= {each["kind"] for each in widening}
    assert all(each["detail"] and each["place"] for each in widening)
    assert not report["valid"]
    applied = onefold("patch", "apply", *given, "--out", "out.json")
    assert (applied.code, (folder / "out.json").exists()) == (1, False)
    assert "[OF869]" in applied.err


@pytest.mark.parametrize(("row", "format_name"), sayable(HARMLESS), ids=lambda each: getattr(each, "name", each))
def test_a_harmless_patch_is_applied(row: Row, format_name: str, onefold: Any, folder: Path) -> None:
    report, given = validated(row, format_name, onefold, folder)
    assert report["capability_delta"]["widening"] == []
    assert report["apply_errors"] == []
    assert report["valid"] is report["bundle_validation"]["valid"]
    if not report["valid"]:
        # It asks for less, and leaves a bundle that has errors.
        return
    assert onefold("patch", "apply", *given, "--out", "out.json").code == 0
    assert onefold("bundle", "validate", "out.json").code == 0


def test_most_of_both_tables_can_be_said() -> None:
    assert len(sayable(WIDENINGS)) >= 60
    assert len(sayable(HARMLESS)) >= 25
