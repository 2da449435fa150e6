"""`onefold fmt`: what is written where, what is left, and how it is told."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from onefold.frontends.registry import FRONTENDS
from onefold.tools import compiling
from onefold.tools.cli.init import starter
from onefold.tools.plugins import Installed

YAML = b"\xef\xbb\xbfonefold: 1\r\nworkflow:   'w'\r\nsteps:\r\n    a: {kind: model,   prompt: \"hi\"}   # one\r\n"
LAID_OUT = b"onefold: 1\nworkflow: w\n\nsteps:\n  a: {kind: model, prompt: hi}  # one\n"
TEXTS = {
    "w.fold.yaml": (YAML, LAID_OUT),
    "w.fold.toml": (
        b"onefold=1\nworkflow='w'\n\n\n[steps.a] # one\nkind='model'\nprompt='hi'",
        b'onefold = 1\nworkflow = "w"\n\n[steps.a]  # one\nkind = "model"\nprompt = "hi"\n',
    ),
    "w.fold.json": (
        b'{"onefold":1,"workflow":"w","steps":{"a":{"kind":"model","prompt":"hi"}}}',
        (
            b'{\n  "onefold": 1,\n  "workflow": "w",\n  "steps": {\n    "a": {\n      "kind": "model",\n'
            b'      "prompt": "hi"\n    }\n  }\n}\n'
        ),
    ),
    "w.fold": (
        b'fold 1, workflow "w" model a{prompt "hi"}// one',
        b'fold 1\nworkflow w\n\nmodel a { prompt "hi" }  // one\n',
    ),
}
# A source that is read and lowered, with a finding of the kernel's rules.
UNREACHABLE = (
    b"onefold: 1\nworkflow:  w\nstart: a\nsteps: {a: {kind: model, prompt: hi}, b: {kind: model, prompt: hi}}\n"
)


@pytest.mark.parametrize("name", TEXTS)
def test_a_source_is_laid_out_in_its_own_format(folder: Path, onefold: Any, name: str) -> None:
    before, after = TEXTS[name]
    path = folder / name
    path.write_bytes(before)
    path.chmod(0o640)
    version = onefold("hash", "--quiet", name).out
    outcome = onefold("fmt", name)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", f"formatted `{name}`\n")
    assert path.read_bytes() == after
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert onefold("hash", "--quiet", name).out == version


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_laid_out_is_not_written_again(folder: Path, onefold: Any, name: str) -> None:
    path = folder / name
    path.write_bytes(TEXTS[name][1])
    os.utime(path, ns=(1, 1))
    for arguments in ((), ("--check",), ("--diff",), ("--fail-on-change",)):
        outcome = onefold("fmt", *arguments, ".")
        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert path.stat().st_mtime_ns == 1


def test_check_lists_files_and_writes_nothing(folder: Path, onefold: Any) -> None:
    for name, (before, _) in TEXTS.items():
        (folder / name).write_bytes(before)
    (folder / "good.fold.yaml").write_bytes(LAID_OUT)
    outcome = onefold("fmt", "--check", ".")
    assert (outcome.code, outcome.err) == (1, "")
    assert sorted(outcome.out.split()) == sorted(TEXTS)
    assert all((folder / name).read_bytes() == before for name, (before, _) in TEXTS.items())


def test_diff_shows_what_would_change_and_writes_nothing(folder: Path, onefold: Any) -> None:
    before = b"onefold: 1\nworkflow: w\nsteps:\n    a: {kind: model, prompt: hi}"
    (folder / "w.fold.yaml").write_bytes(before)
    outcome = onefold("fmt", "--diff", "w.fold.yaml")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "--- w.fold.yaml\n+++ w.fold.yaml\n@@ -1,4 +1,5 @@\n onefold: 1\n workflow: w\n+\n steps:\n"
        "-    a: {kind: model, prompt: hi}\n\\ No newline at end of file\n+  a: {kind: model, prompt: hi}\n"
    )
    assert onefold("fmt", "--diff", "--check", "w.fold.yaml") == outcome
    assert (folder / "w.fold.yaml").read_bytes() == before


def test_diff_shows_line_ends_and_marks_that_nobody_sees(folder: Path, onefold: Any) -> None:
    (folder / "w.fold.yaml").write_bytes(b"\xef\xbb\xbf" + LAID_OUT.replace(b"w\n", b"w\r\n", 1))
    out = onefold("fmt", "--diff", "w.fold.yaml").out
    assert "-\\u{feff}onefold: 1\n" in out
    assert "-workflow: w\\u{d}\n" in out


def test_a_hook_is_told_that_a_file_was_changed(folder: Path, onefold: Any) -> None:
    (folder / "w.fold.yaml").write_bytes(YAML)
    assert onefold("fmt", "--fail-on-change", "w.fold.yaml").code == 1
    assert (folder / "w.fold.yaml").read_bytes() == LAID_OUT
    assert onefold("fmt", "--fail-on-change", "w.fold.yaml").code == 0


@pytest.mark.parametrize("name", TEXTS)
def test_standard_input_is_printed(folder: Path, onefold: Any, name: str) -> None:
    before, after = TEXTS[name]
    for stdin in (before, after):
        outcome = onefold("fmt", "--stdin-filename", name, "-", stdin=stdin)
        assert (outcome.code, outcome.out, outcome.err) == (0, after.decode(), "")
    assert not (folder / name).exists()
    form = name.rpartition(".")[2]
    assert onefold("fmt", "--from", form, "-", stdin=before).out == after.decode()
    checked = onefold("fmt", "--check", "--from", form, "-", stdin=before)
    assert (checked.code, checked.out) == (1, "-\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("w.fold.yaml", b"onefold: 1\nworkflow:  w\nsteps: {a: {kind: model}}\n"),
        ("w.fold.yaml", b"a: [\n"),
        ("w.fold.toml", b"onefold=\n"),
        ("w.fold.json", b"{,}"),
        ("w.fold", b"fold 1 workflow w model a"),
        ("w.fold.yaml", b"a: \xff\n"),
        ("w.fold.yaml", b""),
    ],
)
def test_what_does_not_compile_is_left_and_told(folder: Path, onefold: Any, name: str, text: bytes) -> None:
    (folder / name).write_bytes(text)
    (folder / "z.fold.yaml").write_bytes(YAML)
    outcome = onefold("fmt", ".")
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF" in outcome.err
    assert f" --> {name}" in outcome.err
    assert (folder / name).read_bytes() == text
    assert (folder / "z.fold.yaml").read_bytes() == LAID_OUT
    piped = onefold("fmt", "--stdin-filename", name, "-", stdin=text)
    assert (piped.code, piped.out) == (1, "")


def test_findings_of_rules_are_no_reason_to_leave_a_source(folder: Path, onefold: Any) -> None:
    (folder / "w.fold.yaml").write_bytes(UNREACHABLE)
    (folder / "w.fold").write_bytes(
        b'fold 1 workflow v start a model a{prompt "x"} conditional b{on 1<2 then a} model c{prompt "x"}'
    )
    assert onefold("check", ".").code == 1
    outcome = onefold("fmt", ".")
    assert (outcome.code, outcome.err) == (0, "formatted `w.fold`\nformatted `w.fold.yaml`\n")
    assert b"  on 1 < 2\n" in (folder / "w.fold").read_bytes()
    assert onefold("fmt", "--check", ".").code == 0


def test_prompts_from_files_are_found_and_left(folder: Path, onefold: Any) -> None:
    (folder / "p.md").write_bytes(b"hi\r\n")
    (folder / "w.fold").write_bytes(b'fold 1 workflow w model a { prompt file "p.md" }')
    assert onefold("fmt", "w.fold").code == 0
    assert (folder / "w.fold").read_bytes() == b'fold 1\nworkflow w\n\nmodel a { prompt file "p.md" }\n'
    assert (folder / "p.md").read_bytes() == b"hi\r\n"


def test_catalogues_are_laid_out_too(folder: Path, onefold: Any) -> None:
    (folder / "tools.fold.yaml").write_bytes(b"catalog:   c\ntools: {t.a:   {description: 'x'}}\n")
    assert onefold("fmt", ".").code == 0
    assert (folder / "tools.fold.yaml").read_bytes() == b"catalog: c\ntools: {t.a: {description: x}}\n"


def test_without_any_source_it_fails(folder: Path, onefold: Any) -> None:
    assert folder.is_dir()
    assert onefold("fmt", ".").code == 2
    assert onefold("fmt", "none.fold.yaml").code == 2
    assert onefold("fmt").code == 2


def _with_yaml(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let the YAML front-end be another one."""
    others = tuple(evolve(each, **changes) if each.name == "yaml" else each for each in FRONTENDS)
    monkeypatch.setattr(compiling, "frontends", lambda: Installed(others, ()))
    monkeypatch.setattr("onefold.tools.cli.inputs.frontends", lambda: Installed(others, ()))


def test_a_format_without_a_layout_is_told(folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "w.fold.yaml").write_bytes(YAML)
    _with_yaml(monkeypatch, reformat=None)
    outcome = onefold("fmt", "w.fold.yaml")
    assert outcome.code == 2
    assert outcome.err == "onefold: `w.fold.yaml` is left as it is: nothing is known about the layout of yaml\n"
    assert (folder / "w.fold.yaml").read_bytes() == YAML


META = b"onefold: 1\nworkflow: w\n\nsteps:\n  a: {kind: model, prompt: hi}\n\nmeta: {b: 1}  # c\n"


@pytest.mark.parametrize(
    ("careless", "what"),
    [
        (META.replace(b"hi", b"ho"), "its version would change"),
        (META.replace(b"b: 1", b"b: 2"), "a value would change"),
        (META.replace(b"# c", b"# d"), "a comment would change"),
        (META.replace(b"  # c", b""), "a comment would change"),
        (b"a: [\n", "its version would change"),
    ],
)
def test_a_layout_that_would_change_more_is_never_written(
    folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch, careless: bytes, what: str
) -> None:
    (folder / "w.fold.yaml").write_bytes(META)
    _with_yaml(monkeypatch, reformat=lambda _source, _limits: careless.decode())
    outcome = onefold("fmt", "w.fold.yaml")
    assert (outcome.code, outcome.out) == (2, "")
    assert what in outcome.err
    assert (folder / "w.fold.yaml").read_bytes() == META


IGNORING = {
    "w.fold.toml": (
        "onefold = 1\nworkflow = 'w'\nsteps = { a = { kind = 'tool', tool = 'github.get_diff', args = "
        f"{{ k = '{'x' * 80}' }} }} }} # onefold: ignore[OF605]\n"
    ),
    "w.fold.yaml": (
        "onefold: 1\nworkflow: w\nsteps: {a: {kind: tool, tool: github.get_diff, args: "
        f"{{k: {'x' * 80}}}}}}} # onefold: ignore[OF605]\n"
    ),
    "w.fold": "fold 1 workflow w\ntool a = github.get_diff { args { k: 1 } retry 2 } // onefold: ignore[OF605]\n",
}


def remarks(outcome: Any) -> bool:
    return "warning" in outcome.out + outcome.err


@pytest.mark.parametrize("name", IGNORING)
def test_what_a_comment_silences_stays_silenced(folder: Path, onefold: Any, name: str) -> None:
    path = folder / name
    path.write_text(IGNORING[name], encoding="utf-8")
    assert not remarks(onefold("check", name))
    assert onefold("fmt", name).code == 0
    assert path.read_text(encoding="utf-8").count("\n") > 5
    assert not remarks(onefold("check", name))
    assert onefold("fmt", "--check", name).code == 0


def test_a_comment_that_would_silence_other_findings_keeps_its_source_as_it_is(folder: Path, onefold: Any) -> None:
    text = "fold 1 workflow w\nstart a\ntool a = t.a tool b = t.b // onefold: ignore[OF605]\na -> b\n"
    (folder / "w.fold").write_text(text, encoding="utf-8")
    outcome = onefold("fmt", "w.fold")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "onefold: `w.fold` is left as it is: in another layout a comment that silences findings would speak of others; "
        "put it on a line of its own, above what it is meant for\n"
    )
    assert (folder / "w.fold").read_text(encoding="utf-8") == text


def test_a_layout_may_mend_what_a_comment_silences(folder: Path, onefold: Any) -> None:
    text = META.replace(b"b: 1}  # c", b"b: yes}  # onefold: ignore[OF160]")
    (folder / "w.fold.yaml").write_bytes(text)
    assert onefold("fmt", "w.fold.yaml").code == 0
    assert (folder / "w.fold.yaml").read_bytes() == text.replace(b"yes", b'"yes"')


def test_a_file_that_was_changed_meanwhile_is_left(folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "w.fold.yaml"
    path.write_bytes(YAML)

    def slow(_source: object, _limits: object) -> str:
        path.write_bytes(b"# new\n")
        return LAID_OUT.decode()

    _with_yaml(monkeypatch, reformat=slow)
    outcome = onefold("fmt", "w.fold.yaml")
    assert outcome.code == 2
    assert "was changed meanwhile" in outcome.err
    assert path.read_bytes() == b"# new\n"


NAMES = [
    "a b.fold.yaml",
    'it\'s "q".fold.yaml',
    "two\nlines.fold.yaml",
    "größe-漢字.fold.yaml",
    "-x.fold.yaml",
    "\u202ev.fold.yaml",
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("name", NAMES)
def test_every_file_name_works(folder: Path, onefold: Any, name: str) -> None:
    path = folder / name
    path.write_bytes(YAML)
    for command in ("check", "hash", "fmt --check", "fmt --diff"):
        outcome = onefold(*command.split(), "--", name)
        assert outcome.code == command.startswith("fmt")
        assert "\u202e" not in outcome.out
    assert onefold("fmt", "--", name).code == 0
    assert path.read_bytes() == LAID_OUT
    path.write_bytes(YAML)
    listed = onefold("fmt", "--check", ".").out
    assert listed.count("\n") == 1
    assert onefold("fmt", ".").code == 0
    assert path.read_bytes() == LAID_OUT


def test_a_name_that_is_no_text_works(folder: Path, onefold: Any) -> None:
    path = Path(os.fsdecode(os.fsencode(folder) + b"/\xff.fold.yaml"))
    try:
        path.write_bytes(YAML)
    except OSError:
        pytest.skip("this file system has no such names")
    assert onefold("fmt", ".").code == 0
    assert path.read_bytes() == LAID_OUT


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
def test_starters_have_the_layout(folder: Path, onefold: Any, frontend: Any) -> None:
    path = folder / f"s{frontend.suffixes[0]}"
    path.write_text(starter(frontend, "review"), encoding="utf-8")
    outcome = onefold("fmt", "--diff", path.name)
    assert (outcome.code, outcome.out) == (0, "")
