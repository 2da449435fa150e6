from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onefold.frontends.registry import FRONTENDS
from onefold.tools.search import Unreadable, found_in, search


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")


def ignore(folder: Path, *lines: str, name: str = ".gitignore") -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def found(folder: str | Path = ".") -> list[str]:
    return [Path(path).as_posix() for path in search(folder, FRONTENDS) if isinstance(path, str)]


def test_workflows_are_found_by_their_endings_in_the_order_of_their_names(folder: Path) -> None:
    make(folder, "b.fold", "a/z.fold.toml", "a/b/c.fold.json", "B.fold.yml", "c.fold.yaml")
    make(folder, "notes.yaml", "x.json", "fold", ".fold", "d.fold.txt", "y.folds")
    assert found() == ["B.fold.yml", "a/b/c.fold.json", "a/z.fold.toml", "b.fold", "c.fold.yaml"]
    assert found("a") == ["a/b/c.fold.json", "a/z.fold.toml"]
    assert found(folder / "a") == [f"{folder}/a/b/c.fold.json", f"{folder}/a/z.fold.toml"]


def test_what_git_ignores_is_passed_over(folder: Path) -> None:
    make(folder, "a.fold", "b.fold", "build/c.fold", "sub/build/d.fold", "sub/e.fold", "keep/f.fold")
    ignore(folder, "# a comment", "", "build/", "/b.fold", "f.fold", "!keep/f.fold")
    assert found() == ["a.fold", "keep/f.fold", "sub/e.fold"]


def test_nested_rules_win_over_outer_ones(folder: Path) -> None:
    make(folder, "sub/a.fold", "sub/b.fold", "sub/deep/a.fold")
    ignore(folder, "a.fold")
    ignore(folder / "sub", "!a.fold", "b.fold")
    assert found() == ["sub/a.fold", "sub/deep/a.fold"]


def test_rules_above_the_folder_hold_up_to_the_top_of_the_work_tree(folder: Path) -> None:
    ignore(folder, "a.fold")
    make(folder, "tree/sub/a.fold", "tree/sub/b.fold", "tree/sub/c.fold")
    ignore(folder / "tree", "b.fold")
    assert found("tree/sub") == ["tree/sub/a.fold", "tree/sub/b.fold", "tree/sub/c.fold"]
    folder.joinpath("tree", ".git", "info").mkdir(parents=True)
    ignore(folder / "tree", "c.fold", name=".git/info/exclude")
    assert found("tree/sub") == ["tree/sub/a.fold"]


def test_a_linked_work_tree_has_the_rules_of_its_repository(folder: Path) -> None:
    make(folder, "linked/a.fold", "linked/b.fold")
    ignore(folder, "b.fold", name="main/.git/info/exclude")
    folder.joinpath("main/.git/worktrees/linked").mkdir(parents=True)
    folder.joinpath("main/.git/worktrees/linked/commondir").write_text("../..\n", encoding="utf-8")
    folder.joinpath("linked/.git").write_text(f"gitdir: {folder}/main/.git/worktrees/linked\n", encoding="utf-8")
    assert found("linked") == ["linked/a.fold"]


def test_a_folder_that_is_named_is_searched_even_if_it_is_ignored(folder: Path) -> None:
    folder.joinpath(".git").mkdir()
    ignore(folder, "build/", "b.fold")
    make(folder, "build/sub/a.fold", "build/b.fold")
    assert found("build") == ["build/sub/a.fold"]
    assert found("build/sub") == ["build/sub/a.fold"]
    assert found() == []


def test_an_ignored_file_that_is_named_is_taken(folder: Path, onefold: Any) -> None:
    ignore(folder, "*")
    folder.joinpath("a.fold.json").write_text(
        '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}', encoding="utf-8"
    )
    assert onefold("check", "a.fold.json").code == 0
    assert onefold("check").code == 2


def test_git_folders_are_never_searched(folder: Path) -> None:
    make(folder, ".git/a.fold", "sub/.git/b.fold", ".github/c.fold")
    assert found() == [".github/c.fold"]


def test_links_to_folders_are_not_followed_and_links_to_files_are(folder: Path) -> None:
    make(folder, "real/a.fold")
    folder.joinpath("linked").symlink_to("real")
    folder.joinpath("loop").symlink_to(".")
    folder.joinpath("b.fold").symlink_to("real/a.fold")
    folder.joinpath("dangling.fold").symlink_to("nowhere")
    assert found() == ["b.fold", "real/a.fold"]
    assert found("linked") == ["linked/a.fold"]


def test_what_is_no_regular_file_is_passed_over(folder: Path) -> None:
    os.mkfifo(folder / "pipe.fold")
    folder.joinpath("folder.fold").mkdir()
    make(folder, "folder.fold/a.fold")
    assert found() == ["folder.fold/a.fold"]


@pytest.mark.parametrize("line", ["!", "\\", "[z-a]", "a[", "***", "\udcff"])
def test_a_line_that_is_no_pattern_is_passed_over_as_git_does(folder: Path, line: str) -> None:
    make(folder, "a.fold", "b.fold")
    folder.joinpath(".gitignore").write_text(f"{line}\nb.fold\n", encoding="utf-8", errors="surrogateescape")
    assert found() == ([] if line == "***" else ["a.fold"])


def test_line_ends_and_a_byte_order_mark_do_not_matter(folder: Path) -> None:
    make(folder, "a.fold", "b.fold", "c.fold")
    folder.joinpath(".gitignore").write_bytes(b"\xef\xbb\xbfa.fold\r\nb.fold\r\n")
    assert found() == ["c.fold"]


def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_searched(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(folder, "a/x.fold", "b/y.fold")
    real = os.scandir

    def refusing(path: str) -> Any:
        if path.endswith(f"{os.sep}a"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr("onefold.tools.search.os.scandir", refusing)
    assert list(search(".", FRONTENDS)) == [Unreadable("a", "Permission denied"), str(Path("b/y.fold"))]


def test_folders_may_be_nested_a_thousand_deep(folder: Path) -> None:
    deep = folder
    for _ in range(300):
        deep = deep / "d"
    deep.mkdir(parents=True)
    make(deep, "a.fold")
    assert len(found()) == 1


names = st.sampled_from(["a.fold", "b.fold", "a/a.fold", "a/b.fold", "a/c/a.fold", "c/a.fold", "c/d/b.fold"])
patterns = st.sampled_from(
    [
        "a",
        "/a",
        "a/",
        "a/*",
        "*.fold",
        "!a.fold",
        "!b.fold",
        "**/c",
        "c/**",
        "a/c/",
        "/b.fold",
        "c/d",
        "!c/d/",
        "?.fold",
    ]
)


@given(st.sets(names, min_size=1), st.lists(patterns, max_size=4), st.lists(patterns, max_size=3))
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_found_is_what_git_would_add(
    tmp_path_factory: pytest.TempPathFactory, files: set[str], outer: list[str], inner: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("tree")
    make(folder, *files)
    ignore(folder, *outer)
    ignore(folder / "a", *inner)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard", "-z"], cwd=folder, check=True, capture_output=True
    )
    expected = sorted(each for each in listed.stdout.decode().split("\0") if each.endswith(".fold"))
    assert sorted(os.path.relpath(each, folder) for each in found(folder)) == expected
    for top in (folder, folder / "a"):
        workflows = [Path(each) for each in found(top)] if top.is_dir() else []
        for place in {each.parent for each in workflows}:
            here, below = found_in(str(place), str(place), str(top), FRONTENDS, lambda _path, _is_folder: True)
            assert [*map(Path, here)] == [each for each in workflows if each.parent == place]
            assert {each.parent for each in workflows if each.parent.parent == place} <= set(map(Path, below))


def test_rules_that_say_nothing_take_no_library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(folder, "a.fold", "b.fold")
    ignore(folder, "# what git writes", "", "   ", "#")
    with monkeypatch.context() as without:
        without.setattr("onefold.tools.ignoring.patterns", None)
        assert found() == ["a.fold", "b.fold"]
    ignore(folder, "# what git writes", " #", "a.fold")
    assert found() == ["b.fold"]


@pytest.mark.skipif(os.name == "nt", reason="names are texts there")
@pytest.mark.parametrize("rule", [b"other*", b"caf\xe9*"])
def test_rules_hold_for_names_that_are_no_utf8(folder: Path, rule: bytes) -> None:
    name = os.fsdecode(b"caf\xe9.fold.json")
    try:
        folder.joinpath(name).touch()
    except OSError:
        pytest.skip("the file system takes no such name")
    folder.joinpath(".gitignore").write_bytes(rule + b"\n")
    assert found() == ([name] if rule.startswith(b"other") else [])


def test_what_the_library_warns_of_is_a_rule_all_the_same(folder: Path) -> None:
    make(folder, "a.fold.json", "b.fold.json")
    ignore(folder, "[[a]*.fold.json")
    assert found() == ["b.fold.json"]
