"""`git-setup`, and what git shows and merges with it: real repositories, real git."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from repositories import Repository

from onefold.tools.git_attributes import BrokenMarks, line, with_lines
from onefold.tools.golden_merge import marked_texts

YAML = "onefold: 1\nworkflow: %s\nsteps:\n  a:\n    kind: model\n    prompt: |\n      one\n      two\n      three\n"
FOLD = 'fold 1\nworkflow w\nmodel a {\n  timeout 5m\n  prompt """\n    one\n    two\n    three\n    four\n    """\n}\n'
ODD = "-odd 'na\"me'\nwith é.fold"
REFORMATTED = 'fold 1\n// The same.\nworkflow w\nmodel a { prompt "one\\ntwo\\nthree\\nfour\\n"  timeout 300s }\n'


@pytest.fixture
def repository(folder: Path) -> Repository:
    return Repository(folder)


@pytest.fixture
def ready(repository: Repository, onefold: Any) -> Repository:
    """A repository that is set up, with workflows and their goldens."""
    assert onefold("git-setup").code == 0
    repository.write({"flows/one.fold.yaml": YAML % "one", "w.fold": FOLD})
    assert onefold("golden").code == 0
    repository.commit()
    return repository


def edit(repository: Repository, name: str, *changes: tuple[str, str]) -> None:
    path = repository.folder / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8", newline="")


def commit_edit(repository: Repository, onefold: Any, name: str, *changes: tuple[str, str]) -> None:
    edit(repository, name, *changes)
    assert onefold("golden").code == 0
    repository.commit()


def test_everything_is_written_once_and_taken_out_again(repository: Repository, onefold: Any) -> None:
    (repository.folder / ".gitattributes").write_bytes(b"*.png binary\r\n*.md text")
    repository.git("config", "diff.other.textconv", "cat")
    before = (repository.folder / ".git" / "config").read_bytes()
    outcome = onefold("git-setup", "--check")
    assert (outcome.code, outcome.err) == (1, "run `onefold git-setup`\n")
    assert outcome.out.count("is missing\n") == 5
    assert "`.gitattributes` lacks lines" in outcome.out
    assert onefold("git-setup").out == "git shows workflows by meaning now, and merges goldens: commit .gitattributes\n"
    assert onefold("git-setup", "--check") == type(outcome)(0, "git is set up\n", "")
    state = [(repository.folder / name).read_bytes() for name in (".gitattributes", ".git/config")]
    assert onefold("git-setup").out == "git is set up\n"
    assert state == [(repository.folder / name).read_bytes() for name in (".gitattributes", ".git/config")]
    assert state[0].startswith(b"*.png binary\r\n*.md text\n# >>> onefold git-setup")
    assert b"\n*.fold.toml diff=onefold\n" in state[0]
    assert b"\n/golden/*.yaml text eol=lf merge=onefold-golden\n" in state[0]
    assert not (repository.folder / ".git" / "index").exists()

    assert onefold("git-setup", "--uninstall").code == 0
    assert (repository.folder / ".gitattributes").read_bytes() == b"*.png binary\r\n*.md text\n"
    assert (repository.folder / ".git" / "config").read_bytes() == before
    assert onefold("git-setup", "--uninstall").out == "nothing to remove\n"


def test_a_file_that_holds_nothing_else_goes_with_its_lines(repository: Repository, onefold: Any) -> None:
    onefold("git-setup")
    onefold("git-setup", "--uninstall")
    assert sorted(each.name for each in repository.folder.iterdir()) == [".git"]


def test_what_was_changed_by_hand_is_found_and_mended(repository: Repository, onefold: Any) -> None:
    onefold("git-setup")
    repository.git("config", "--add", "diff.onefold.command", "another")
    edit(repository, ".gitattributes", ("*.fold diff=onefold\n", ""))
    outcome = onefold("git-setup", "--check")
    assert (
        outcome.out
        == "the setting `diff.onefold.command` of git is another\n`.gitattributes` lacks lines, or has others\n"
    )
    onefold("git-setup")
    assert onefold("git-setup", "--check").code == 0
    assert repository.git("config", "--get-all", "diff.onefold.command").count("\n") == 1


def test_marks_without_a_partner_stop_everything(repository: Repository, onefold: Any) -> None:
    text = "# >>> onefold git-setup writes the lines from here on\n*.fold diff=onefold\n"
    repository.write({".gitattributes": text})
    for arguments in [(), ("--check",), ("--uninstall",)]:
        outcome = onefold("git-setup", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert "`.gitattributes` cannot be changed: its marks of onefold are not there in pairs" in outcome.err
    assert (repository.folder / ".gitattributes").read_text() == text
    assert "onefold" not in (repository.folder / ".git" / "config").read_text()


def test_a_linked_file_of_attributes_is_left_alone(repository: Repository, onefold: Any) -> None:
    repository.write({"elsewhere": "mine\n"})
    (repository.folder / ".gitattributes").symlink_to("elsewhere")
    outcome = onefold("git-setup")
    assert (outcome.code, outcome.out) == (2, "")
    assert "it is a symbolic link" in outcome.err
    assert (repository.folder / "elsewhere").read_text() == "mine\n"


def test_outside_of_a_work_tree_there_is_nothing_to_set_up(folder: Path, onefold: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    outcome = onefold("git-setup")
    assert (outcome.code, outcome.out) == (2, "")
    assert "this is no work tree of git" in outcome.err
    assert not list(folder.iterdir())


def test_it_works_from_a_subfolder_and_in_a_linked_work_tree(
    repository: Repository, onefold: Any, monkeypatch: Any, tmp_path_factory: Any
) -> None:
    repository.commit({"deep/er/x.txt": ""})
    monkeypatch.chdir(repository.folder / "deep" / "er")
    assert onefold("git-setup").out.endswith("commit ../../.gitattributes\n")
    other = tmp_path_factory.mktemp("work") / "tree"
    repository.git("worktree", "add", "--quiet", "-b", "other", str(other))
    monkeypatch.chdir(other)
    outcome = onefold("git-setup", "--check")
    assert (outcome.code, outcome.out) == (1, "`.gitattributes` lacks lines, or has others\n")
    assert onefold("git-setup").code == 0
    assert (other / ".gitattributes").exists()


def test_a_workspace_inside_of_a_repository_has_lines_of_its_own(
    repository: Repository, onefold: Any, monkeypatch: Any
) -> None:
    repository.write({"part/onefold.toml": 'golden = "snap [1] é"\n', "part/w.fold": FOLD})
    monkeypatch.chdir(repository.folder / "part")
    assert onefold("git-setup").code == 0
    onefold("golden")
    found = repository.git("check-attr", "merge", "diff", "--", "part/snap [1] é/w.yaml", "part/w.fold", "w.fold")
    assert [each.rpartition(": ")[2] for each in found.splitlines()] == [
        "onefold-golden",
        "unspecified",
        "unspecified",
        "onefold",
        "unspecified",
        "unspecified",
    ]


def test_git_diff_shows_words_and_nothing_of_a_new_layout(ready: Repository) -> None:
    edit(ready, "w.fold", ("two", "two and more"))
    shown = ready.git("diff")
    assert shown.startswith("diff --onefold a/w.fold b/w.fold\nw\n  old  blake3:")
    assert "changed  steps.a.prompt\n    one\n    two{+ and more+}\n    three\n" in shown
    ready.write({"w.fold": REFORMATTED})
    assert ready.git("diff") == ""
    ready.git("add", "w.fold")
    edit(ready, "w.fold", ("300s", "301s"))
    assert "steps.a.timeout: 5m → 5m1s" in ready.git("diff")
    assert ready.git("diff", "--cached") == ""
    assert "5m1s" in ready.git("diff", "HEAD")


FORMATS = {
    "a.fold.yaml": "onefold: 1\nworkflow: a\nsteps:\n  s: {kind: model, prompt: one two three}\n",
    "b.fold.toml": 'onefold = 1\nworkflow = "b"\n[steps.s]\nkind = "model"\nprompt = "one two three"\n',
    "c.fold.json": '{"onefold": 1, "workflow": "c", "steps": {"s": {"kind": "model", "prompt": "one two three"}}}\n',
    "d.fold": 'fold 1\nworkflow d\nmodel s { prompt "one two three" }\n',
}


def test_words_are_shown_in_every_format_staged_or_not(repository: Repository, onefold: Any) -> None:
    onefold("git-setup")
    repository.commit(FORMATS)
    for name in FORMATS:
        edit(repository, name, ("two", "2"))
    repository.git("add", "a.fold.yaml", "d.fold")
    for staged in (["--cached"], []):
        shown = repository.git("diff", *staged)
        assert shown.count("diff --onefold ") == 2
        assert shown.count("changed  steps.s.prompt\n    one [-two-]{+2+} three\n") == 2


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_converted_to_one(folder: Path, onefold: Any, name: str) -> None:
    (folder / name).write_text(FORMATS[name])
    outcome = onefold("git-textconv", "--", name)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == onefold("compile", name).out
    assert "prompt: one two three\n" in outcome.out


def test_git_log_shows_canonical_differences(ready: Repository) -> None:
    ready.commit({"w.fold": REFORMATTED}, "another layout")
    edit(ready, "w.fold", ("two", "two and more"))
    ready.commit(None, "another prompt")
    shown = ready.git("log", "-p", "-2", "--format=%s", "--", "w.fold")
    assert "\n-      two\n+      two and more\n" in shown
    assert re.search(r"^@@ .* @@ a$", shown, re.MULTILINE)
    assert shown.endswith("\nanother layout\n\n")
    assert "{+ and more+}" in ready.git("log", "-p", "--ext-diff", "-1", "--", "w.fold")


def test_renames_additions_and_removals_are_shown(ready: Repository) -> None:
    ready.git("mv", "w.fold", "v.fold")
    edit(ready, "v.fold", ("5m", "6m"))
    shown = ready.git("diff", "-M", "HEAD", "--", "v.fold", "w.fold")
    assert shown.startswith("diff --onefold a/w.fold b/v.fold\nsimilarity index ")
    assert "rename from w.fold\nrename to v.fold\n" in shown
    assert "steps.a.timeout: 5m → 6m" in shown
    ready.git("rm", "--quiet", "--force", "v.fold")
    assert "\n--- w.fold\n+++ /dev/null\n" in ready.git("diff", "HEAD", "--", "w.fold")
    ready.write({ODD: FOLD})
    ready.git("add", "--all")
    shown = ready.git("diff", "--cached", "HEAD", "--", ODD)
    assert "b/-odd 'na\"me'\\u{a}with é.fold\n--- /dev/null\n" in shown
    assert "\n+workflow: w\n" in shown


def test_what_does_not_compile_is_compared_as_text(ready: Repository) -> None:
    edit(ready, "w.fold", ("model a", "modle a"))
    assert "compared line by line\n--- w.fold\n+++ w.fold\n" in ready.git("diff")
    assert "\n-model a {\n+modle a {\n" in ready.git("diff")
    assert "\n+modle a {\n" in ready.git("diff", "--no-ext-diff")
    (ready.folder / "w.fold").write_bytes(b"\xff\xfe\x00")
    assert "+\\xff\\xfe\\u{0}\n" in ready.git("diff")


def test_texts_of_other_files_are_named(ready: Repository, onefold: Any) -> None:
    ready.commit({"p.fold": 'fold 1\nworkflow p\nmodel a { prompt file "p.md" timeout 5m }\n', "p.md": "hi"})
    edit(ready, "p.fold", ("5m", "6m"))
    edit(ready, "p.md", ("hi", "ho"))
    shown = ready.git("diff")
    assert "changed  steps.a.timeout: 5m → 6m\n" in shown
    assert "\ntexts of other files are named and not read, so these are not the versions of `onefold hash`\n" in shown
    assert "\n-hi\n" in shown
    assert "prompt: '[text of p.md]'" in onefold("git-textconv", "p.fold").out.replace('"', "'")


def test_a_link_is_compared_as_what_it_is(ready: Repository) -> None:
    (ready.folder / "w.fold").unlink()
    (ready.folder / "w.fold").symlink_to("flows/one.fold.yaml")
    shown = ready.git("diff")
    assert "\n+flows/one.fold.yaml\n\\ No newline at end of file\n" in shown


def test_a_conflict_of_goldens_is_none_where_both_changes_go_together(ready: Repository, onefold: Any) -> None:
    ready.git("branch", "theirs")
    commit_edit(ready, onefold, "w.fold", ("one", "one, ours"))
    ready.git("checkout", "--quiet", "theirs")
    commit_edit(ready, onefold, "w.fold", ("four", "four, theirs"))
    ready.git("checkout", "--quiet", "main")
    ready.git("merge", "--quiet", "--no-edit", "theirs")
    golden = (ready.folder / "golden" / "w.yaml").read_text()
    assert ("one, ours" in golden, "four, theirs" in golden) == (True, True)
    assert onefold("golden", "--check").code == 0
    assert ready.git("status", "--porcelain") == ""


def test_a_conflict_of_meaning_stays_one_until_the_source_is_resolved(ready: Repository, onefold: Any) -> None:
    ready.git("branch", "theirs")
    commit_edit(ready, onefold, "w.fold", ("5m", "6m"))
    ready.git("checkout", "--quiet", "theirs")
    commit_edit(ready, onefold, "w.fold", ("5m", "7m"))
    ready.git("checkout", "--quiet", "main")
    code, said = ready.attempt("git", "merge", "--no-edit", "theirs")
    assert code == 1
    assert "`golden/w.yaml` is in conflict: resolve the workflow's source, then run `onefold golden`" in said
    assert "CONFLICT (content): Merge conflict in golden/w.yaml" in said
    assert "<<<<<<< ours\n" in (ready.folder / "golden" / "w.yaml").read_text()
    assert onefold("golden", "--check").code == 1
    ready.git("checkout", "--quiet", "--theirs", "w.fold")
    assert onefold("golden").code == 0
    ready.commit(None, "merged")
    assert onefold("golden", "--check").code == 0
    assert "timeout: 7m" in (ready.folder / "golden" / "w.yaml").read_text()


def merged(onefold: Any, folder: Path, base: str, ours: str, theirs: str) -> tuple[int, str]:
    for name, text in zip(("base", "ours", "theirs"), (base, ours, theirs), strict=True):
        (folder / name).write_text(text, encoding="utf-8", newline="")
    outcome = onefold("git-merge", "base", "ours", "theirs", "golden/x.yaml")
    assert outcome.out == ""
    return outcome.code, (folder / "ours").read_text(encoding="utf-8")


def golden_of(onefold: Any, folder: Path, source: str) -> str:
    (folder / "x.fold").write_text(source)
    assert onefold("golden", "x.fold").code == 0
    return next((folder / "golden").iterdir()).read_text()


def test_steps_that_both_add_in_one_place_are_merged_by_meaning(folder: Path, onefold: Any) -> None:
    source = 'fold 1\nworkflow w\nmodel a { prompt "x" }\nmodel z { prompt "z" }\na -> z\n'
    one, two = ('model b { prompt "1" }\na -> b on failure\n', 'model c { prompt "2" }\na -> c on timeout\n')
    variants = (source, source + one, source + two, source + one + two)
    base, ours, theirs, both = (golden_of(onefold, folder, each) for each in variants)
    assert "<<<<<<<" in marked_texts(base, ours, theirs)[0]
    assert merged(onefold, folder, base, ours, theirs) == (0, both)
    assert merged(onefold, folder, base.replace("\n", "\r\n"), ours, theirs) == (0, both)


def test_what_merges_into_an_invalid_workflow_is_a_conflict(folder: Path, onefold: Any) -> None:
    source = 'fold 1\nworkflow w\nmodel a { prompt "x" }\nmodel b { prompt "y" }\na -> b\n'
    ours = source.replace('model b { prompt "y" }\na -> b\n', "")
    theirs = f'{source}b -> c\nmodel c {{ prompt "z" }}\n'
    texts = [golden_of(onefold, folder, each) for each in (source, ours, theirs)]
    code, text = merged(onefold, folder, *texts)
    assert (code, "<<<<<<<" in text) == (1, True)


def test_what_is_no_golden_is_merged_line_by_line_or_marked(folder: Path, onefold: Any) -> None:
    assert merged(onefold, folder, "", "a\n", "b\n")[0] == 1
    code, text = merged(onefold, folder, "x: 1\ny: 2\n", "x: 1\ny: 3\n", "x: 1\ny: 4\n")
    assert code == 1
    assert text == "x: 1\n<<<<<<< ours\ny: 3\n=======\ny: 4\n>>>>>>> theirs\n"


def test_the_helpers_tell_what_they_cannot_do(folder: Path, onefold: Any) -> None:
    outcome = onefold("git-merge", "no", "such", "files", "x")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no file `no`" in outcome.err
    assert not list(folder.iterdir())
    outcome = onefold("git-diff", "a", "b")
    assert (outcome.code, outcome.out) == (2, "")
    assert "git gives seven values, or one" in outcome.err
    assert onefold("git-diff", "--", "a.fold").out == "* Unmerged path a.fold\n"


@pytest.mark.parametrize("text", ["", "a\n", "a", "a\r\n"])
def test_lines_come_and_go_without_a_trace(text: str) -> None:
    once = with_lines(text, ["x"])
    assert with_lines(once, ["x"]) == once
    assert with_lines(with_lines(f"{once}mine\n", ["y", "z"]), ()) == f"{with_lines(once, ())}mine\n"
    assert with_lines(once, ()) in (text, f"{text}\n")


def test_doubled_marks_are_broken() -> None:
    once = with_lines("", ["x"])
    with pytest.raises(BrokenMarks):
        with_lines(once + once, ["x"])


def test_patterns_are_quoted_as_git_reads_them(repository: Repository) -> None:
    repository.write({".gitattributes": line('/é "x"\t/*.yaml', "merge=it") + "\n"})
    assert repository.git("check-attr", "merge", "--", 'é "x"\t/a.yaml').endswith(": merge: it\n")


def test_the_settings_name_this_python_and_no_folder_that_a_repository_could_fill(ready: Repository) -> None:
    assert f"{sys.executable} -P -m onefold.tools git-diff --\n" in ready.git("config", "diff.onefold.command")
    ready.write({"onefold/__init__.py": "raise SystemExit(3)", "attrs.py": "raise SystemExit(3)"})
    edit(ready, "w.fold", ("5m", "6m"))
    assert "steps.a.timeout: 5m → 6m" in ready.git("diff")
