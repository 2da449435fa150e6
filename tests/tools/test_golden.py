"""`golden`: the canonical form of every workflow is kept for review, and `--check` finds whatever is not in order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from golden_cases import accept_cases, inputs
from hypothesis import given, settings
from strategies import workflows

from onefold.api import compile, read
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.digest import version
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.tools.goldens import body_of, golden_name, golden_text

YAML = "onefold: 1\nworkflow: %s\nsteps:\n  a: {kind: model, prompt: %s}\n"
FOLD = 'fold 1\nworkflow %s\nmodel a { prompt "%s" }\n'


@pytest.fixture
def two(folder: Path) -> Path:
    """A workspace with two workflows whose goldens are written."""
    (folder / "flows").mkdir()
    (folder / ".git").mkdir()
    (folder / "flows" / "one.fold.yaml").write_text(YAML % ("one", "hi"))
    (folder / "two.fold").write_text(FOLD % ("ops/two:x", "there"))
    return folder


@pytest.fixture
def golden(two: Path, onefold: Any) -> Path:
    assert onefold("golden").code == 0
    return two / "golden"


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(each): (each.read_bytes(), each.stat().st_mtime_ns) for each in folder.rglob("*") if each.is_file()}


def test_every_workflow_is_written_under_its_id_and_headed_by_its_version(two: Path, onefold: Any) -> None:
    outcome = onefold("golden")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == ("wrote golden/one.yaml\nwrote golden/ops%2Ftwo%3Ax.yaml\n2 goldens: 2 written, 0 removed\n")
    version = onefold("hash", "--quiet", "flows/one.fold.yaml").out.strip()
    text = (two / "golden" / "one.yaml").read_text()
    assert text == (
        f"# version {version}\n"
        "# Written by `onefold golden`: change the workflow's source, not this file.\n"
        f"{onefold('compile', 'flows/one.fold.yaml').out}"
    )


def test_what_is_as_it_should_be_is_not_written_again(golden: Path, onefold: Any) -> None:
    before = state(golden)
    assert onefold("golden").out == "2 goldens: 0 written, 0 removed\n"
    assert onefold("golden", "--check").out == "2 goldens checked: all as they should be\n"
    assert state(golden) == before


def test_a_stale_golden_is_shown_as_a_difference_and_left_alone(golden: Path, onefold: Any) -> None:
    (golden.parent / "two.fold").write_text(FOLD % ("ops/two:x", "you"))
    before = state(golden)
    outcome = onefold("golden", "--check")
    assert outcome.code == 1
    assert outcome.out.startswith("stale: golden/ops%2Ftwo%3Ax.yaml\n--- golden/ops%2Ftwo%3Ax.yaml\n+++ golden/")
    assert "\n-    prompt: there\n+    prompt: you\n" in outcome.out
    assert outcome.out.endswith("\n2 goldens checked: 1 stale\n")
    assert outcome.err == "run `onefold golden` and commit what it writes\n"
    assert state(golden) == before
    assert onefold("golden").out == "wrote golden/ops%2Ftwo%3Ax.yaml\n2 goldens: 1 written, 0 removed\n"
    assert onefold("golden", "--check").code == 0


def test_a_missing_golden_is_shown_whole(golden: Path, onefold: Any) -> None:
    (golden / "one.yaml").unlink()
    outcome = onefold("golden", "--check")
    assert outcome.code == 1
    assert outcome.out.startswith("missing: golden/one.yaml\n--- /dev/null\n+++ golden/one.yaml\n@@ -0,0 +1,")
    assert "\n+workflow: one\n" in outcome.out
    assert not (golden / "one.yaml").exists()


def test_the_golden_of_a_workflow_that_is_gone_is_left_over_and_removed(golden: Path, onefold: Any) -> None:
    (golden.parent / "two.fold").unlink()
    outcome = onefold("golden", "--check")
    assert outcome.code == 1
    assert "left over: golden/ops%2Ftwo%3Ax.yaml\n" in outcome.out
    assert "\n+++ /dev/null\n" in outcome.out
    assert len(names(golden)) == 2
    assert "removed golden/ops%2Ftwo%3Ax.yaml\n" in onefold("golden").out
    assert names(golden) == ["one.yaml"]


def test_a_hook_fails_on_what_it_changed_and_says_what_to_do(two: Path, onefold: Any) -> None:
    outcome = onefold("golden", "--fail-on-change")
    assert outcome.code == 1
    assert outcome.err == "add what was written and removed to the commit: git add --all golden\n"
    assert onefold("golden", "--fail-on-change").code == 0
    (two / "two.fold").unlink()
    assert onefold("golden", "--fail-on-change").code == 1


def test_a_file_that_onefold_did_not_write_is_never_removed(golden: Path, onefold: Any) -> None:
    (golden / "notes.yaml").write_text("mine: 1\n")
    (golden / "notes.txt").write_text("mine")
    (golden / "more").mkdir()
    (golden / "more" / "x.yaml").write_text("mine: 1\n")
    for arguments in [("golden",), ("golden", "--check")]:
        outcome = onefold(*arguments)
        assert outcome.code == 1
        assert "`golden/notes.yaml` was not written by onefold and belongs to no workflow" in outcome.err
        assert "more" not in outcome.out + outcome.err
    assert (golden / "notes.yaml").read_text() == "mine: 1\n"


def test_only_what_is_named_is_written_and_nothing_is_left_over_then(golden: Path, onefold: Any) -> None:
    for each in golden.iterdir():
        each.write_text("# version blake3:" + "0" * 64 + "\n")
    assert onefold("golden", "flows/one.fold.yaml").out == "wrote golden/one.yaml\n1 golden: 1 written, 0 removed\n"
    assert onefold("golden", "--check", "flows").code == 0
    assert onefold("golden", "--check", ".").code == 1


def test_a_subfolder_stands_for_its_workspace(golden: Path, onefold: Any, monkeypatch: Any) -> None:
    (golden.parent / "two.fold").unlink()
    monkeypatch.chdir(golden.parent / "flows")
    assert "left over: ../golden/ops%2Ftwo%3Ax.yaml\n" in onefold("golden", "--check").out
    assert onefold("golden").out == "removed ../golden/ops%2Ftwo%3Ax.yaml\n1 golden: 0 written, 1 removed\n"


def test_where_no_workflow_is_found_nothing_is_in_order(golden: Path, onefold: Any) -> None:
    for each in (golden.parent / "two.fold", golden.parent / "flows" / "one.fold.yaml"):
        each.unlink()
    for arguments in [("golden",), ("golden", "--check"), ("golden", "--check", "golden")]:
        outcome = onefold(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert "no workflow found in" in outcome.err
    assert len(names(golden)) == 2


def test_the_golden_folder_is_never_read_as_a_source(golden: Path, onefold: Any) -> None:
    (golden / "deep").mkdir()
    (golden / "deep" / "other.fold.yaml").write_text("broken: [")
    (golden / "three.fold.yaml").write_text(YAML % ("one", "another"))
    assert onefold("golden", ".").code == 1  # the foreign `three.fold.yaml`
    assert onefold("golden", "golden/deep").code == 2
    outcome = onefold("golden", "golden/one.yaml")
    assert (outcome.code, outcome.out) == (2, "")
    assert "`golden/one.yaml` lies in the golden folder, where nothing is a source" in outcome.err


def test_sources_of_one_version_share_a_golden_and_rivals_are_a_finding(two: Path, onefold: Any) -> None:
    (two / "one.fold").write_text(FOLD % ("one", "hi"))
    assert onefold("golden").code == 0
    before = state(two / "golden")
    (two / "one.fold").write_text(FOLD % ("one", "ho"))
    for arguments in [("golden",), ("golden", "--check")]:
        outcome = onefold(*arguments)
        assert outcome.code == 1
        assert "error[OF330]: The workflow `one` is defined 2 times, and not in the same way." in outcome.err
        # Nobody knows which of them the golden should be of.
        assert outcome.out == ("1 golden checked: all as they should be\n" if "--check" in arguments else "")
    assert state(two / "golden") == before


def test_nothing_is_written_unless_everything_compiles(two: Path, onefold: Any) -> None:
    (two / "three.fold.json").write_text('{"onefold": 1, "workflow": "three"}')
    outcome = onefold("golden")
    assert (outcome.code, outcome.out) == (1, "")
    assert "three.fold.json" in outcome.err
    assert not (two / "golden").exists()
    assert "missing: golden/one.yaml" in onefold("golden", "--check").out


def test_a_broken_source_makes_no_golden_left_over(golden: Path, onefold: Any) -> None:
    (golden.parent / "two.fold").write_text("fold 1")
    outcome = onefold("golden", "--check")
    assert outcome.code == 1
    assert "left over" not in outcome.out


def test_each_workspace_has_its_own_folder_and_may_name_it(two: Path, onefold: Any) -> None:
    inner = two / "inner"
    inner.mkdir()
    (inner / "onefold.toml").write_text('golden = "snap shots/canonical"\n')
    (inner / "one.fold").write_text(FOLD % ("one", "not the other"))
    assert onefold("golden").code == 0
    assert names(inner / "snap shots" / "canonical") == ["one.yaml"]
    assert names(two / "golden") == ["one.yaml", "ops%2Ftwo%3Ax.yaml"]
    (inner / "one.fold").unlink()
    assert "left over: inner/snap shots/canonical/one.yaml" in onefold("golden", "--check").out
    assert "git add --all 'inner/snap shots/canonical'\n" in onefold("golden", "--fail-on-change").err


@pytest.mark.parametrize("name", [".", "../elsewhere", "/tmp", "secrets", "linked"])  # noqa: S108 - it is refused
def test_a_folder_that_cannot_be_the_golden_folder_is_refused(two: Path, onefold: Any, name: str) -> None:
    (two / "linked").symlink_to(two / "flows")
    (two / "onefold.toml").write_text(f'golden = "{name}"\n')
    before = state(two)
    outcome = onefold("golden")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"`{name}` cannot be the golden folder: " in outcome.err
    assert state(two) == before


def test_a_link_in_the_golden_folder_is_not_followed(golden: Path, onefold: Any) -> None:
    outside = golden.parent / "outside.txt"
    outside.write_text("precious")
    copied = golden.parent / "copy.txt"
    (golden / "one.yaml").rename(copied)
    for target in (copied, outside):
        (golden / "one.yaml").unlink(missing_ok=True)
        (golden / "one.yaml").symlink_to(target)
        assert onefold("golden", "--check").code == 1
    outcome = onefold("golden")
    assert (outcome.code, outcome.out) == (2, "")
    assert "`golden/one.yaml` is a symbolic link" in outcome.err
    assert outside.read_text() == "precious"


def test_line_ends_that_git_made_do_not_make_a_golden_stale(golden: Path, onefold: Any) -> None:
    path = golden / "one.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert onefold("golden", "--check").code == 0
    (golden.parent / "flows" / "one.fold.yaml").unlink()
    assert "left over: golden/one.yaml" in onefold("golden", "--check").out


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"", b"<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n", b"\x1b[2J"])
def test_a_damaged_golden_is_stale_and_mended(golden: Path, onefold: Any, damage: bytes) -> None:
    path = golden / "one.yaml"
    good = path.read_bytes()
    path.write_bytes(damage)
    outcome = onefold("golden", "--check")
    assert (outcome.code, "\x1b" in outcome.out) == (1, False)
    assert onefold("golden").code == 0
    assert path.read_bytes() == good


def test_ids_that_many_file_systems_confuse_are_a_finding(two: Path, onefold: Any) -> None:
    (two / "three.fold").write_text(FOLD % ("One", "hi"))
    outcome = onefold("golden")
    assert (outcome.code, outcome.out) == (1, "")
    assert "the goldens of `one` and `One` would be one file" in outcome.err.replace(
        "`One` and `one`", "`one` and `One`"
    )


def test_standard_input_has_no_golden(onefold: Any) -> None:
    outcome = onefold("golden", "-")
    assert (outcome.code, outcome.out) == (2, "")
    assert "standard input" in outcome.err


def test_a_folder_that_cannot_be_written_to_is_told(two: Path, onefold: Any) -> None:
    (two / "golden").write_text("a file")
    outcome = onefold("golden")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("onefold: cannot use `")


def test_catalogues_have_no_golden_and_are_no_workflows(two: Path, onefold: Any) -> None:
    (two / "tools.fold.yaml").write_text("catalog: mine\n")
    assert onefold("golden").out.endswith("2 goldens: 2 written, 0 removed\n")
    for each in (two / "two.fold", two / "flows" / "one.fold.yaml"):
        each.unlink()
    outcome = onefold("golden", "--check")
    assert (outcome.code, outcome.out, outcome.err) == (2, "", "onefold: no workflow found in `.`\n")


@pytest.mark.parametrize("case", accept_cases(), ids=lambda case: case.name)
def test_every_format_gives_the_same_golden(case: Path) -> None:
    texts = {golden_text(canonicalize(compile(path).ir)) for path in inputs(case)}
    assert len(texts) == 1


@settings(max_examples=20)
@given(workflow=workflows())
def test_a_golden_is_a_source_of_its_own_version(workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow)
    text = golden_text(canonical)
    lowered = lower_workflow(read(text, format="yaml"), Limits()).workflow
    assert lowered
    again = canonicalize(lowered)
    assert encode(again) == encode(canonical)
    assert text.startswith(f"# version {version(encode(canonical))}\n")
    assert golden_text(again) == text
    assert "version blake3" not in body_of(text).partition("\n")[0]


def test_names_are_safe_for_every_id() -> None:
    longest = "a/" * 99 + "b"
    assert golden_name("a") == "a.yaml"
    assert golden_name(longest).startswith("~")
    assert len(golden_name(longest)) < 100
    assert os.sep not in golden_name("x/y")
