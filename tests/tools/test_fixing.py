"""`check --fix` and `check --add-ignores`: little is changed, nothing else moves, and the meaning stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from onefold.api import check

# A source in each format with repeated members; in YAML also with scalars that YAML 1.1 reads differently.
FAULTY = {
    "w.fold.yaml": """\
onefold: 1  # first
workflow: w
steps:
  a:
    kind: model
    tools: [fs/*, web.*, fs/*]
    retry: {attempts: 0o2, on: [failure, timeout, failure, timeout]}
    prompt: hi\x20\x20\x20
  # before
  b:
    kind: tool
    tool: x.y
    timeout: 1s
    args:
      country: no  # why
      off: [010, 1e3, 2024-01-01]
    verify:
    - v
    outcomes:
    - x
    - y-z   # keep
    - x
transitions:
- {from: a, to: b}
- {from: b, to: a, on: x}
- {from: b, to: a, on: y-z}
start: a
budget: {steps: 5, tokens: 10}
""",
    "w.fold.toml": """\
onefold = 1 # first
workflow = "w"
[steps.a]
kind = "model"
tools = ["fs/*", "web.*", "fs/*"]
prompt = "hi"\x20\x20\x20
outcomes = [
  "x", # one
  "x",
  "x"
]
[[transitions]]
from = "a"
to = "a"
on = "x"
[budget]
steps = 3
tokens = 4
""",
    "w.fold.json": """\
{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi",
  "tools": ["fs/*", "web.*", "fs/*"],
  "retry": {"on": ["failure",
 "failure"]}}}}
""",
    "w.fold": """\
fold 1 // first
workflow w
model a {
  prompt "hi"\x20\x20\x20
  tools [fs/*, web.*, fs/*,]
  outcomes [x, /* a */ x, x]
}
a -> a on x
start a
budget { steps 3 tokens 4 }
""",
}
MENDED = {
    "w.fold.yaml": """\
onefold: 1  # first
workflow: w
steps:
  a:
    kind: model
    tools: [fs/*, web.*]
    retry: {attempts: 2, on: [failure, timeout]}
    prompt: hi\x20\x20\x20
  # before
  b:
    kind: tool
    tool: x.y
    timeout: 1s
    args:
      country: "no"  # why
      "off": [10, 1000.0, "2024-01-01"]
    verify:
    - v
    outcomes:
    - x
    - y-z   # keep
transitions:
- {from: a, to: b}
- {from: b, to: a, on: x}
- {from: b, to: a, on: y-z}
start: a
budget: {steps: 5, tokens: 10}
""",
    "w.fold.toml": """\
onefold = 1 # first
workflow = "w"
[steps.a]
kind = "model"
tools = ["fs/*", "web.*"]
prompt = "hi"\x20\x20\x20
outcomes = [
  "x", # one
]
[[transitions]]
from = "a"
to = "a"
on = "x"
[budget]
steps = 3
tokens = 4
""",
    "w.fold.json": """\
{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi",
  "tools": ["fs/*", "web.*"],
  "retry": {"on": ["failure"]}}}}
""",
    "w.fold": """\
fold 1 // first
workflow w
model a {
  prompt "hi"\x20\x20\x20
  tools [fs/*, web.*,]
  outcomes [x, /* a */ x]
}
a -> a on x
start a
budget { steps 3 tokens 4 }
""",
}

every_source = pytest.mark.parametrize("name", FAULTY)


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def version(path: Path) -> str:
    found = check(path).version
    assert found is not None
    return found


@every_source
def test_a_fix_takes_out_what_is_repeated_and_quotes_what_is_misread(folder: Path, onefold: Any, name: str) -> None:
    path = put(folder, name, FAULTY[name])
    before = version(path)
    outcome = onefold("check", "--fix")
    assert path.read_bytes().decode() == MENDED[name]
    assert outcome.err.startswith("fixed ")
    assert outcome.err.endswith(f" in `{name}`\n")
    assert version(path) == before
    # What cannot go without a comment stays, and is still reported.
    left = {each.code for each in check(path).diagnostics}
    assert left == ({"OF220"} if name == "w.fold" else set())
    assert (outcome.code, "OF160" in outcome.out) == (0, False)
    again = onefold("check", "--fix")
    assert (again.err, path.read_bytes().decode()) == ("", MENDED[name])


@every_source
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_other_byte_stays(folder: Path, onefold: Any, name: str, mark: str) -> None:
    path = put(folder, name, mark + FAULTY[name].replace("\n", "\r\n"))
    path.chmod(0o640)
    onefold("check", "--fix")
    assert path.read_bytes().decode() == mark + MENDED[name].replace("\n", "\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


def test_only_what_is_selected_is_fixed(folder: Path, onefold: Any) -> None:
    path = put(folder, "w.fold.yaml", FAULTY["w.fold.yaml"])
    onefold("check", "--fix", "--select", "OF160")
    text = path.read_text()
    assert "[fs/*, web.*, fs/*]" in text
    assert 'country: "no"' in text
    onefold("check", "--fix", "--ignore", "OF220")
    assert path.read_text() == text


def test_what_would_change_the_meaning_is_not_fixed(folder: Path, onefold: Any) -> None:
    text = "onefold: 1\nworkflow: w\ndescription: |\n  Hi\nsteps: {a: {kind: model, prompt: hi, tmieout: 1s}}\n"
    path = put(folder, "w.fold.yaml", text)
    outcome = onefold("check", "--fix")
    assert (outcome.code, outcome.err) == (1, "")
    assert path.read_text() == text


def test_a_source_with_errors_is_fixed_where_its_value_stays(folder: Path, onefold: Any) -> None:
    text = "onefold: 1\nworkflow: w\nsteps: {a: {kind: model, prompt: hi, x: yes, tools: [a, a]}}\n"
    path = put(folder, "w.fold.yaml", text)
    outcome = onefold("check", "--fix", "--format", "concise")
    assert path.read_text() == text.replace("yes", '"yes"')
    assert "OF201" in outcome.out


def test_a_fix_that_anything_else_hangs_on_is_left_out(folder: Path, onefold: Any) -> None:
    # The anchor of the second member is used later: without it the source cannot be read.
    text = "onefold: 1\nworkflow: w\nsteps:\n  a:\n    kind: model\n    prompt: hi\n"
    text += "    tools: [fs/*, &x fs/*]\n    verify: [yes]\n    meta: {x: *x}\n"
    path = put(folder, "w.fold.yaml", text)
    onefold("check", "--fix")
    assert path.read_text() == text.replace("[yes]", '["yes"]')


def test_a_link_is_followed_and_stays_a_link(folder: Path, onefold: Any) -> None:
    real = put(folder, "real.fold.json", FAULTY["w.fold.json"])
    folder.joinpath("link.fold.json").symlink_to(real)
    onefold("check", "--fix", "link.fold.json")
    assert folder.joinpath("link.fold.json").is_symlink()
    assert real.read_text() == MENDED["w.fold.json"]


def test_a_file_that_cannot_be_written_is_told(folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(folder, "w.fold.json", FAULTY["w.fold.json"])

    def write(_contents: Any, **_over: Any) -> None:
        raise PermissionError(13, "Permission denied", "w.fold.json")

    monkeypatch.setattr("onefold.tools.cli.rewriting.write_files", write)
    outcome = onefold("check", "--fix")
    assert outcome.err == "onefold: cannot write `w.fold.json`: permission denied\n"
    assert "OF220" in outcome.out
    assert path.read_text() == FAULTY["w.fold.json"]


def test_a_file_that_was_changed_meanwhile_is_left_alone(
    folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(folder, "w.fold.json", FAULTY["w.fold.json"])

    def read(_path: Path, _limits: Any) -> bytes:
        return b"other"

    monkeypatch.setattr("onefold.tools.cli.rewriting.read_source", read)
    outcome = onefold("check", "--fix")
    assert outcome.err == "onefold: `w.fold.json` was changed meanwhile and is left alone\n"
    assert path.read_text() == FAULTY["w.fold.json"]


@pytest.mark.parametrize("option", ["--fix", "--add-ignores"])
def test_standard_input_cannot_be_changed(onefold: Any, option: str) -> None:
    outcome = onefold("check", option, "-", "--from", "json", stdin=b"{}")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("onefold: --fix and --add-ignores change files")


BASELINE = {
    "w.fold.yaml": (
        """\
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: x.y} # a
  p:
    kind: model
    prompt: |
      Hi
      a\u200bb
  q:
    kind: tool
    tool: x.y
    args: {c: yes,
      d: no}
transitions:
- {from: fetch, to: p}
- {from: p, to: q}
""",
        """\
onefold: 1
workflow: w
steps:
  # onefold: ignore[OF605] baseline
  fetch: {kind: tool, tool: x.y} # a
  p:
    kind: model
    # onefold: ignore[OF240] baseline
    prompt: |
      Hi
      a\u200bb
  # onefold: ignore[OF605] baseline
  q:
    kind: tool
    tool: x.y
    # onefold: ignore[OF160] baseline
    args: {c: yes,
      # onefold: ignore[OF160] baseline
      d: no}
transitions:
- {from: fetch, to: p}
- {from: p, to: q}
""",
    ),
    "w.fold.toml": (
        '''\
onefold = 1
workflow = "w"
  [steps.a] # a
kind = "model"
tools = [
  "x",
  "x",
]
prompt = """
a\u200bb
"""
[steps]
b = {kind = "tool", tool = "x"}
[[transitions]]
from = "a"
to = "b"
''',
        '''\
onefold = 1
workflow = "w"
  [steps.a] # a
kind = "model"
tools = [
  "x",
  # onefold: ignore[OF220] baseline
  "x",
]
# onefold: ignore[OF240] baseline
prompt = """
a\u200bb
"""
[steps]
# onefold: ignore[OF605] baseline
b = {kind = "tool", tool = "x"}
[[transitions]]
from = "a"
to = "b"
''',
    ),
    "w.fold": (
        '''\
fold 1
workflow w
model a { prompt """
  a\u200bb
  """ }
tool b = x.y
a -> b''',
        '''\
fold 1
workflow w
// onefold: ignore[OF240] baseline
model a { prompt """
  a\u200bb
  """ }
// onefold: ignore[OF605] baseline
tool b = x.y
a -> b''',
    ),
}


@pytest.mark.parametrize("name", BASELINE)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_baseline_silences_everything_by_comments_above(folder: Path, onefold: Any, name: str, line_end: str) -> None:
    before, after = (text.replace("\n", line_end) for text in BASELINE[name])
    path = put(folder, name, before)
    meaning = version(path)
    outcome = onefold("check", "--add-ignores", "--strict")
    assert path.read_bytes().decode() == after
    assert outcome.code == 0
    assert outcome.out.endswith("1 file checked: nothing found\n")
    assert outcome.err.startswith("silenced ")
    assert version(path) == meaning
    assert onefold("check", "--add-ignores").err == ""
    assert path.read_bytes().decode() == after


def test_errors_are_part_of_a_baseline_and_still_leave_no_version(folder: Path, onefold: Any) -> None:
    text = "onefold: 1\nworkflow: w\nsteps:\n  a: {kind: model, prompt: hi, foo: 1, verify: [null]}\n"
    path = put(folder, "w.fold.yaml", text)
    outcome = onefold("check", "--add-ignores")
    assert (outcome.code, outcome.err) == (0, "silenced 2 findings in `w.fold.yaml`\n")
    assert "  # onefold: ignore[OF201, OF204] baseline\n  a:" in path.read_text()
    refused = onefold("hash", ".")
    assert refused.code == 1
    assert refused.out == ""
    assert "OF201" in refused.err
    assert "OF204" in refused.err
    assert onefold("compile", ".").code == 1


def test_what_cannot_be_read_cannot_be_silenced(folder: Path, onefold: Any) -> None:
    path = put(folder, "w.fold.yaml", "a: [\n")
    outcome = onefold("check", "--add-ignores")
    assert outcome.code == 1
    assert outcome.err == "onefold: cannot add comments to `w.fold.yaml`: they would silence nothing\n"
    assert path.read_text() == "a: [\n"


def test_a_finding_in_a_text_of_its_own_file_is_silenced_where_the_file_is_named(folder: Path, onefold: Any) -> None:
    put(folder, "p.md", "a\u200bb\n")
    text = "onefold: 1\nworkflow: w\nsteps:\n  a:\n    kind: model\n    prompt: {file: p.md}\n"
    path = put(folder, "w.fold.yaml", text)
    assert onefold("check", "--add-ignores", "--strict").code == 0
    assert "    # onefold: ignore[OF240] baseline\n    prompt:" in path.read_text()
    assert folder.joinpath("p.md").read_text() == "a\u200bb\n"


def test_a_format_without_comments_is_told_what_the_configuration_must_say(folder: Path, onefold: Any) -> None:
    folder.joinpath("flows [1]").mkdir()
    folder.joinpath("onefold.toml").touch()
    text = '{"onefold": 1, "workflow": "w", "steps": {"my-a": {"kind": "tool", "tool": "x", "outcomes": ["x", "x"]}}}'
    path = put(folder, "flows [1]/w.fold.json", text)
    outcome = onefold("check", "--add-ignores")
    assert path.read_text() == text
    assert outcome.err.splitlines()[0] == (
        "onefold: `flows [1]/w.fold.json` cannot hold comments; write this under [ignore] in the configuration:"
    )
    assert r'"/flows \\[1]/w.fold.json" = [' in outcome.err
    assert r'"OF605 steps[\"my-a\"].timeout"' in outcome.err
    folder.joinpath("onefold.toml").write_text(f"[ignore]\n{outcome.err.splitlines()[1]}\n")
    assert onefold("check", "--strict").out.endswith("1 file checked: nothing found\n")


def test_fixing_comes_before_silencing(folder: Path, onefold: Any) -> None:
    path = put(folder, "w.fold.yaml", "onefold: 1\nworkflow: w\nsteps:\n  a: {kind: tool, tool: x, args: {b: no}}\n")
    onefold("check", "--fix", "--add-ignores")
    assert path.read_text() == (
        "onefold: 1\nworkflow: w\nsteps:\n  # onefold: ignore[OF605] baseline\n"
        '  a: {kind: tool, tool: x, args: {b: "no"}}\n'
    )


def test_what_only_shows_among_several_files_is_part_of_a_baseline(folder: Path, onefold: Any) -> None:
    put(folder, "onefold.toml", 'catalogs = ["c.fold.yaml"]\n')
    catalog = put(folder, "c.fold.yaml", "catalog: c\nmodels:\n  fast: {pinned: true}\n")
    flow = "onefold: 1\nworkflow: w\nsteps:\n  a: {kind: model, prompt: hi%s}\n"
    one, other = put(folder, "1.fold.yaml", flow % ", tools: [x, x]"), put(folder, "2.fold.yaml", flow % "gh")
    found = onefold("check", "--strict")
    assert all(code in found.out for code in ("OF326", "OF330", "OF220"))
    outcome = onefold("check", "--add-ignores", "--strict")
    assert (outcome.code, outcome.out.splitlines()[-1]) == (0, "3 files checked: nothing found")
    assert outcome.err.count("silenced ") == 3
    assert "  # onefold: ignore[OF326] baseline\n  fast:" in catalog.read_text()
    comments = [path.read_text().count("ignore[OF330]") for path in (one, other)]
    assert sum(comments) >= 1
    assert "ignore[OF220]" in one.read_text()
    texts = [path.read_text() for path in (catalog, one, other)]
    again = onefold("check", "--add-ignores", "--strict")
    assert (again.code, again.err) == (0, "")
    assert [path.read_text() for path in (catalog, one, other)] == texts
