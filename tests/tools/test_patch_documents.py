"""Patches are documents like all others: checked and laid out in every data format, comments kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import NAMES, write
from patch_documents import add, bundle_policy, contract_patch, insert, patch, prompt

WHOLE = patch(
    insert("n", kind="action", metadata={"a": [1, {"b": "c"}]}),
    prompt("q", "n", "Two\nlines.\n"),
    add("a", "n", "success"),
    bundle_policy(retry={"max_attempts": 2, "backoff": "fixed"}),
    summary="Puts a step in.",
)


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize("value", [WHOLE, contract_patch(*WHOLE["operations"])], ids=["ours", "contract"])
def test_a_patch_has_nothing_to_report(value: Any, format_name: str, onefold: Any, folder: Path) -> None:
    name = write(folder, "patch", value, format_name)
    outcome = onefold("check", name)
    assert (outcome.code, "nothing found" in outcome.out + outcome.err) == (0, True)


@pytest.mark.parametrize("format_name", [name for name in NAMES if name != "json"])
def test_a_patch_is_laid_out_with_its_comments(format_name: str, onefold: Any, folder: Path) -> None:
    name = write(folder, "patch", WHOLE, format_name)
    text = (folder / name).read_text()
    untidy = f"# What it is for.\n\n\n{text}\n\n\n# The end.\n\n"
    (folder / name).write_text(untidy)
    assert onefold("fmt", name).code == 0
    after = (folder / name).read_text()
    assert after != untidy
    assert after.startswith("# What it is for.")
    assert after.endswith("# The end.\n")
    assert onefold("check", name).code == 0


@pytest.mark.parametrize("format_name", NAMES)
def test_what_is_misspelt_has_a_place_and_a_suggestion(format_name: str, onefold: Any, folder: Path) -> None:
    name = write(folder, "patch", patch({**add("a", "n"), "lable": "x"}), format_name)
    outcome = onefold("check", name, "--format", "json")
    (found,) = json.loads(outcome.out)["results"][0]["diagnostics"]
    assert found["code"] == "OF201"
    assert found["help"] == "did you mean `label`?"
    assert found["span"] is not None


@pytest.mark.parametrize("format_name", NAMES)
def test_the_fields_of_an_operation_are_listed_once(format_name: str, onefold: Any, folder: Path) -> None:
    name = write(folder, "patch", patch({"op": "update_bundle_policy", "policy": {}, "zzzz": "x"}), format_name)
    found = json.loads(onefold("check", name, "--format", "json").out)["results"][0]["diagnostics"]
    assert "its fields are `op` and `policy`" in [each["help"] for each in found]
