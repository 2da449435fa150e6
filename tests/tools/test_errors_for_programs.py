"""Whoever asks a command for JSON gets one object, also where the command cannot do its work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from published_schemas import validator

from onefold.tools.cli.bundle import WORDS
from onefold.tools.cli.commands import COMMANDS

VALIDATOR = validator("error")
CALLED = [*((name,) for name in COMMANDS if name != "init"), *(("bundle", word) for word in WORDS)]


def told(outcome: Any) -> dict[str, Any]:
    """The object that a command printed."""
    printed: dict[str, Any] = json.loads(outcome.out)
    VALIDATOR.validate(printed)
    assert printed["error"]["message"] in outcome.err
    return printed


@pytest.mark.parametrize("asking", [("--format", "json"), ("--format=json",), ("--json",)], ids=" ".join)
@pytest.mark.parametrize("called", CALLED, ids=" ".join)
def test_arguments_that_make_no_sense_are_told_to_programs_by_every_command(
    onefold: Any, called: tuple[str, ...], asking: tuple[str, ...]
) -> None:
    outcome = onefold(*called, "--no-such-option", *asking)
    assert outcome.code == 2
    label = "-".join(called)
    printed = told(outcome)
    assert printed["onefold"] == f"{label}/1"
    assert printed["error"]["code"] == f"{called[-1]}.usage"
    assert f"see `onefold {' '.join(called)} --help`" in outcome.err
    # People are told in words, and nothing else.
    assert onefold(*called, "--no-such-option").out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("log", "gone"),
        ("show", "gone"),
        ("show", "gone", "--to", "yaml"),
        ("diff", "gone", "gone"),
        ("diff", "bad.fold.json", "bad.fold.json"),
        ("breaking", "gone", "gone"),
        ("lineage", "gone"),
        ("bundle", "preview", "gone"),
        ("frobnicate",),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_told_to_programs(onefold: Any, folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "bad.fold.json").write_text('{"onefold": 1}')
    outcome = onefold(*arguments, "--format", "json")
    assert outcome.code == 2
    printed = json.loads(outcome.out)
    assert (printed["ok"], printed["data"]) == (False, None)
    assert printed["error"]["message"]
    # Words of `bundle` have objects of their own, and diagnostics are wrapped for people.
    if arguments[0] != "bundle":
        VALIDATOR.validate(printed)
        assert printed["error"]["message"] in outcome.err or arguments[1] == "bad.fold.json"


def test_a_fault_of_ours_is_told_to_programs(onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(_: object) -> int:
        raise RuntimeError("boom")

    monkeypatch.setattr("onefold.tools.cli.commands.run", faulty)
    outcome = onefold("check", "--format", "json")
    assert (outcome.code, told(outcome)["error"]["code"]) == (2, "check.fault")


def test_a_format_of_files_and_what_follows_two_dashes_ask_for_nothing(onefold: Any, folder: Path) -> None:
    for arguments in (
        ("init", "--format", "json", "--no-such-option"),
        ("hash", "--", "--json"),
        ("log", "gone", "--format", "json", "--format", "text"),
        ("compile", "gone", "--to", "json"),
    ):
        outcome = onefold(*arguments)
        assert (outcome.code, outcome.out) == (2, ""), arguments
    assert not list(folder.iterdir())
