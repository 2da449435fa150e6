"""The composite action for GitHub: its steps are run as the runner would, in a repository with a pull request."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
import yaml
from attrs import frozen
from repositories import Repository

FOLDER = Path(__file__).parents[2] / ".github" / "actions" / "onefold"
ACTION: dict[str, Any] = yaml.safe_load((FOLDER / "action.yml").read_text())
STEPS: dict[str, dict[str, Any]] = {each["name"]: each for each in ACTION["runs"]["steps"]}
INPUT = re.compile(r"\$\{\{ inputs\.(\w+) \}\}")
FOLD = 'fold 1\nworkflow %s\nmodel a { prompt "one two three" }\n'
BROKEN = 'fold 1\nworkflow broken\nmodel a { prompt "{{ steps.x.output }}" }\n'
NASTY = "flows/$(touch injected) `touch injected`\n::error::x.fold"


@frozen
class Runner:
    """Runs steps of the action in a repository."""

    repository: Repository
    summary: Path
    path: str

    def run(self, name: str, **given: str) -> tuple[int, str]:
        """One step with the inputs that are given, and the defaults of the others; its exit code and output."""
        step = STEPS[name]
        environment = {
            key: INPUT.sub(lambda match: self._input(match[1], given), value)
            for key, value in step.get("env", {}).items()
        }
        settings = {"GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_ACTION_PATH": str(FOLDER), "PATH": self.path}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return self.repository.attempt(*command, environment={**settings, **environment})

    def _input(self, name: str, given: dict[str, str]) -> str:
        default = ACTION["inputs"][name].get("default", "")
        return given.get(name, "" if "${{" in default else default)

    @property
    def said(self) -> str:
        return self.summary.read_text(encoding="utf-8")


@pytest.fixture
def runner(folder: Path, onefold: Any) -> Runner:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash on the path")
    programs = folder / "bin"
    programs.mkdir()
    program = programs / "onefold"
    program.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} -P -m onefold.tools "$@"\n')
    program.chmod(0o755)
    os.chdir(folder)
    repository = Repository(folder / "repository")
    assert onefold
    return Runner(repository, folder / "summary.md", f"{programs}{os.pathsep}{os.environ['PATH']}")


def test_nothing_from_outside_is_pasted_into_a_script() -> None:
    for step in STEPS.values():
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
    assert "uses" not in str(STEPS)


def test_every_input_is_described_and_used() -> None:
    text = str(STEPS)
    for name, each in ACTION["inputs"].items():
        assert each["description"]
        assert f"inputs.{name}" in text


def test_findings_are_annotations(runner: Runner) -> None:
    runner.repository.commit({"a.fold": FOLD % "a", NASTY: BROKEN})
    code, said = runner.run("Check workflows")
    assert code == 1
    assert said.startswith("::error file=flows/$(touch injected) `touch injected`%0A%3A%3Aerror%3A%3Ax.fold,line=3,")
    assert "\n::error::x.fold" not in said
    assert runner.run("Check workflows", paths="a.fold\n\n")[0] == 0
    assert not list(runner.repository.folder.rglob("injected"))


def test_inputs_are_data(runner: Runner) -> None:
    runner.repository.commit({"a b.fold": FOLD % "a", "-c.fold": FOLD % "c"})
    assert runner.run("Check workflows", paths="a b.fold\n-c.fold")[0] == 0
    code, said = runner.run("Check workflows", paths='$(touch injected)"; touch injected; "')
    assert (code, "cannot read" in said) == (2, True)
    for base in ("$(touch injected)", "--output=injected", "'; touch injected; '"):
        runner.run("Summarize changes", base=base)
    assert not list(runner.repository.folder.parent.rglob("injected"))


def test_warnings_fail_when_they_shall(runner: Runner) -> None:
    runner.repository.commit({"a.fold": "fold 1\nworkflow a\ntool a = x.y\n"})
    assert runner.run("Check workflows")[0] == 0
    assert runner.run("Check workflows", strict="true")[0] == 1


def test_goldens_that_are_not_in_order_fail_and_no_line_is_a_command(runner: Runner) -> None:
    runner.repository.commit({"a.fold": FOLD % "a", "golden/::error::x.yaml": "::error::y\n"})
    code, said = runner.run("Check golden files")
    assert code == 1
    first, *lines = said.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert len(token) == 32
    assert "missing: golden/a.yaml" in lines
    assert f"::{token}::" in lines


def test_the_summary_shows_what_changed_in_meaning(runner: Runner) -> None:
    base = runner.repository.commit({"a.fold": FOLD % "a", "b.fold": FOLD % "b"})
    runner.repository.commit({"a.fold": f"// a comment\n{FOLD % 'a'}", "b.fold": (FOLD % "b").replace("two", "2")})
    code, said = runner.run("Summarize changes", base=base)
    assert code == 0, said
    assert "### `b`: 1 step changed" in runner.said
    assert "one <del>two</del><ins>2</ins> three" in runner.said
    assert "**same version** `a` in `a.fold`" in runner.said


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("", "no earlier commit"),
        ("0" * 40, "no earlier commit"),
        ("f" * 40, "`fetch-depth: 0`"),
        ("HEAD", "No workflow"),
    ],
)
def test_where_nothing_can_be_compared_the_summary_says_why(runner: Runner, base: str, said: str) -> None:
    runner.repository.commit({"a.fold": FOLD % "a"})
    assert runner.run("Summarize changes", base=base)[0] == 0
    assert said in runner.said


def test_a_commit_that_a_shallow_clone_lacks_is_fetched(runner: Runner, folder: Path) -> None:
    origin = runner.repository
    base = origin.commit({"a.fold": FOLD % "a"})
    origin.commit({"a.fold": (FOLD % "a").replace("two", "2")})
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    origin.git("clone", "--quiet", "--depth=1", origin.folder.as_uri(), str(folder / "clone"))
    clone = Runner(Repository(folder / "clone"), runner.summary, runner.path)
    assert clone.run("Summarize changes", base=base)[0] == 0
    assert "<del>two</del><ins>2</ins>" in runner.said
