from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from onefold.api import compile as compile_workflow

GOOD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi\\nthere\\n"}}}'
NULLS = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "tool", "tool": "t", "timeout": "1s", "args": ARGS}}}'
VERSION = compile_workflow(GOOD, format="json").version


@pytest.fixture
def source(folder: Path) -> str:
    folder.joinpath("a.fold.json").write_text(GOOD, encoding="utf-8")
    return "a.fold.json"


@pytest.mark.parametrize("form", ["yaml", "toml", "json", "fold"])
def test_what_is_printed_compiles_to_the_same_version(onefold: Any, source: str, form: str) -> None:
    outcome = onefold("compile", source, "--to", form)
    assert (outcome.code, outcome.err) == (0, "")
    assert compile_workflow(outcome.out, format=form).version == VERSION
    assert outcome.out.endswith("\n")


def test_yaml_is_what_is_printed_unless_another_format_is_asked_for(onefold: Any, source: str) -> None:
    assert onefold("compile", source) == onefold("compile", source, "--to", "yaml")


def test_jcs_is_the_hashed_bytes_and_nothing_after_them(onefold: Any, source: str) -> None:
    printed = onefold("compile", source, "--to", "jcs").out
    assert printed.encode() == compile_workflow(GOOD, format="json").canonical


def test_a_file_is_written_whole_with_the_usual_mode(folder: Path, onefold: Any, source: str) -> None:
    old_mask = os.umask(0o027)
    try:
        assert onefold("compile", source, "--to", "json", "-o", "out.json").out == ""
    finally:
        os.umask(old_mask)
    out = folder / "out.json"
    assert json.loads(out.read_text(encoding="utf-8"))["start"] == "a"
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert sorted(each.name for each in folder.iterdir()) == ["a.fold.json", "out.json"]


def test_a_file_that_is_replaced_keeps_its_mode_and_a_link_stays_a_link(
    folder: Path, onefold: Any, source: str
) -> None:
    real, link = folder / "real.json", folder / "link.json"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o600)
    link.symlink_to("real.json")
    assert onefold("compile", source, "--to", "jcs", "-o", "link.json").code == 0
    assert link.is_symlink()
    assert real.read_bytes() == compile_workflow(GOOD, format="json").canonical
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_what_is_no_regular_file_is_written_to_and_not_replaced(folder: Path, onefold: Any, source: str) -> None:
    assert onefold("compile", source, "--to", "json", "-o", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()
    assert folder.is_dir()


def test_a_dash_as_output_is_standard_output(onefold: Any, source: str) -> None:
    assert onefold("compile", source, "--to", "jcs", "-o", "-") == onefold("compile", source, "--to", "jcs")


def test_several_workflows_need_a_folder(folder: Path, onefold: Any, source: str) -> None:
    folder.joinpath("b.fold.json").write_text(GOOD, encoding="utf-8")
    outcome = onefold("compile", ".", "--to", "json")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "onefold: 2 workflows need --out-dir DIR; see `onefold compile --help`\n"
    assert onefold("compile", source, "b.fold.json", "--to", "toml", "--out-dir", "build/deep").code == 0
    assert sorted(each.name for each in folder.joinpath("build/deep").iterdir()) == ["a.fold.toml", "b.fold.toml"]
    assert onefold("compile", source, "--to", "jcs", "--out-dir", "build/deep").code == 0
    assert folder.joinpath("build/deep/a.jcs").read_bytes() == compile_workflow(GOOD, format="json").canonical


def test_nothing_is_written_when_one_workflow_does_not_compile(folder: Path, onefold: Any, source: str) -> None:
    folder.joinpath("b.fold.json").write_text(GOOD.replace("prompt", "prompd"), encoding="utf-8")
    outcome = onefold("compile", source, "b.fold.json", "--to", "json", "--out-dir", "build")
    assert outcome.code == 1
    assert "error[OF201]" in outcome.err
    assert not folder.joinpath("build").exists()


def test_nothing_is_written_when_one_file_cannot_be(folder: Path, onefold: Any, source: str) -> None:
    folder.joinpath("b.fold.json").write_text(GOOD, encoding="utf-8")
    folder.joinpath("build").mkdir()
    folder.joinpath("build", "taken").write_text("", encoding="utf-8")
    outcome = onefold("compile", source, "--to", "json", "-o", "build/taken/x.json")
    assert outcome.code == 2
    assert outcome.err.startswith("onefold: cannot write `")
    assert [each.name for each in folder.joinpath("build").iterdir()] == ["taken"]


def test_a_source_is_never_overwritten(folder: Path, onefold: Any, source: str) -> None:
    for arguments in (["-o", "./a.fold.json"], ["--out-dir", "."]):
        outcome = onefold("compile", source, "--to", "json", *arguments)
        assert outcome.code == 2
        assert "is one of the sources and would be overwritten" in outcome.err
    assert folder.joinpath(source).read_text(encoding="utf-8") == GOOD


def test_two_workflows_never_share_a_file(folder: Path, onefold: Any, source: str) -> None:
    folder.joinpath("sub").mkdir()
    folder.joinpath("sub", "A.fold.json").write_text(GOOD, encoding="utf-8")
    outcome = onefold("compile", source, "sub", "--to", "json", "--out-dir", "build")
    assert outcome.code == 2
    assert "`a.fold.json` and `sub/A.fold.json` would both be written to `build/A.fold.json`" in outcome.err
    assert not folder.joinpath("build").exists()


def test_toml_refuses_nulls_by_name_of_every_place_and_writes_nothing(folder: Path, onefold: Any) -> None:
    arguments = {f"k{number}": None for number in range(40)} | {"list": [1, None]}
    folder.joinpath("n.fold.json").write_text(NULLS.replace("ARGS", json.dumps(arguments)), encoding="utf-8")
    outcome = onefold("compile", "n.fold.json", "--to", "toml", "-o", "n.toml")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("error[OF151]: TOML has no way to write what stands at ")
    for number in range(40):
        assert f"`steps.a.args.k{number}`" in outcome.err
    assert "`steps.a.args.list[1]`" in outcome.err
    assert not folder.joinpath("n.toml").exists()
    assert onefold("compile", "n.fold.json", "--to", "json").code == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--to", "ini"], "there is no format `ini` to print in: the formats are yaml, toml, json, fold, jcs"),
        (["-o", "x", "--out-dir", "y"], "argument --out-dir: not allowed with argument -o/--output"),
    ],
)
def test_a_usage_error_says_why(onefold: Any, source: str, arguments: list[str], reason: str) -> None:
    outcome = onefold("compile", source, *arguments)
    assert outcome.code == 2
    assert outcome.err == f"onefold: {reason}; see `onefold compile --help`\n"


def test_a_text_from_a_file_is_written_inline(folder: Path, onefold: Any) -> None:
    folder.joinpath("p.md").write_text("hi\nthere\n", encoding="utf-8")
    text = GOOD.replace('"hi\\nthere\\n"', '{"file": "p.md"}')
    folder.joinpath("f.fold.json").write_text(text, encoding="utf-8")
    printed = onefold("compile", "f.fold.json", "--to", "json").out
    assert json.loads(printed)["steps"]["a"]["prompt"] == "hi\nthere\n"
