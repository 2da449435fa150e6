"""Mistakes that need more than a source: limits, links, files that are no files. From every format."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from golden_cases import ACCEPT, FORMATS, check_input, format_of, inputs

from onefold.api import Checked, Diagnostic, check
from onefold.frontends.frontend import Limits

SOURCES = inputs(ACCEPT / "code-review")
WORKFLOWS = {
    "yaml": "onefold: 1\nworkflow: review\nsteps:\n  check: {kind: model, prompt: {file: %s}}\n",
    "toml": 'onefold = 1\nworkflow = "review"\nsteps.check = { kind = "model", prompt.file = "%s" }\n',
    "json": '{"onefold": 1, "workflow": "review", "steps": {"check": {"kind": "model", "prompt": {"file": "%s"}}}}\n',
    "fold": 'fold 1\nworkflow review\nmodel check { prompt file "%s" }\n',
}
ENDINGS = {"yaml": ".fold.yaml", "toml": ".fold.toml", "json": ".fold.json", "fold": ".fold"}

every_source = pytest.mark.parametrize("source", SOURCES, ids=format_of)
every_format = pytest.mark.parametrize("format_name", FORMATS)


def only(checked: Checked, name: str) -> Diagnostic:
    (found,) = checked.diagnostics
    assert found.name == name
    return found


def review(folder: Path, format_name: str, path: str) -> Checked:
    """Check a workflow in a folder whose prompt stands in the file `path`."""
    source = folder / f"review{ENDINGS[format_name]}"
    source.write_text(WORKFLOWS[format_name] % path, encoding="utf-8")
    return check_input(source)


@every_source
def test_a_source_that_is_too_large_is_refused(source: Path) -> None:
    size = source.stat().st_size
    assert check_input(source, Limits(source_bytes=size)).ok
    found = only(check_input(source, Limits(source_bytes=size - 1)), "source-too-large")
    assert found.message == f"The source has {size} bytes; the limit is {size - 1}."


@every_source
def test_too_many_values_are_refused_at_the_first_one_too_many(source: Path) -> None:
    found = only(check_input(source, Limits(nodes=40)), "too-many-nodes")
    assert found.span is not None
    assert 1 < found.span.source.position(found.span.start).line < 120


@every_source
def test_too_much_text_is_refused_where_it_becomes_too_much(source: Path) -> None:
    found = only(check_input(source, Limits(text_bytes=300)), "too-much-text")
    assert found.span is not None
    assert found.ir_path


@every_source
def test_a_limit_on_depth_can_be_set(source: Path) -> None:
    assert check_input(source, Limits(depth=20)).ok
    only(check_input(source, Limits(depth=3)), "nesting-too-deep")


def test_aliases_count_as_often_as_they_stand_there() -> None:
    levels = "\n".join(f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    text = f"onefold: 1\nworkflow: w\nmeta:\n  l0: &l0 [x]\n{levels}\nsteps: {{a: {{kind: model, prompt: hi}}}}\n"
    only(check(text, format="yaml"), "too-many-nodes")


@every_format
def test_texts_from_files_count_too(tmp_path: Path, format_name: str) -> None:
    (tmp_path / "long.md").write_text("x" * 1000, encoding="utf-8")
    source = tmp_path / f"review{ENDINGS[format_name]}"
    source.write_text(WORKFLOWS[format_name] % "long.md", encoding="utf-8")
    assert check_input(source, Limits(text_bytes=1100)).ok
    found = only(check_input(source, Limits(text_bytes=1000)), "too-much-text")
    assert found.span is not None
    assert "long.md" in found.span.text
    found = only(check_input(source, Limits(source_bytes=999)), "source-too-large")
    assert found.message == "`long.md` has 1000 bytes; the limit is 999."


@every_format
def test_a_source_without_a_folder_cannot_name_files(format_name: str) -> None:
    found = only(check(WORKFLOWS[format_name] % "prompts/review.md", format=format_name), "file-without-a-place")
    assert "prompts/review.md" in found.message


@every_format
@pytest.mark.parametrize("target", ["review.md", "../outside.md", "nowhere.md"])
def test_a_link_is_not_followed(tmp_path: Path, format_name: str, target: str) -> None:
    folder = tmp_path / "flows"
    folder.mkdir()
    (folder / "review.md").write_text("Review.\n", encoding="utf-8")
    (tmp_path / "outside.md").write_text("Secret.\n", encoding="utf-8")
    (folder / "link.md").symlink_to(target)
    found = only(review(folder, format_name, "link.md"), "file-outside-workspace")
    assert found.message == "`link.md` is refused: `link.md` is a symbolic link."


@every_format
def test_a_link_on_the_way_is_not_followed(tmp_path: Path, format_name: str) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "review.md").write_text("Review.\n", encoding="utf-8")
    (tmp_path / "prompts").symlink_to("real")
    found = only(review(tmp_path, format_name, "prompts/review.md"), "file-outside-workspace")
    assert found.message == "`prompts/review.md` is refused: `prompts` is a symbolic link."


@every_format
def test_a_path_may_not_leave_the_workspace(tmp_path: Path, format_name: str) -> None:
    (tmp_path / "review.md").write_text("Review.\n", encoding="utf-8")
    folder = tmp_path / "flows"
    folder.mkdir()
    (folder / "onefold.toml").write_text("", encoding="utf-8")
    only(review(folder, format_name, "../review.md"), "file-outside-workspace")
    (folder / "onefold.toml").rename(tmp_path / "onefold.toml")
    assert review(folder, format_name, "../review.md").ok


@every_format
def test_a_pipe_is_no_file(tmp_path: Path, format_name: str) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    only(review(tmp_path, format_name, "pipe.md"), "missing-file")


@every_format
def test_a_folder_is_no_file(tmp_path: Path, format_name: str) -> None:
    (tmp_path / "prompts").mkdir()
    only(review(tmp_path, format_name, "prompts"), "missing-file")


@every_format
def test_a_secret_is_refused_before_anyone_looks_for_it(tmp_path: Path, format_name: str) -> None:
    (tmp_path / ".env").write_text("KEY=1\n", encoding="utf-8")
    only(review(tmp_path, format_name, ".env"), "secret-file")
    (tmp_path / ".env").unlink()
    only(review(tmp_path, format_name, ".env"), "secret-file")
