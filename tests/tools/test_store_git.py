"""The store in a git repository: branches are merged cleanly, and the heads of both are there afterwards."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from onefold.tools.store import Store

SOURCE = "onefold: 1\nworkflow: review\nsteps:\n  a: {kind: model, prompt: %s}\n"


@pytest.fixture
def git(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run git in a repository of its own, untouched by anybody's configuration."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "SOURCE_DATE_EPOCH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(folder / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("init", "--quiet", "--initial-branch", "trunk", ".")
    run("config", "user.name", "Ada Lovelace")
    run("config", "user.email", "ada@example.org")
    run("config", "core.autocrlf", "true")
    folder.joinpath(".gitignore").write_text("gitconfig\n")
    return run


@pytest.fixture
def save(folder: Path, git: Any, onefold: Any) -> Any:
    """Write the workflow, record it and commit everything."""

    def run(prompt: str, *options: str) -> None:
        folder.joinpath("review.fold.yaml").write_text(SOURCE % prompt)
        assert onefold("record", "review.fold.yaml", "-m", prompt, *options).code == 0
        git("add", "--all")
        git("commit", "--quiet", "-m", prompt)

    return run


def test_the_author_is_the_one_that_git_knows(save: Any, folder: Path) -> None:
    save("one")
    assert Store.at(folder).heads("review")[0].author == "Ada Lovelace <ada@example.org>"


def test_git_keeps_the_records_and_passes_over_the_rest(save: Any, git: Any) -> None:
    save("one")
    assert git("status", "--porcelain") == ""
    kept = {Path(each).parts[1] for each in git("ls-files", ".onefold").split("\n") if each}
    assert kept == {".gitignore", "objects", "revisions"}
    assert "lock" in git("status", "--porcelain", "--ignored")


def test_two_branches_merge_cleanly_and_leave_two_heads(save: Any, git: Any, folder: Path, onefold: Any) -> None:
    save("base")
    git("branch", "theirs")
    save("ours 1")
    save("shared")
    git("checkout", "--quiet", "theirs")
    save("theirs 1")
    save("shared")
    store = Store.at(folder)
    theirs = store.heads("review")
    git("checkout", "--quiet", "trunk")
    ours = store.heads("review")
    assert ours != theirs
    assert ours[0].version == theirs[0].version

    git("merge", "--quiet", "--no-edit", "theirs")
    assert set(store.heads("review")) == {*ours, *theirs}
    outcome = onefold("fsck")
    assert (outcome.code, "error[OF710]" in outcome.out) == (1, True)
    outcome = onefold("show", "review")
    assert (outcome.code, outcome.out) == (2, "")
    assert all(each.id in outcome.err for each in (*ours, *theirs))
    outcome = onefold("record", "review.fold.yaml")
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF710]: `review@main` has 2 heads." in outcome.err
    assert all(each.id in outcome.err for each in (*ours, *theirs))

    save("merged", "--merge")
    assert set(store.heads("review")[0].parents) == {ours[0].id, theirs[0].id}
    assert onefold("fsck").code == 0
    log = onefold("log", "review").out
    assert log.count("\nmerges   ") == 2
    assert log.count("revision blake3:") == 6


def test_one_head_of_two_may_be_the_merge_as_it_is(save: Any, git: Any, folder: Path) -> None:
    save("base")
    git("branch", "theirs")
    save("ours")
    git("checkout", "--quiet", "theirs")
    save("theirs")
    git("merge", "--quiet", "--no-edit", "-X", "theirs", "trunk")
    save("ours", "--merge")
    head = Store.at(folder).heads("review")[0]
    assert len(head.parents) == 2
    assert head.version in head.parent_versions


def test_another_branch_has_the_heads_of_its_own(save: Any, git: Any, folder: Path) -> None:
    save("one")
    store = Store.at(folder)
    first = store.heads("review")
    git("checkout", "--quiet", "-b", "other")
    save("two")
    second = store.heads("review")
    for branch, heads in [("trunk", first), ("other", second)] * 3:
        git("checkout", "--quiet", branch)
        assert store.heads("review") == heads


def test_a_clone_has_the_whole_store(save: Any, git: Any, folder: Path, onefold: Any, monkeypatch: Any) -> None:
    save("one")
    save("two")
    heads = Store.at(folder).heads("review")
    git("clone", "--quiet", ".", "clone")
    monkeypatch.chdir(folder / "clone")
    assert Store.at(folder / "clone").heads("review") == heads
    assert onefold("fsck").code == 0
    assert onefold("log", "review").out.count("revision blake3:") == 2
