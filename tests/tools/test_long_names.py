"""Names that no file can have: told of as files that are not there, in every document and by every command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from identity_documents import definition, orchestrator, workspace, write

NAMES = {"a long name": "a" * 300, "a long path": "/".join(["a" * 200] * 30)}
WORKFLOW: dict[str, Any] = {"onefold": 1, "workflow": "w"}
STEP = {"kind": "model", "model": "m", "prompt": "x"}
SHORT = {**WORKFLOW, "steps": {"s": STEP}}


def documents(name: str) -> dict[str, dict[str, Any]]:
    """Documents that name a file in every way there is."""
    return {
        "prompt": {**WORKFLOW, "steps": {"s": {**STEP, "prompt": {"file": name}}}},
        "system": {
            **WORKFLOW,
            "steps": {"s": {**STEP, "system": {"file": name}}},
        },
        "planner": definition(planner={"model": "main", "system": {"file": name}}),
        "planner skill": definition(planner={"model": "main", "skills": [name]}),
        "worker skill": definition(worker={"skills": [name]}),
        "fixer": definition(fixers={"extract": {"model": "cheap", "system": {"file": name}, "max_attempts": 2}}),
        "orchestrator": orchestrator(system={"file": name}),
        "orchestrator skill": orchestrator(skills=[name]),
    }


@pytest.mark.parametrize("format_name", ["yaml", "toml", "json"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_document_that_names_a_file_with_no_possible_name_is_told(
    onefold: Any, folder: Path, name: str, format_name: str
) -> None:
    around = workspace(folder, format_name)
    for document in documents(name).values():
        path = write(around, "long", document, format_name)
        for command in (["check"], ["hash"], ["compile"], ["fmt", "--check"], ["workflows", "list"]):
            outcome = onefold(*command, path.name)
            assert outcome.code in (0, 1, 2)
            assert "fault" not in outcome.err
            if command == ["check"]:
                assert "name too long" in outcome.out + outcome.err


def test_a_fold_document_that_names_such_a_file_is_told(onefold: Any, folder: Path) -> None:
    name = "a" * 300
    text = onefold("compile", "--to", "fold", str(write(folder, "short", SHORT, "yaml"))).out
    (folder / "long.fold").write_text(text.replace('prompt "x"', f'prompt file "{name}"'))
    outcome = onefold("check", "long.fold")
    assert outcome.code == 1
    assert "name too long" in outcome.out + outcome.err


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_command_that_is_given_such_a_name_quotes_it(onefold: Any, folder: Path, name: str) -> None:
    workspace(folder, "yaml")
    step = ["--workflow", f"{name}.json", "--step", "review"]
    for arguments in (
        ["check", f"{name}.fold"],
        ["compile", f"{name}.fold"],
        ["hash", f"{name}.fold"],
        ["fmt", f"{name}.fold"],
        ["diff", name, "plan.fold.yaml"],
        ["workflows", "list", f"{name}.json"],
        ["manifest", "planner", f"{name}.json"],
        ["manifest", "planner", "review.fold.yaml", "--catalog", f"{name}.json"],
        ["manifest", "planner", "review.fold.yaml", "--outer-loop", f"{name}.json"],
        ["manifest", "worker", "review.fold.yaml", *step],
        ["manifest", "diff", f"{name}.json", "review.fold.yaml"],
        ["session", "start", "run_a", "--manifest", f"{name}.json"],
        ["events", "run_a", "--log", name],
        ["events", "--verify", "--log", name],
        ["lineage", "run_a", "--log", name],
    ):
        outcome = onefold(*arguments)
        assert outcome.code == 2, arguments
        assert name in outcome.err, (arguments, outcome.err)
        assert "fault" not in outcome.err
