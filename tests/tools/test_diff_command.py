from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from repositories import Repository

from onefold.api import apply, compile, diff, from_json, record, to_json
from onefold.kernel.digest import version
from onefold.kernel.jcs import encode_value
from onefold.tools.show.difference.markdown import LIMIT

OLD = """fold 1
workflow review
budget { steps 50 }
tool fetch = github.get_diff { timeout 30s args { pr: "{{ inputs.pr }}", retries: 2 } }
model look {
  tools [fs.read, web.search]
  prompt \"""
    Look at this:
    {{ steps.fetch.output }}
    Be polite and brief.
    End with a score.
    \"""
}
model mend { prompt "Mend it." }
fetch -> look -> mend
"""
NEW = (
    OLD.replace("look", "study")
    .replace("Be polite and brief.", "Be very polite.")
    .replace("web.search", "web.fetch")
    .replace("retries: 2", "retries: 3")
    .replace("steps 50", "steps 60")
)
BROKEN = "fold 1 workflow w model a { prompt 1 }"


@pytest.fixture
def files(folder: Path) -> Path:
    for name, text in (("old.fold", OLD), ("new.fold", NEW), ("broken.fold", BROKEN)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_difference_as_text_shows_the_words_that_changed(onefold: Any, files: Path) -> None:
    old, new = (compile(files / name).version for name in ("old.fold", "new.fold"))
    outcome = onefold("diff", "old.fold", "new.fold")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "review\n"
        f"  old  {old}  old.fold\n"
        f"  new  {new}  new.fold\n"
        "  1 step renamed, 2 steps changed, budget changed\n"
        "\n"
        "renamed  steps.look → steps.study\n"
        "\n"
        "changed  steps.fetch.args\n"
        "    steps.fetch.args.retries: 2 → 3\n"
        "\n"
        "changed  steps.study.tools.allow: -web.search  +web.fetch\n"
        "\n"
        "changed  steps.study.prompt\n"
        "    ⋯\n"
        "    {{ steps.fetch.output }}\n"
        "    Be {+very +}polite[- and brief-].\n"
        "    End with a score.\n"
        "\n"
        "changed  budget.steps: 50 → 60\n"
    )


def test_what_means_the_same_is_the_same_version(onefold: Any, files: Path) -> None:
    onefold("compile", "old.fold", "--to", "toml", "-o", "same.fold.toml")
    outcome = onefold("diff", "old.fold", "same.fold.toml")
    assert outcome == onefold("diff", "same.fold.toml", "old.fold")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"same version  {compile(files / 'old.fold').version}\n"
    for form in ("json", "markdown", "html"):
        outcome = onefold("diff", "--format", form, "old.fold", "same.fold.toml")
        assert outcome.code == 0
        assert "same version" in outcome.out


def test_colours_take_the_place_of_the_marks_on_a_terminal(
    onefold: Any, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert files.is_dir()
    monkeypatch.setattr("onefold.tools.cli.diff.has_colour", lambda _: True)
    out = onefold("diff", "old.fold", "new.fold").out
    assert "\x1b[30;42mvery \x1b[0m" in out
    assert "{+" not in out


def test_the_json_can_be_applied_and_has_the_published_shape(onefold: Any, files: Path) -> None:
    outcome = onefold("diff", "--format", "json", "old.fold", "new.fold")
    value = json.loads(outcome.out)
    Draft202012Validator(json.loads(onefold("schema", "diff").out)).validate(value)
    assert (outcome.code, value["ok"], value["same"]) == (1, False, False)
    assert (value["old"]["path"], value["new"]["path"]) == ("old.fold", "new.fold")
    made = apply(from_json(value), files / "old.fold")
    assert version(encode_value(made)) == value["new"]["version"] == compile(files / "new.fold").version
    prompt = next(each for each in value["entries"] if each["ir_path"] == "steps.study.prompt")
    assert [each["text"] for each in prompt["words"] if each["part"] == "added"] == ["very "]
    assert prompt["class"] == "behaviour"


def test_the_python_api_compares_units_workflows_documents_and_files(files: Path) -> None:
    old, new = compile(files / "old.fold"), compile(files / "new.fold")
    difference = diff(old, new)
    assert difference == diff(old.ir, files / "new.fold") == diff(json.loads(old.canonical), str(files / "new.fold"))
    assert diff(old, old).is_empty
    assert encode_value(apply(difference, old)) == new.canonical
    assert from_json(to_json(difference)) == difference


def test_markdown_fits_a_comment_and_says_what_it_leaves_out(onefold: Any, files: Path) -> None:
    steps = "\n".join(f'model s{index} {{ prompt "{"word " * 60}{index}" }}' for index in range(300))
    chain = " -> ".join(f"s{index}" for index in range(300))
    for name, extra in (("a.fold", "x"), ("b.fold", "yy")):
        text = f"fold 1 workflow w {steps.replace('word', extra + 'word')}\n{chain}"
        (files / name).write_text(text, encoding="utf-8")
    out = onefold("diff", "--format", "markdown", "a.fold", "b.fold").out
    assert len(out.encode("utf-16-le")) // 2 <= LIMIT
    assert len(out) > LIMIT * 0.8
    assert "as a comment has no room" in out
    assert out.count("<pre>") == out.count("</pre>")
    for name, sign in (("a.fold", "😀"), ("b.fold", "😁")):
        text = f'fold 1 workflow w model a {{ prompt "{f"{sign} " * 100_000}" }}'
        (files / name).write_text(text, encoding="utf-8")
    out = onefold("diff", "--format", "markdown", "a.fold", "b.fold").out
    assert len(out.encode("utf-16-le")) // 2 <= LIMIT
    assert "steps.a.prompt" in out


def test_standard_input_may_stand_for_one_of_the_two(onefold: Any, files: Path) -> None:
    assert files.is_dir()
    expected = onefold("diff", "old.fold", "new.fold").out.replace("new.fold\n", "-\n")
    outcome = onefold("diff", "old.fold", "-", "--from", "fold", stdin=NEW.encode())
    assert (outcome.code, outcome.out) == (1, expected)
    assert onefold("diff", "-", "old.fold", "--stdin-filename", "x.fold", stdin=OLD.encode()).code == 0
    assert onefold("diff", "-", "-", "--from", "fold").code == 2
    assert onefold("diff", "-", "old.fold", stdin=OLD.encode()).code == 2
    assert onefold("diff", "old.fold", "new.fold", "--from", "fold").code == 2


@pytest.mark.parametrize("pair", [("broken.fold", "new.fold"), ("old.fold", "broken.fold")])
def test_an_operand_that_does_not_compile_is_told_and_ends_with_two(
    onefold: Any, files: Path, pair: tuple[str, str]
) -> None:
    assert files.is_dir()
    outcome = onefold("diff", *pair)
    assert (outcome.code, outcome.out) == (2, "")
    assert "broken.fold:1:" in outcome.err


@pytest.mark.parametrize(
    ("operand", "reason"),
    [
        ("nothing.fold", "`nothing.fold` is no file, and no workflow, version or revision is called `nothing.fold`"),
        ("sub", "`sub` is a folder: name a file"),
        ("deadbeef", "`deadbeef` is no file, and no version and no revision begins with `deadbeef`"),
        ("blake3:deadbeef", "no version and no revision begins with `deadbeef`"),
        ("main:old.fold", "`main:old.fold` is no file, and git knows no revision `main`"),
        (":old.fold", "a revision of git must stand before the colon"),
        ("notes.txt", "has no known ending"),
        ("a\0b", "is no file"),
        ("", "argument OLD: the path is empty"),
    ],
)
def test_what_names_nothing_is_told(onefold: Any, files: Path, operand: str, reason: str) -> None:
    (files / "sub").mkdir()
    (files / "notes.txt").write_text("x", encoding="utf-8")
    outcome = onefold("diff", operand, "new.fold")
    assert (outcome.code, outcome.out) == (2, "")
    assert reason in outcome.err
    assert "Traceback" not in outcome.err


def test_recorded_workflows_are_named_by_id_channel_version_and_revision(onefold: Any, files: Path) -> None:
    old, new = compile(files / "old.fold"), compile(files / "new.fold")
    record(old, files, channel="stable")
    first = record(old, files)
    second = record(new, files)
    expected = onefold("diff", "old.fold", "new.fold").out
    for pair in [
        ("review@stable", "review"),
        (old.version, new.version),
        (old.version[:14], new.version.removeprefix("blake3:")[:12]),
        (first.revision.id, second.revision.id),
    ]:
        outcome = onefold("diff", *pair)
        assert (outcome.code, outcome.err) == (1, "")
        assert outcome.out == expected.replace("  old.fold", f"  {pair[0]}").replace("  new.fold", f"  {pair[1]}")
    (files / "review").write_text(OLD, encoding="utf-8")
    assert "has no known ending" in onefold("diff", "review", "new.fold").err, "an existing path comes first"


def test_a_reference_that_may_mean_several_things_lists_them(
    onefold: Any, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onefold.tools.store.resolve.SHORTEST", 4)
    unit = compile(files / "old.fold")
    record(unit, files)
    digits = unit.version.removeprefix("blake3:")
    # A second object that begins with the same digits.
    other = files / ".onefold" / "objects" / digits[:2] / (digits[:-4] + ("0000" if digits[-4:] != "0000" else "1111"))
    there = next((files / ".onefold" / "objects" / digits[:2]).iterdir())
    other.with_name(there.name[:-4] + ("0000" if there.name[-4:] != "0000" else "1111")).write_bytes(b"x")
    outcome = onefold("diff", digits[:6], "new.fold")
    assert outcome.code == 2
    assert "is ambiguous: 2 things begin with" in outcome.err


def test_a_damaged_object_of_the_store_is_told(onefold: Any, files: Path) -> None:
    unit = compile(files / "old.fold")
    record(unit, files)
    path = next(each for each in (files / ".onefold" / "objects").rglob("*") if each.is_file())
    path.chmod(0o644)
    path.write_bytes(b"{}")
    outcome = onefold("diff", unit.version, "new.fold")
    assert (outcome.code, outcome.out) == (2, "")
    assert "error[OF7" in outcome.err


@pytest.fixture
def repository(files: Path) -> Repository:
    """A repository around the folder: `old.fold` and others are committed, and changed in the work tree."""
    made = Repository(files)
    (files / "new.fold").unlink()
    (files / "broken.fold").unlink()
    made.commit({"flows/old.fold": OLD})
    return made


def test_files_of_a_git_revision_are_named_with_a_colon(onefold: Any, files: Path, repository: Repository) -> None:
    first = repository.git("rev-parse", "HEAD").strip()
    repository.commit({"flows/old.fold": NEW})
    repository.git("tag", "v1", first)
    for reference in ("HEAD~1", first, first[:10], "v1", "HEAD@{1}", "main~1"):
        assert onefold("diff", f"{reference}:flows/old.fold", "HEAD:flows/old.fold").code == 1
        assert onefold("diff", f"{reference}:flows/old.fold", "old.fold").code == 0
    assert onefold("diff", "HEAD:./flows/../flows/old.fold", "flows/old.fold").code == 0
    assert (files / "flows").is_dir()


@pytest.mark.usefixtures("repository")
def test_a_path_that_begins_with_a_dot_is_meant_from_the_current_folder(
    onefold: Any, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files / "flows")
    assert onefold("diff", "HEAD:./old.fold", "HEAD:flows/old.fold").code == 0
    assert onefold("diff", "HEAD:../old.fold", "HEAD:old.fold").code == 0


@pytest.mark.usefixtures("repository")
def test_an_existing_path_with_a_colon_comes_first(onefold: Any, files: Path) -> None:
    (files / "HEAD:old.fold").write_text(NEW, encoding="utf-8")
    assert onefold("diff", "HEAD:old.fold", "old.fold").code == 1


@pytest.mark.parametrize(
    "name",
    ["a b.fold", 'it\'s "q".fold', "new\nline.fold", "ünï.fold", "-dash.fold", "--help.fold", "[a]*.fold", "a:b.fold"],
)
def test_names_of_all_kinds_are_read_from_a_revision(onefold: Any, repository: Repository, name: str) -> None:
    repository.commit({name: OLD})
    repository.write({name: NEW})
    outcome = onefold("diff", f"HEAD:{name}", "old.fold")
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("reference", ["--output=x", "-p", "--help", "HEAD^{blob}", "a b", "HEAD --all", "@{u}", "é"])
def test_a_reference_is_never_an_option(onefold: Any, files: Path, reference: str) -> None:
    before = {each.name for each in files.iterdir()}
    outcome = onefold("diff", "--", f"{reference}:old.fold", "old.fold")
    assert (outcome.code, outcome.out) == (2, "")
    assert "git knows no revision" in outcome.err or "is no file" in outcome.err
    assert {each.name for each in files.iterdir()} == before


@pytest.mark.usefixtures("repository")
def test_what_a_user_wrote_stands_where_git_takes_it_for_no_option(
    onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    run = subprocess.run

    def spy(command: list[str], **settings: Any) -> Any:
        commands.append(command)
        assert "shell" not in settings
        return run(command, **settings)

    monkeypatch.setattr("onefold.tools.git.subprocess.run", spy)
    onefold("diff", "--", "--not-an-option:old.fold", "old.fold")
    given = next(each for each in commands if any("not-an-option" in word for word in each))
    assert given.index("--end-of-options") < next(i for i, word in enumerate(given) if "not-an-option" in word)


PROMPTED = "onefold: 1\nworkflow: w\nsteps:\n  a:\n    kind: model\n    prompt: {{file: {}}}\n"


def test_texts_come_from_the_tree_of_the_revision(onefold: Any, files: Path, repository: Repository) -> None:
    repository.commit({"flows/a.fold.yaml": PROMPTED.format("../prompts/a.md"), "prompts/a.md": "one two three"})
    repository.write({"prompts/a.md": "one two four"})
    outcome = onefold("diff", "HEAD:flows/a.fold.yaml", "flows/a.fold.yaml")
    assert outcome.code == 1
    assert "one two [-three-]{+four+}" in outcome.out
    (files / "prompts" / "a.md").unlink()
    assert onefold("diff", "HEAD:flows/a.fold.yaml", "HEAD:flows/a.fold.yaml").code == 0


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../../out.md", "leaves the workspace"),
        ("/etc/passwd", "relative to the source"),
        ("missing.md", "is not there"),
        ("link.md", "is a symbolic link"),
        ("linked/a.md", "is a symbolic link"),
        ("folder", "is not a regular file"),
        (".env", "secret"),
        (".git/config", "secret"),
        ("latin.md", "UTF-8"),
    ],
)
def test_texts_of_a_revision_are_refused_as_those_of_files(
    onefold: Any, files: Path, repository: Repository, path: str, reason: str
) -> None:
    repository.write({"flows/a.fold.yaml": PROMPTED.format(path), "flows/folder/a.md": "x", "flows/.env": "x"})
    (files / "flows" / "link.md").symlink_to("folder/a.md")
    (files / "flows" / "linked").symlink_to("folder")
    (files / "flows" / "latin.md").write_bytes(b"\xff\xfe\xfd")
    repository.commit()
    outcome = onefold("diff", "HEAD:flows/a.fold.yaml", "old.fold")
    assert (outcome.code, outcome.out) == (2, "")
    assert reason in outcome.err


def test_a_configuration_in_the_tree_bounds_the_texts_there(onefold: Any, repository: Repository) -> None:
    repository.commit({"flows/a.fold.yaml": PROMPTED.format("../a.md"), "a.md": "x", "flows/onefold.toml": ""})
    assert "leaves the workspace" in onefold("diff", "HEAD:flows/a.fold.yaml", "old.fold").err
    repository.git("rm", "--quiet", "flows/onefold.toml")
    repository.commit()
    assert onefold("diff", "HEAD:flows/a.fold.yaml", "HEAD:flows/a.fold.yaml").code == 0


def test_a_source_that_is_no_file_or_too_large_is_told(onefold: Any, files: Path, repository: Repository) -> None:
    (files / "link.fold").symlink_to("old.fold")
    repository.commit({"onefold.toml": "[limits]\nsource_bytes = 100\n", "big.fold": OLD})
    for operand, reason in [
        ("HEAD:link.fold", "`link.fold` is a symbolic link"),
        ("HEAD:flows", "`HEAD:flows` is not a regular file"),
        ("HEAD:none.fold", "`HEAD:none.fold` is not there"),
        ("HEAD:old.fold/x", "`HEAD:old.fold/x` is not there"),
        ("HEAD:../x.fold", "names no file"),
        ("HEAD:", "names no file"),
        ("HEAD:big.fold", "error[OF119]"),
    ]:
        outcome = onefold("diff", operand, operand)
        assert (outcome.code, outcome.out) == (2, "")
        assert reason in outcome.err
