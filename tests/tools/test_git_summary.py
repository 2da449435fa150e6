"""`git-summary`: what changed in the workflows between two revisions, known by their ids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hostile import hostile
from markdown_it import MarkdownIt
from repositories import Repository

from onefold.frontends.frontend import Limits
from onefold.tools.git_changes import changes_between
from onefold.tools.git_tree import tree_at
from onefold.tools.show.changes import render_changes

FOLD = 'fold 1\nworkflow %s\nmodel a { prompt "one two three" }\n'
YAML = "onefold: 1\nworkflow: %s\nsteps:\n  a: {kind: model, prompt: one two three}\n"
BROKEN = 'fold 1\nworkflow broken\nmodel a { prompt "{{ steps.x.output }}" }\n'


@pytest.fixture
def repository(folder: Path) -> Repository:
    return Repository(folder)


def remove(repository: Repository, *names: str) -> None:
    for name in names:
        (repository.folder / name).unlink()


def summary(onefold: Any) -> str:
    outcome = onefold("git-summary", "HEAD~1")
    assert (outcome.code, outcome.err) == (0, "")
    return str(outcome.out)


def test_a_changed_prompt_shows_its_words(repository: Repository, onefold: Any) -> None:
    repository.commit({"a.fold": FOLD % "a", "b.fold": FOLD % "b"})
    repository.commit({"a.fold": (FOLD % "a").replace("two", "2")})
    said = summary(onefold)
    assert said.startswith("### `a`: 1 step changed\n")
    assert "one <del>two</del><ins>2</ins> three" in said
    assert "`b`" not in said


def test_another_format_another_place_and_another_layout_are_the_same(repository: Repository, onefold: Any) -> None:
    repository.commit({"a.fold": FOLD % "a", "b.fold": FOLD % "b", "c.fold": FOLD % "c"})
    remove(repository, "a.fold", "b.fold")
    repository.commit({"a.fold.yaml": YAML % "a", "deep/b.fold": FOLD % "b", "c.fold": f"// new\n{FOLD % 'c'}"})
    assert summary(onefold).splitlines()[::2] == [
        "**same version** `a` in `a.fold`, now in `a.fold.yaml`",
        "**same version** `b` in `b.fold`, now in `deep/b.fold`",
        "**same version** `c` in `c.fold`",
    ]


def test_what_came_and_went_is_listed(repository: Repository, onefold: Any) -> None:
    repository.commit({"a.fold": FOLD % "a", "t.fold.yaml": "catalog: t\n"})
    remove(repository, "a.fold")
    repository.commit({"flows/`b`\n.fold": FOLD % "b", "t.fold.yaml": "catalog: t2\n"})
    added = "**added** `b` in `` flows/`b`\\u{a}.fold ``"
    assert summary(onefold) == f"{added}\n\n**removed** `a` in `a.fold`\n\n"


def test_what_does_not_compile_is_not_compared(repository: Repository, onefold: Any) -> None:
    repository.commit({"a.fold": FOLD % "a", "b.fold": BROKEN, "c.fold": BROKEN})
    repository.commit({"a.fold": BROKEN, "b.fold": FOLD % "b"})
    lines = summary(onefold).splitlines()[::2]
    assert lines == [f"**not compared** `{name}.fold`: it does not compile, or did not" for name in "ab"]


def test_a_text_in_a_file_of_its_own_is_that_of_the_revision(repository: Repository, onefold: Any) -> None:
    source = 'fold 1\nworkflow a\nmodel a { prompt file "a.md" }\n'
    repository.commit({"a.fold": source, "a.md": "one two three", "b.fold": source.replace("w a", "w b")})
    repository.commit({"a.md": "one 2 three"})
    repository.write({"a.md": "something else"})
    said = summary(onefold)
    assert said.count("one <del>two</del><ins>2</ins> three") == 2
    repository.commit({"a.md": "one 2 three", "other.txt": ""})
    assert summary(onefold) == "No workflow changed.\n\n"


def test_the_configuration_says_what_a_workflow_is(repository: Repository, onefold: Any) -> None:
    repository.commit({"onefold.toml": 'exclude = ["drafts/"]\ngolden = "kept"\n'})
    repository.commit({"drafts/a.fold": FOLD % "a", "kept/b.fold": FOLD % "b", "c.fold": FOLD % "c"})
    assert summary(onefold) == "**added** `c` in `c.fold`\n\n"


def test_what_is_no_revision_is_told(repository: Repository, onefold: Any) -> None:
    repository.commit()
    for revision in ("nothing", "HEAD:x"):
        outcome = onefold("git-summary", revision)
        assert (outcome.code, outcome.out) == (2, "")
        assert f"git knows no revision `{revision}`" in outcome.err


def test_a_summary_that_is_full_says_how_much_it_leaves_out(repository: Repository) -> None:
    repository.commit({f"{name}.fold": FOLD % name for name in "abc"})
    repository.commit({f"{name}.fold": (FOLD % name).replace("two", "2") for name in "abc"})
    old, new = (tree_at(each, repository.folder) for each in ("HEAD~1", "HEAD"))
    changes = changes_between(old, new, lambda _: True, Limits())
    whole = render_changes(changes)
    cut = render_changes(changes, len(whole.encode()) // 2)
    assert cut.endswith("*The summary has no room for 2 more.*\n\n")
    assert cut.startswith(whole[: len(whole) // 4])
    assert render_changes(changes, 0) == "*The summary has no room for 3 more.*\n\n"


def test_a_hostile_workflow_is_text_in_the_summary(repository: Repository, onefold: Any) -> None:
    repository.commit({"a.fold.json": hostile(0)})
    repository.commit({"a.fold.json": hostile(1)})
    said = summary(onefold)
    assert "\x1b" not in said
    assert "<script" not in MarkdownIt("commonmark").render(said)
