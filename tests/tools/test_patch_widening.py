"""Ways to ask for more, and harmless changes, as patches from end to end."""

from __future__ import annotations

import json
import tracemalloc
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import NAMES, write
from patch_documents import patch
from widenings import BASE, HARMLESS, WIDENINGS, Row, applied, insert, node, policy_of

# What a patch leaves out stays as it is, so that it can take no member away.
TAKEN_AWAY = "the list of tools of a node is taken out"
# The bundle says that already.
IDLE = {"fewer operations"}


def sayable(rows: tuple[Row, ...]) -> list[tuple[Row, str]]:
    """The rows that operations of patches can say, each with a format to be written in."""
    found = [each for each in rows if each.operations and all(op["op"] != "set" for op in each.operations)]
    ours = [each for each in found if each.is_contract and each.name not in {TAKEN_AWAY, *IDLE}]
    return list(zip(ours, cycle(NAMES), strict=False))


def validated(
    row: Row, format_name: str, onefold: Any, folder: Path, base_of: dict[str, Any] = BASE
) -> tuple[Any, tuple[str, ...]]:
    bundle = write(folder, "bundle", base_of, format_name)
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


@pytest.mark.parametrize("has_parent", [True, False])
def test_a_folder_that_leads_elsewhere_is_judged_by_where_it_leads(
    has_parent: bool, onefold: Any, folder: Path
) -> None:
    work, other = folder / "work", folder / "other"
    work.mkdir()
    other.mkdir()
    (work / "link").symlink_to(other)
    (work / "inner").symlink_to(work / "deep")
    base = applied((policy_of("fetch", "capability_policy", workspace_roots=[str(work)]),))
    parent = {"workspace_roots": [str(work)], "read_only_roots": ["/usr"]} if has_parent else None

    def judged(root: str) -> list[str]:
        row = Row("", (policy_of("fetch", "capability_policy", workspace_roots=[str(work), root]),), (), parent)
        report, _ = validated(row, "json", onefold, folder, base)
        return [each["kind"] for each in report["capability_delta"]["widening"]]

    assert judged(str(work / "new")) == []
    assert judged(str(work / "inner")) == []
    assert judged(str(work / "link")) == ["workspace_root"]
    assert judged(f"{work}/new/../link/x") == ["workspace_root"]


def test_a_link_that_was_there_before_is_nothing_more(onefold: Any, folder: Path) -> None:
    work = folder / "work"
    work.mkdir()
    (work / "link").symlink_to(folder)
    base = applied((policy_of("fetch", "capability_policy", workspace_roots=[str(work), str(work / "link")]),))
    row = Row("", (node("fetch", task_label="Fetch it"),))
    assert validated(row, "json", onefold, folder, base)[0]["capability_delta"]["widening"] == []


@pytest.mark.parametrize(
    "policy",
    [{"tools": ["t" * 300_000]}, {"workspace_roots": ["/" + "a/" * 100_000]}, {"read_only_roots": ["../" * 100_000]}],
    ids=lambda policy: next(iter(policy)),
)
def test_a_name_of_any_length_is_compared_in_little_memory(policy: Any, onefold: Any, folder: Path) -> None:
    tracemalloc.start()
    report, _ = validated(Row("", (insert("more", capability_policy=policy),)), "json", onefold, folder)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()
    assert report["capability_delta"]["widening"]
