from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.api import check, compile
from onefold.frontends.registry import FRONTENDS
from onefold.tools.cli.init import identifier, starter

FORMATS = [each.name for each in FRONTENDS]


def test_the_starters_of_all_formats_are_one_workflow_without_findings() -> None:
    units = [compile(starter(each, "review"), format=each.name) for each in FRONTENDS]
    assert len({unit.version for unit in units}) == 1
    for unit in units:
        assert unit.ir.workflow == "review"
        assert unit.diagnostics == ()


def test_every_starter_is_commented() -> None:
    for each in FRONTENDS:
        assert "is like a comment" in starter(each, "w") or "is like one" in starter(each, "w")


def test_a_name_writes_a_file_that_checks_and_is_never_overwritten(folder: Path, onefold: Any) -> None:
    outcome = onefold("init", "review")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "wrote review.fold.yaml\n")
    outcome = onefold("check")
    assert outcome.code == 0
    assert outcome.out.endswith("1 file checked: nothing found\n")
    text = folder.joinpath("review.fold.yaml").read_text(encoding="utf-8")
    assert "workflow: review\n" in text
    again = onefold("init", "review")
    assert (again.code, again.err) == (2, "onefold: `review.fold.yaml` exists and is left as it is\n")
    assert folder.joinpath("review.fold.yaml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_gives_the_ending(folder: Path, onefold: Any, form: str) -> None:
    assert onefold("init", "--format", form, "flows/review").code == 0
    suffix = next(each.suffixes[0] for each in FRONTENDS if each.name == form)
    assert folder.joinpath("flows", f"review{suffix}").is_file()
    assert onefold("check", "--strict").code == 0


@pytest.mark.parametrize(
    ("name", "written"),
    [("x.fold", "x.fold"), ("x.fold.toml", "x.fold.toml"), ("x.json", "x.json"), ("x.y", "x.y.fold.yaml")],
)
def test_an_ending_gives_the_format(folder: Path, onefold: Any, name: str, written: str) -> None:
    assert onefold("init", name).code == 0
    assert onefold("check", written).code == 0
    assert folder.joinpath(written).is_file()


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_without_a_name_the_starter_is_printed(onefold: Any, arguments: list[str]) -> None:
    outcome = onefold("init", "--format", "toml", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    assert compile(outcome.out, format="toml").ir.workflow == "my-workflow"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--format", "json", "x.fold"], "`x.fold` has not the ending of a json file"),
        ([".."], "`..` is a folder"),
        ([""], "`` is a folder"),
        (["--format", "ini"], "argument --format: invalid choice"),
    ],
)
def test_a_usage_error_says_why(onefold: Any, arguments: list[str], reason: str) -> None:
    outcome = onefold("init", *arguments)
    assert outcome.code == 2
    assert outcome.err.startswith(f"onefold: {reason}")


def test_a_place_that_cannot_be_written_is_told(folder: Path, onefold: Any) -> None:
    folder.joinpath("taken").write_text("", encoding="utf-8")
    for name in ("taken/x", "a\0b"):
        outcome = onefold("init", name)
        assert outcome.code == 2
        assert outcome.err.startswith("onefold: cannot write `")


@given(st.text(max_size=300))
def test_any_file_name_gives_a_workflow_id(name: str) -> None:
    document = {"onefold": 1, "workflow": identifier(name), "steps": {"a": {"kind": "model", "prompt": "hi"}}}
    assert check(json.dumps(document), format="json").ok
