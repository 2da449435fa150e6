"""The hooks under the real pre-commit, in real repositories.

The hooks are those of `.pre-commit-hooks.yaml`, word for word, with this Python in place of an environment that
pre-commit would build from a package index.
"""

from __future__ import annotations

import re
import sys
from contextlib import chdir
from copy import copy
from pathlib import Path
from shlex import quote
from shutil import copytree
from typing import Any

import pytest
import yaml
from repositories import Repository

from onefold.frontends.registry import FRONTENDS
from onefold.tools.cli.commands import COMMANDS
from onefold.tools.cli.main import main

MANIFEST = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
HOOKS: dict[str, dict[str, Any]] = {each["id"]: each for each in yaml.safe_load(MANIFEST.read_text())}
YAML = 'onefold: 1\nworkflow: %s\nsteps:\n  a: {kind: model, prompt: "hi"}\n'
SOURCES = {
    "flows/one.fold.yaml": YAML % "one",
    "flows/two words.fold.toml": 'onefold = 1\nworkflow = "two"\n[steps.a]\nkind = "model"\nprompt = "hi"\n',
    "thr\"e'e.fold.json": '{"onefold": 1, "workflow": "three", "steps": {"a": {"kind": "model", "prompt": "hi"}}}\n',
    "-f.fold": 'fold 1\nworkflow four\nmodel a { prompt "hi" }\n',
    "-é\nfünf.fold": 'fold 1\nworkflow five\nmodel a { prompt "hi" }\n',
}


def local(hook: dict[str, Any]) -> dict[str, Any]:
    """A hook as it is, run by this Python."""
    program, _, rest = hook["entry"].partition(" ")
    assert program == "onefold"
    return {**hook, "language": "system", "entry": f"{quote(sys.executable)} -P -m onefold.tools {rest}"}


class Hooked(Repository):
    """A repository whose commits run hooks."""

    def __init__(self, folder: Path, home: Path, *hooks: str) -> None:
        super().__init__(folder)
        self.environment = {"PRE_COMMIT_HOME": str(home)}
        config = {"repos": [{"repo": "local", "hooks": [local(HOOKS[each]) for each in hooks]}]}
        self.write({".pre-commit-config.yaml": yaml.safe_dump(config)})
        self.git("add", "--all")
        code, said = self.attempt(sys.executable, "-m", "pre_commit", "install", environment=self.environment)
        assert code == 0, said

    def try_commit(self) -> tuple[bool, str]:
        """Commit what is staged; whether the hooks let it, and what they said. They never touch the index."""
        staged = self.git("ls-files", "--stage", "-z")
        code, said = self.attempt("git", "commit", "-m", "x", environment=self.environment)
        assert self.git("ls-files", "--stage", "-z") == staged
        return code == 0, said


@pytest.fixture
def hooked(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return lambda *hooks: Hooked(folder / "repository", tmp_path_factory.mktemp("home"), *hooks)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Hooked:
    folder = tmp_path_factory.mktemp("template")
    repository = Hooked(folder / "repository", folder / "home", "onefold-check", "onefold-golden")
    repository.write(SOURCES)
    with chdir(repository.folder):
        assert main(["golden"]) == main(["git-setup"]) == 0
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--no-verify", "-m", "all is well")
    return repository


@pytest.fixture
def guarded(template: Hooked, folder: Path) -> Hooked:
    """A repository with workflows and goldens, all committed, and hooks."""
    copied = copy(template)
    copied.folder = copytree(template.folder, folder / "copy")
    return copied


def test_the_manifest_is_one_to_pre_commit() -> None:
    from pre_commit.clientlib import load_manifest  # type: ignore[import-untyped]  # it has no types

    assert [each["id"] for each in load_manifest(str(MANIFEST))] == ["onefold-check", "onefold-fmt", "onefold-golden"]
    assert all(each["require_serial"] for each in HOOKS.values())


@pytest.mark.parametrize("hook", ["onefold-check", "onefold-fmt"])
def test_hooks_are_given_what_a_search_would_find(hook: str) -> None:
    pattern = re.compile(HOOKS[hook]["files"])
    for frontend in FRONTENDS:
        assert all(pattern.search(f"a b/c{suffix}") for suffix in frontend.suffixes)
        assert not any(pattern.search(f"c{suffix}") for suffix in frontend.explicit_suffixes)
    assert not any(map(pattern.search, ("a.folder", "a.fold.md", "fold", "a.fold.yaml.orig")))


def test_goldens_of_every_format_and_name_are_made_and_kept(guarded: Hooked) -> None:
    guarded.git("rm", "-r", "--quiet", "golden")
    done, said = guarded.try_commit()
    assert not done
    assert "add what was written and removed to the commit: git add --all golden" in said
    guarded.git("add", "--all", "golden")
    guarded.write({"readme.md": "x"})
    guarded.git("add", "--all")
    assert guarded.try_commit()[0]
    names = sorted(each.name for each in (guarded.folder / "golden").iterdir())
    assert names == ["five.yaml", "four.yaml", "one.yaml", "three.yaml", "two.yaml"]


def test_a_fault_in_a_file_of_any_name_stops_the_commit(guarded: Hooked) -> None:
    for name, text in SOURCES.items():
        guarded.write({name: text.replace("hi", "{{ steps.x.output }}")})
    guarded.git("add", "--all")
    done, said = guarded.try_commit()
    assert not done
    # Both hooks say it.
    assert said.count("error[OF301]") == 2 * len(SOURCES)


def test_hooks_see_what_is_staged_and_give_the_rest_back(guarded: Hooked) -> None:
    name, text = "-f.fold", SOURCES["-f.fold"]
    guarded.write({name: text.replace("model a", "model broken {"), "flows/one.fold.yaml": f"# new\n{YAML % 'one'}"})
    guarded.git("add", "flows/one.fold.yaml")
    done, said = guarded.try_commit()
    assert done, said
    assert "model broken" in (guarded.folder / name).read_text()
    guarded.git("add", "--", name)
    guarded.write({name: text})
    done, said = guarded.try_commit()
    assert not done
    assert "-f.fold" in said
    assert (guarded.folder / name).read_text() == text


def test_a_changed_prompt_needs_its_golden_in_the_commit(guarded: Hooked) -> None:
    guarded.write({"-f.fold": SOURCES["-f.fold"].replace("hi", "ho")})
    guarded.git("add", "--all")
    done, said = guarded.try_commit()
    assert not done
    assert "wrote golden/four.yaml" in said
    assert guarded.git("diff", "--name-only") == "golden/four.yaml\n"
    guarded.git("add", "--all")
    assert guarded.try_commit()[0]


def test_a_deleted_workflow_takes_its_golden_along(guarded: Hooked) -> None:
    guarded.git("rm", "--quiet", "--", "-f.fold")
    done, said = guarded.try_commit()
    assert not done
    assert "removed golden/four.yaml" in said
    guarded.git("add", "--all")
    assert guarded.try_commit()[0]
    assert "golden/four.yaml" not in guarded.git("ls-files")


def test_a_renamed_source_needs_nothing(guarded: Hooked) -> None:
    guarded.git("mv", "--", "-f.fold", "flows/f.fold")
    done, said = guarded.try_commit()
    assert done, said


def test_goldens_of_no_workflow_at_all_fail(hooked: Any) -> None:
    repository = hooked("onefold-check", "onefold-golden")
    repository.write({"readme.md": "x"})
    repository.git("add", "--all")
    done, said = repository.try_commit()
    assert not done
    assert "no workflow found in `.`" in said
    assert "exit code: 2" in said


@pytest.mark.parametrize("hook", ["onefold-check", "onefold-fmt"])
def test_a_hook_that_is_given_nothing_fails(onefold: Any, hook: str) -> None:
    command = HOOKS[hook]["entry"].split()[1]
    if command not in COMMANDS:
        pytest.skip(f"`onefold {command}` is not there")
    assert onefold(command, *HOOKS[hook]["args"]).code == 2


@pytest.mark.skipif("fmt" not in COMMANDS, reason="`onefold fmt` is not there")
def test_a_source_that_is_not_formatted_is_formatted_and_stops_the_commit(hooked: Any) -> None:
    repository = hooked("onefold-fmt")
    repository.write({"-f.fold": 'fold 1   workflow   four\n\n\n\nmodel  a  {  prompt   "hi"  }\n'})
    repository.git("add", "--all")
    done, said = repository.try_commit()
    assert not done
    assert "exit code: 1" in said
    assert repository.git("diff", "--name-only") == "-f.fold\n"
    repository.git("add", "--all")
    assert repository.try_commit()[0]
