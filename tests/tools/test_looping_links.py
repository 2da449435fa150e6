"""A link that leads to itself is told of as that, wherever a path may stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

LOOP = "loop.fold.yaml"
READ = [
    *([each, LOOP] for each in ("check", "hash", "compile", "fmt", "graph", "record", "freeze", "golden")),
    *(["bundle", each, LOOP] for each in ("validate", "preview", "run", "ceiling", "inspect", "verify")),
    *(["bundle", "pack", "a.fold.yaml", "-o", "a.foldpack", "--sign", "--key", LOOP], ["eval", LOOP]),
    *(["bundle", "run", "a.fold.yaml", "--outputs", LOOP], ["workflows", "list", LOOP]),
    *(["bundle", "run", "a.fold.yaml", "--ceiling", LOOP], ["manifest", "diff", LOOP, LOOP]),
    *(["patch", "validate", "--bundle", LOOP, "--patch", LOOP], ["session", "start", "run_a", "--manifest", LOOP]),
]
WRITTEN = [
    ["compile", "a.fold.yaml", "-o", LOOP],
    ["compile", "a.fold.yaml", "--out-dir", LOOP],
    ["bundle", "run", "a.fold.yaml", "--receipt-out", LOOP],
    ["bundle", "preview", "a.fold.yaml", "--svg", LOOP],
    ["bundle", "pack", "a.fold.yaml", "-o", LOOP],
    ["bundle", "pack", "a.fold.yaml", "-o", "a.foldpack", "--trust-log", LOOP],
]


@pytest.fixture
def loop(folder: Path, onefold: Any) -> Path:
    """The link, beside a workflow."""
    assert onefold("init", "a").code == 0
    (folder / LOOP).symlink_to(LOOP)
    return folder / LOOP


@pytest.mark.parametrize("arguments", READ)
def test_one_that_is_to_be_read_is_told_of(onefold: Any, loop: Path, arguments: list[str]) -> None:
    outcome = onefold(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"cannot read `{loop.name}`: too many levels of symbolic links" in outcome.err


@pytest.mark.parametrize("arguments", WRITTEN)
def test_one_that_is_to_be_written_is_told_of(onefold: Any, loop: Path, arguments: list[str]) -> None:
    outcome = onefold(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("onefold: cannot ")
    assert f"`{LOOP}" in outcome.err
    assert loop.is_symlink()
    assert sorted(each.name for each in loop.parent.iterdir() if each.name[0] != ".") == ["a.fold.yaml", LOOP]


def test_a_search_that_comes_to_one_goes_on(onefold: Any, loop: Path) -> None:
    outcome = onefold("check", "--format", "concise")
    assert outcome.code == 2
    assert outcome.err == f"onefold: cannot read `{loop.name}`: too many levels of symbolic links\n"
    assert "1 file checked, 1 could not be read" in outcome.out
