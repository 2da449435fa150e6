"""What each further file takes of a check of many: counted, so that it is the same on every machine."""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from visits import visits

from onefold.frontends.registry import FRONTENDS
from onefold.tools.cli.main import main

FEW, MANY = 10, 30
# To see that it is no folder, to open it, to see twice what it is, to read it, and to see that this was all.
MOST_CALLS = 6
MOST_LINES = {".fold.yaml": 3300, ".fold.toml": 2650, ".fold.json": 2600, ".fold": 2850}
STEPS = ("draft", "review", "mend", "send")


def document(number: int) -> dict[str, Any]:
    """A small workflow."""
    return {
        "onefold": 1,
        "workflow": f"w{number}",
        "start": STEPS[0],
        "steps": {
            step: {"kind": "model", "retry": {"attempts": 3}, "prompt": f"{step.title()} it, number {number}."}
            for step in STEPS
        },
        "transitions": [{"from": origin, "to": target} for origin, target in pairwise(STEPS)],
    }


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    monkeypatch.chdir(tmp_path)
    found: dict[str, list[str]] = {suffix: [] for suffix in MOST_LINES}
    for number in range(MANY):
        for frontend in FRONTENDS:
            suffix, printed = frontend.suffixes[0], frontend.print
            assert printed is not None
            name = f"w{number}{suffix}"
            Path(name).write_text(printed(document(number)))
            found[suffix].append(name)
    return found


def check(names: list[str]) -> None:
    assert main(["check", "--no-cache", "--jobs", "1", *names]) == 0


@pytest.mark.parametrize("suffix", MOST_LINES)
def test_a_further_file_takes_little_work(suffix: str, files: dict[str, list[str]]) -> None:
    check(files[suffix])
    few, many = (visits(partial(check, files[suffix][:count]), "onefold.") for count in (FEW, MANY))
    assert (many - few) / (MANY - FEW) <= MOST_LINES[suffix]


def test_a_further_file_takes_few_calls_of_the_system(
    files: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            calls.append(function.__name__)
            return function(*arguments, **named)

        return call

    check(files[".fold.json"])
    for name in ("open", "fstat", "stat", "lstat", "read", "readlink", "scandir", "listdir", "close"):
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    monkeypatch.setattr(builtins, "open", counted(open))
    counts = []
    for count in (FEW, MANY):
        calls.clear()
        check(files[".fold.json"][:count])
        counts.append(len(calls))
    assert (counts[1] - counts[0]) / (MANY - FEW) <= MOST_CALLS
