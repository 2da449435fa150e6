"""`onefold eval`: what answers are taken, what is found in them, and how models are asked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from authoring_pack import CASES, PACK
from bundle_documents import NAMES, fixture, write
from published_schemas import validator

from onefold.api import read
from onefold.kernel.bundle.cases import Assertions
from onefold.kernel.bundle.preview import Preview, preview
from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import declarations
from onefold.tools.authoring.models import NoAnswer, ask
from onefold.tools.cli.parser import CommandParser

FLOW = """fold 1
workflow w
tool look = t.look { timeout 1m }
model tell { prompt "What is in {{ steps.look.output }}?" }
look -> tell
"""
BUNDLE = """bundle: b
version: 1.0.0
workflow: {file: flow.fold}
triggers:
  - {id: by-hand, kind: manual}
  - {id: nightly, kind: cron, schedule: "0 3 * * *"}
connectors: [{id: gh, provider_id: github}]
policy:
  autonomy_tier: suggest
  approval_required: [look]
  retry: {max_attempts: 2, backoff: fixed}
  catchup: {mode: all}
environment: {worktree_policy: new_worktree}
"""
GOOD = f"""Of course!
<bundle><file path="b.fold.yaml">
{BUNDLE}</file>
<file path="flow.fold">
{FLOW}</file></bundle>
<rationale>
- It is short.
</rationale>
<verify>
touch was-run
</verify>"""
HOLDS: dict[str, Any] = {
    "bundle_id": "b",
    "workflow_id": "w",
    "entry": "look",
    "autonomy_tier": "suggest",
    "retry_backoff": "fixed",
    "catchup_mode": "all",
    "required_worktree_policy": "new_worktree",
    "required_node_ids": ["look", "tell"],
    "required_trigger_kinds": ["cron", "manual"],
    "required_connector_ids": ["gh"],
    "required_approval_nodes": ["look"],
}
# Of each assertion: what does not hold, and what is told of it.
FAILS: dict[str, tuple[Any, str]] = {
    "bundle_id": ("c", "bundle_id: it is `b`, and should be `c`"),
    "workflow_id": ("v", "workflow_id: it is `w`, and should be `v`"),
    "entry": ("tell", "entry: it is `look`, and should be `tell`"),
    "autonomy_tier": ("shadow", "autonomy_tier: it is `suggest`, and should be `shadow`"),
    "retry_backoff": ("none", "retry_backoff: it is `fixed`, and should be `none`"),
    "catchup_mode": ("latest", "catchup_mode: it is `all`, and should be `latest`"),
    "required_worktree_policy": (
        "host_managed",
        "required_worktree_policy: it is `new_worktree`, and should be `host_managed`",
    ),
    "required_node_ids": (["look", "x", "y"], "required_node_ids: there is no `x` or `y`; there is `look` and `tell`"),
    "required_trigger_kinds": (["mcp"], "required_trigger_kinds: there is no `mcp`; there is `manual` and `cron`"),
    "required_connector_ids": (["github"], "required_connector_ids: there is no `github`; there is `gh`"),
    "required_approval_nodes": (["tell"], "required_approval_nodes: there is no `tell`; there is `look`"),
}
SCHEMA = validator("eval")
CASE_SCHEMA = validator("case")
# Answers badly first; to the second prompt it gives what it has, and shows what it was asked.
SECOND_TRY = """
import sys
prompt = sys.stdin.read()
is_second = "onefold does not accept it" in prompt
open(sys.argv[2] + ("2" if is_second else "1"), "w").write(prompt)
print(open(sys.argv[1]).read() if is_second else open(sys.argv[3]).read())
"""


def case(folder: Path, format_name: str = "json", golden: str = "b.fold.yaml", **assertions: Any) -> str:
    (folder / "flow.fold").write_text(FLOW)
    (folder / "b.fold.yaml").write_text(BUNDLE)
    value = {
        "id": "c",
        "title": "A task",
        "system_prompt": "You write.",
        "user_prompt": "Write a bundle b.",
        "structural_assertions": assertions,
        "golden_bundle_path": golden,
    }
    CASE_SCHEMA.validate(value)
    return write(folder, "c.case", value, format_name)


def evaluated(onefold: Any, *arguments: str, stdin: bytes = b"") -> tuple[int, dict[str, Any]]:
    outcome = onefold("eval", "--json", *arguments, stdin=stdin)
    printed: dict[str, Any] = json.loads(outcome.out)
    SCHEMA.validate(printed)
    assert printed["ok"] == (outcome.code == 0)
    return outcome.code, printed


def judged(onefold: Any, folder: Path, text: str | bytes, golden: str = "b.fold.yaml") -> tuple[int, dict[str, Any]]:
    name = case(folder, golden=golden)
    data = text.encode() if isinstance(text, str) else text
    return evaluated(onefold, name, "--answer", "-", stdin=data)


@pytest.mark.parametrize("format_name", NAMES)
def test_a_case_is_read_in_every_data_format_and_all_its_assertions_hold(
    onefold: Any, folder: Path, format_name: str
) -> None:
    outcome = onefold("eval", case(folder, format_name, **HOLDS))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.split("\n")[-2].split() == ["asserted", "11", "assertions"]


def test_there_is_a_failure_of_every_assertion() -> None:
    assert set(HOLDS) == set(FAILS) == {each.name for each in declarations(Assertions)}


@pytest.mark.parametrize("name", FAILS)
def test_an_assertion_that_does_not_hold_is_told_and_the_others_hold(onefold: Any, folder: Path, name: str) -> None:
    wanted, told = FAILS[name]
    code, printed = evaluated(onefold, case(folder, **{**HOLDS, name: wanted}))
    assert code == 1
    assert printed["data"]["structural_assertions"] == {"ok": False, "failures": [told]}
    assert printed["data"]["run_passed"]
    outcome = onefold("eval", case(folder, **{**HOLDS, name: wanted}))
    assert f"not asserted   11 assertions\n    {told}\n" in outcome.out


@pytest.mark.parametrize("format_name", NAMES)
def test_an_unknown_assertion_is_an_error_at_its_place(onefold: Any, folder: Path, format_name: str) -> None:
    name = case(folder, format_name)
    text = (folder / name).read_text()
    broken = text.replace("structural_assertions: {}", "structural_assertions: {bundle_ids: b}")
    broken = broken.replace('"structural_assertions": {}', '"structural_assertions": {"bundle_ids": "b"}')
    if format_name == "toml":
        broken = (
            text + ("" if "[structural_assertions]" in text else "\n[structural_assertions]") + '\nbundle_ids = "b"\n'
        )
        broken = broken.replace("structural_assertions = {}\n", "")
    (folder / name).write_text(broken)
    outcome = onefold("eval", name)
    assert (outcome.code, outcome.out) == (1, "")
    assert "error[OF201]" in outcome.err
    assert "bundle_ids" in outcome.err
    assert "bundle_id`" in outcome.err


@pytest.mark.parametrize(
    "missing", ["id", "title", "system_prompt", "user_prompt", "structural_assertions", "golden_bundle_path"]
)
def test_a_case_says_everything(onefold: Any, folder: Path, missing: str) -> None:
    name = case(folder)
    value = json.loads((folder / name).read_text())
    del value[missing]
    (folder / name).write_text(json.dumps(value))
    assert not CASE_SCHEMA.is_valid(value)
    outcome = onefold("eval", name)
    assert outcome.code == 1
    assert "error[OF202]" in outcome.err


def test_a_golden_answer_has_to_be_there_and_to_be_a_document(onefold: Any, folder: Path) -> None:
    outcome = onefold("eval", case(folder, golden="nowhere.fold.yaml"))
    assert (outcome.code, outcome.err) == (2, "onefold: cannot read `nowhere.fold.yaml`: no such file or directory\n")
    (folder / "shop.fold.yaml").write_text("catalog: shop\n")
    outcome = onefold("eval", case(folder, golden="shop.fold.yaml"))
    assert outcome.code == 2
    assert "`shop.fold.yaml` is a catalogue" in outcome.err
    (folder / "broken.fold.json").write_text("{")
    assert onefold("eval", case(folder, golden="broken.fold.json")).code == 1
    assert onefold("eval", "nowhere.case.json").code == 2


def test_a_golden_answer_that_is_wrong_fails_with_what_is_wrong(onefold: Any, folder: Path) -> None:
    name = case(folder)
    (folder / "flow.fold").write_text(FLOW.replace("steps.look", "steps.lok"))
    code, printed = evaluated(onefold, name)
    data = printed["data"]
    assert code == 1
    assert [data[f"{each}_passed"] for each in ("validation", "preview", "run")] == [False, False, False]
    assert not data["structural_assertions"]["ok"]
    assert "error[OF301]: There is no step `lok`" in data["validate_stderr"]
    (folder / "flow.fold").write_text(FLOW)
    (folder / "b.fold.yaml").write_text(BUNDLE.replace("[look]", "[look]\n  tool_policy: 3"))
    assert "OF203" in evaluated(onefold, name)[1]["data"]["validate_stderr"]
    (folder / "b.fold.yaml").write_text(BUNDLE.replace("suggest", "sugest"))
    data = evaluated(onefold, name)[1]["data"]
    assert data["validate_stdout"] == "b 1.0.0: 2 nodes, 1 error, no warnings\n"
    assert "OF816" in data["validate_stderr"]


def test_an_answer_is_taken_apart_and_judged(onefold: Any, folder: Path) -> None:
    (folder / "answer.txt").write_text(GOOD)
    code, printed = evaluated(onefold, case(folder, **HOLDS), "--answer", "answer.txt", "--out-dir", "made")
    data = printed["data"]
    assert (code, printed["error"], printed["warnings"]) == (0, None, [])
    assert (data["provider"], data["model"], data["bundle_path"]) == ("file", None, "b.fold.yaml")
    assert (data["rationale"], data["verify"]) == ("- It is short.", "touch was-run")
    assert not (folder / "was-run").exists()
    assert (folder / "made" / "b.fold.yaml").read_text() == BUNDLE
    assert (folder / "made" / "flow.fold").read_text() == FLOW
    assert sorted(each.name for each in (folder / "made").iterdir()) == ["b.fold.yaml", "flow.fold"]


def test_the_same_answer_gives_the_same_report(onefold: Any, folder: Path) -> None:
    broken = GOOD.replace("steps.look", "steps.lok")
    first = judged(onefold, folder, broken)
    assert first == judged(onefold, folder, broken)
    assert "/tmp" not in first[1]["data"]["validate_stderr"]  # noqa: S108 - nobody knows the folder
    assert " --> flow.fold:4:" in first[1]["data"]["validate_stderr"]


def test_only_the_first_block_is_read_from_its_first_opening_to_its_first_closing_tag(
    onefold: Any, folder: Path
) -> None:
    assert judged(onefold, folder, f"{GOOD}\n<bundle>nonsense</bundle>")[0] == 0
    assert judged(onefold, folder, f"<workflow>x</workflow> {GOOD.replace(chr(10), chr(13) + chr(10))}")[0] == 0
    assert judged(onefold, folder, b"\xef\xbb\xbf" + GOOD.encode())[0] == 0
    assert judged(onefold, folder, f"<bundle>nonsense</bundle>\n{GOOD}")[0] == 1


def test_a_workflow_may_stand_alone_in_any_format(onefold: Any, folder: Path) -> None:
    (folder / "golden.fold").write_text(FLOW)
    flow = "onefold: 1\nworkflow: w\nsteps:\n  tell: {kind: model, prompt: Hi}\n"
    indented = "".join(f"    {line}\n" for line in flow.strip().split("\n"))
    for text in (
        f'<workflow path="x/y.fold">{FLOW}</workflow>',
        f"<workflow>{flow}</workflow>",
        f"<workflow>\n\n{indented}  </workflow>",
        f'<workflow path="a.json">{json.dumps(read(flow, format="yaml"))}</workflow>',
        '<workflow path="a.fold.toml">onefold = 1\nworkflow = "w"\nsteps.a = {kind = "model", prompt = "x"}</workflow>',
    ):
        code, printed = judged(onefold, folder, text, golden="golden.fold")
        assert (code, printed["data"]["validate_stderr"]) == (0, ""), printed
        assert printed["warnings"] == ["the answer has no block <rationale>", "the answer has no block <verify>"]


def test_a_document_of_the_wrong_kind_is_no_answer(onefold: Any, folder: Path) -> None:
    (folder / "golden.fold").write_text(FLOW)
    code, printed = judged(onefold, folder, f'<bundle path="flow.fold">{FLOW}</bundle>')
    assert code == 1
    assert printed["data"]["validate_stderr"] == "`flow.fold` is a workflow, and a bundle is asked for.\n"
    code, printed = judged(onefold, folder, GOOD.replace("bundle>", "workflow>"), golden="golden.fold")
    assert printed["data"]["validate_stderr"] == "`b.fold.yaml` is a bundle, and a workflow is asked for.\n"
    code, printed = judged(onefold, folder, '<bundle path="a.txt">x</bundle>')
    assert printed["data"]["validate_stderr"].startswith("`a.txt` has no known ending")
    code, printed = judged(onefold, folder, '<bundle path="a.fold.yaml">catalog: x</bundle>')
    assert "is a catalogue" in printed["data"]["validate_stderr"]


def _files(*paths: str) -> bytes:
    files = "".join(f'<file path="{path}">x</file>' for path in paths)
    return f"<bundle>{files}</bundle>".encode()


BAD = {
    "nothing": (b"", "eval.no_block"),
    "no block": (b"I cannot do that.", "eval.no_block"),
    "another block": (b"<workflow>x</workflow>", "eval.no_block"),
    "a block that is never closed": (b"<bundle>x", "eval.unclosed_block"),
    "an empty block": (b"<bundle> \n </bundle>", "eval.empty_block"),
    "bytes that are no text": (b"<bundle>\xff</bundle>", "eval.not_utf8"),
    "a file that is never closed": (b'<bundle><file path="a">x</bundle>', "eval.unclosed_block"),
    "text between files": (_files("a", "b").replace(b"</file><", b"</file> and <"), "eval.text_between_files"),
    "text before files": (_files("a").replace(b"<file", b"Here:\n<file"), "eval.text_between_files"),
    "one file twice": (_files("a", "A"), "eval.repeated_path"),
    "a file that is a folder": (_files("a", "A/b"), "eval.repeated_path"),
    "too many files": (_files(*map(str, range(51))), "eval.too_many_files"),
    "more than can be read": (b"<bundle>" + b" " * 2**24, "eval.too_large"),
    "many empty lines": (b"<bundle>" + b"\n" * 2**23 + b"</bundle>", "eval.empty_block"),
    "many spaces": (b"<bundle" + b" " * 2**23, "eval.no_block"),
    "many tags that are none": (b"<bundle " * 2**20, "eval.no_block"),
    "much space between files": (_files("a", "A").replace(b"><f", b">%s<f" % (b"\n" * 2**22)), "eval.repeated_path"),
    "much space before text": (_files("a").replace(b"</b", b"%sx</b" % (b"\n" * 2**22)), "eval.text_between_files"),
    **{
        f"the path {path}": (_files(path), "eval.unsafe_path")
        for path in (
            *("", "/etc/x", "../x", "a/../../x", "a//b", "./a", "a/.", "C:/x", "a\\b", "é", "a b", "a\0", "-x", "~"),
            *(".env", "secrets/a", "x.pem", "onefold.toml", "a/onefold.toml", "pyproject.toml", "a" * 201, "a\n"),
        )
    },
    "a path that leads out, for one file": (b'<bundle path="../x.fold.yaml">x</bundle>', "eval.unsafe_path"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_an_answer_that_cannot_be_taken_apart_has_a_code(onefold: Any, folder: Path, name: str) -> None:
    data, expected = BAD[name]
    code, printed = judged(onefold, folder, data)
    assert (code, printed["error"]["code"]) == (1, expected)
    assert printed["data"]["validate_stderr"] == f"{printed['error']['message']}\n"
    assert {each.name for each in folder.rglob("*")} == {"c.case.fold.json", "flow.fold", "b.fold.yaml"}


@pytest.mark.parametrize("file", ["../flow.fold", "/etc/passwd", "x/../../flow.fold", "nowhere.fold"])
def test_what_an_answer_names_lies_in_the_answer(onefold: Any, folder: Path, file: str) -> None:
    code, printed = judged(onefold, folder, GOOD.replace("{file: flow.fold}", f"{{file: {file}}}"))
    assert code == 1
    assert "error[OF23" in printed["data"]["validate_stderr"]
    code, printed = judged(onefold, folder, GOOD.replace('prompt "What', f'prompt file "{file}" system "What'))
    assert code == 1
    assert "error[OF23" in printed["data"]["validate_stderr"]


def test_an_answer_is_a_workspace_of_its_own_wherever_it_is_unpacked(
    onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = case(folder)
    around = folder / "around"
    around.mkdir()
    (around / "onefold.toml").write_text("")
    (around / "note.md").write_text("Nobody's business.")
    monkeypatch.setattr("tempfile.tempdir", str(around))
    answer = GOOD.replace('prompt "What', 'prompt file "../../note.md" system "What')
    code, printed = evaluated(onefold, name, "--answer", "-", stdin=answer.encode())
    assert code == 1
    assert "error[OF232]" in printed["data"]["validate_stderr"]
    assert sorted(each.name for each in around.iterdir()) == ["note.md", "onefold.toml"]


def test_a_preview_with_another_digest_is_told(onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(*operands: Any, **options: Any) -> Preview:
        shown = preview(*operands, **options)
        return evolve(shown, data={**shown.data, "graph_digest": "blake3:other"})

    monkeypatch.setattr("onefold.tools.authoring.judging.preview", other)
    code, printed = evaluated(onefold, case(folder))
    data = printed["data"]
    assert (code, data["validation_passed"], data["preview_passed"], data["run_passed"]) == (1, True, False, True)
    assert "\n  not previewed  " in onefold("eval", case(folder)).out


def test_what_an_answer_shows_is_harmless_to_a_terminal(onefold: Any, folder: Path) -> None:
    name = case(folder)
    outcome = onefold("eval", name, "--answer", "-", stdin=GOOD.replace("bundle: b", "bundle: '\x1b[31m'").encode())
    assert outcome.code == 1
    assert "\x1b" not in outcome.out + outcome.err
    outcome = onefold("eval", name, "--answer", "-", stdin=b'<bundle path="\x1b[31m">x</bundle>')
    assert "\x1b" not in outcome.out + outcome.err


def test_more_than_five_bullets_are_too_many(onefold: Any, folder: Path) -> None:
    many = GOOD.replace("- It is short.", "\n".join(f"- Reason {n}." for n in range(6)))
    code, printed = judged(onefold, folder, many)
    assert (code, printed["warnings"]) == (0, ["the block <rationale> has 6 bullets, and 5 are enough"])


def test_a_model_is_asked_without_a_shell_and_gets_the_pack(onefold: Any, folder: Path) -> None:
    (folder / "answer").write_text(GOOD)
    pack = folder / "pack" / "cases"
    pack.mkdir(parents=True)
    (pack.parent / "SKILL.md").write_text("---\nname: pack\n---\n\nThe language.\n")
    (pack.parent / "prompting.md").write_text("The way.\n")
    name = case(pack, **HOLDS)
    command = (
        sys.executable,
        "-c",
        SECOND_TRY,
        "answer",
        "$(touch x);`touch y`",
        "answer",
        "--",
        "-x",
        "--json",
        "--answer",
    )
    code, printed = evaluated(
        onefold, "--json", f"pack/cases/{name}", "--timeout", "1m", "--model-command", *command[:-1]
    )
    assert code == 0
    data = printed["data"]
    assert (data["provider"], data["model"], data["attempts"]) == ("command", Path(sys.executable).name, 1)
    prompt = (folder / "$(touch x);`touch y`1").read_text()
    assert prompt == "The language.\n\nThe way.\n\nYou write.\n\nWrite a bundle b.\n"
    assert not (folder / "x").exists()
    assert onefold("eval", f"pack/cases/{name}", "--show-prompt").out == prompt


@pytest.mark.parametrize("bad", ["I cannot.", GOOD.replace("steps.look", "steps.lok")], ids=["no block", "an error"])
def test_a_model_whose_answer_is_not_sound_is_told_why_and_asked_once_more(
    onefold: Any, folder: Path, bad: str
) -> None:
    (folder / "good").write_text(GOOD)
    (folder / "bad").write_text(bad)
    name = case(folder, **HOLDS)
    code, printed = evaluated(onefold, name, "--model-command", sys.executable, "-c", SECOND_TRY, "good", "p", "bad")
    assert (code, printed["data"]["attempts"]) == (0, 2)
    first, second = (folder / "p1").read_text(), (folder / "p2").read_text()
    assert second.startswith(f"{first.strip()}\n\nYour answer was:\n\n{bad}\n\nonefold does not accept it:\n\n")
    assert ("the answer has no block <bundle>" if bad == "I cannot." else "There is no step `lok`") in second
    assert second.endswith("\n\nAnswer once more, with all blocks, whole.\n")


def test_there_is_one_retry_and_none_for_what_was_not_asked_for(onefold: Any, folder: Path) -> None:
    (folder / "bad").write_text("I cannot.")
    count = "import sys; sys.stdin.read(); open('calls', 'a').write('x'); print(open(sys.argv[1]).read())"
    code, printed = evaluated(onefold, case(folder), "--model-command", sys.executable, "-c", count, "bad")
    assert (code, printed["error"]["code"], (folder / "calls").read_text()) == (1, "eval.no_block", "xx")
    assert printed["data"]["attempts"] == 2
    (folder / "calls").unlink()
    (folder / "good").write_text(GOOD)
    name = case(folder, bundle_id="other")
    code, printed = evaluated(onefold, name, "--model-command", sys.executable, "-c", count, "good")
    assert (code, printed["data"]["attempts"], (folder / "calls").read_text()) == (1, 1, "x")


def test_a_model_that_gives_no_answer_is_told_cleanly(onefold: Any, folder: Path) -> None:
    name = case(folder)
    for command, told in (
        (("./nowhere",), "`./nowhere` cannot be run: no such file or directory"),
        (("",), "`` cannot be run"),
        ((sys.executable, "-c", "raise SystemExit(3)"), "ended with exit code 3"),
        ((sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"), "was ended by signal 9"),
    ):
        outcome = onefold("eval", name, "--model-command", *command)
        assert (outcome.code, outcome.out) == (2, "")
        assert told in outcome.err
        assert "Traceback" not in outcome.err


ENDLESS = "import os\nwhile os.write(1, b'a' * 999): pass"
WAITING = "import sys, time; sys.stdout.write('x' * 100); sys.stdout.flush(); time.sleep(600)"
LEAVING = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {WAITING!r}])"


@pytest.mark.parametrize("program", [WAITING, LEAVING], ids=["itself", "what it started"])
def test_a_model_that_does_not_end_is_ended(program: str) -> None:
    with pytest.raises(NoAnswer, match=r"did not answer within 0\.5 s"):
        ask([sys.executable, "-c", program], "x", 0.5, 10_000)


def test_a_model_may_close_its_input_and_may_not_answer_without_end() -> None:
    assert ask([sys.executable, "-c", "print('a')"], "x" * 1_000_000, 60, 10) == b"a\n"
    with pytest.raises(NoAnswer, match="answers with more than 10 bytes"):
        ask(
            [
                sys.executable,
                "-c",
                ENDLESS,
            ],
            "",
            60,
            10,
        )


def test_options_that_make_no_sense_together_are_refused(onefold: Any, folder: Path) -> None:
    name = case(folder)
    (folder / "answer").write_text(GOOD)
    for arguments, told in (
        ((name, "--answer", "answer", "--model-command", "x"), "not both"),
        ((name, "--out-dir", "d"), "the golden one is there already"),
        ((name, "--answer", "answer", "--out-dir", "."), "`.` exists already"),
        ((name, "--timeout", "5", "--model-command", "x"), "`5` is no duration"),
        ((name, "--timeout", "0s", "--model-command", "x"), "`0s` is no duration"),
        ((name, "--model-command"), "expected at least one argument"),
        ((), "CASE"),
    ):
        outcome = onefold("eval", *arguments)
        assert (outcome.code, outcome.out) == (2, ""), outcome
        assert told in outcome.err
        assert "onefold eval --help" in outcome.err
    assert onefold("eval", name, "--answer", "nowhere").code == 2
    assert onefold("eval", name, "--answer", "answer", "--out-dir", "no/where").code == 2


PATCH = """patch: p
base: BASE
operations:
  - {op: insert_node, node_id: check, node: {kind: agent}}
  - {op: upsert_prompt_capsule, capsule_id: check, capsule: {node_id: check, prompt: "{{ steps.look.output }}?"}}
  - {op: replace_edge, from: look, to: tell, branch: success, with: {from: look, to: check, branch: success}}
  - {op: add_edge, from: check, to: tell, branch: success}
"""


def patch_case(onefold: Any, folder: Path, **assertions: Any) -> str:
    """A case about a patch for the bundle `b`, with a golden answer."""
    name = case(folder, golden="p.fold.yaml", **assertions)
    (folder / "bundles").mkdir(exist_ok=True)
    (folder / "flow.fold").rename(folder / "bundles" / "flow.fold")
    (folder / "b.fold.yaml").rename(folder / "bundles" / "b.fold.yaml")
    told = json.loads(onefold("bundle", "validate", "bundles/b.fold.yaml", "--json").out)
    (folder / "p.fold.yaml").write_text(PATCH.replace("BASE", told["data"]["bundle_hash"]))
    value = {**json.loads((folder / name).read_text()), "base_bundle_path": "bundles/b.fold.yaml"}
    CASE_SCHEMA.validate(value)
    (folder / name).write_text(json.dumps(value))
    return name


def test_a_patch_is_judged_by_what_it_makes_of_its_bundle(onefold: Any, folder: Path) -> None:
    name = patch_case(onefold, folder, required_node_ids=["check", "look"], bundle_id="b")
    before = (folder / "bundles" / "flow.fold").read_bytes()
    code, printed = evaluated(onefold, name)
    assert (code, printed["data"]["validate_stdout"]) == (0, "b 1.0.0: 3 nodes, no errors, no warnings\n")
    text = (folder / "p.fold.yaml").read_text()
    assert evaluated(onefold, name, "--answer", "-", stdin=f"<patch>{text}</patch>".encode())[0] == 0
    assert (folder / "bundles" / "flow.fold").read_bytes() == before
    for old, new, told in (
        ("base: blake3:", "base: blake3:" + "0" * 64 + " # ", "error[OF876]"),
        ("to: tell, branch: success, with", "to: tell, branch: failure, with", "error[OF875]"),
        ("steps.look", "steps.lok", "There is no step `lok`"),
        ("steps.look", "steps.tell", "its source would have an error"),
        (
            "operations:",
            "operations:\n  - {op: update_bundle_policy, policy: {autonomy_tier: act_auto}}",
            "it asks for more: ",
        ),
        ("op: add_edge", "op: add_edges", "error[OF206]"),
        ("patch: p", "bundle: p", "is a bundle, and a patch is needed here"),
    ):
        answer = text.replace(old, new, 1)
        assert answer != text
        code, printed = evaluated(onefold, name, "--answer", "-", stdin=f"<patch>{answer}</patch>".encode())
        assert (code, printed["data"]["validation_passed"]) == (1, False)
        assert told in printed["data"]["validate_stderr"], printed["data"]["validate_stderr"]


def test_the_prompt_for_a_patch_shows_the_bundle_and_its_hash(onefold: Any, folder: Path) -> None:
    name = patch_case(onefold, folder)
    prompt = onefold("eval", name, "--show-prompt").out
    told = json.loads(onefold("bundle", "validate", "bundles/b.fold.yaml", "--json").out)
    assert f"The bundle has the hash `{told['data']['bundle_hash']}`." in prompt
    assert f'<file path="b.fold.yaml">\n{BUNDLE.strip()}\n</file>' in prompt
    assert f'<file path="flow.fold">\n{FLOW.strip()}\n</file>' in prompt


def test_a_case_has_a_base_exactly_where_it_is_about_a_patch(onefold: Any, folder: Path) -> None:
    name = patch_case(onefold, folder)
    value = json.loads((folder / name).read_text())
    del value["base_bundle_path"]
    (folder / name).write_text(json.dumps(value))
    outcome = onefold("eval", name)
    assert outcome.code == 2
    assert outcome.err.endswith("has no `base_bundle_path`, and its golden answer is a patch\n")
    value |= {"golden_bundle_path": "bundles/b.fold.yaml", "base_bundle_path": "bundles/b.fold.yaml"}
    (folder / name).write_text(json.dumps(value))
    outcome = onefold("eval", name)
    assert outcome.code == 2
    assert outcome.err.endswith("has a `base_bundle_path`, and its golden answer is no patch\n")
    value |= {"golden_bundle_path": "p.fold.yaml", "base_bundle_path": "nowhere.fold.yaml"}
    (folder / name).write_text(json.dumps(value))
    assert onefold("eval", name).code == 2
    value |= {"base_bundle_path": "bundles/b.fold.yaml"}
    (folder / name).write_text(json.dumps(value))
    (folder / "bundles" / "flow.fold").write_text("fold 1\n")
    outcome = onefold("eval", name)
    assert (outcome.code, outcome.out) == (1, "")
    assert "bundles/flow.fold" in outcome.err


def test_programs_get_one_object_whatever_the_reason(onefold: Any, folder: Path) -> None:
    name = case(folder)
    (folder / "broken.json").write_text('{"id": 3}')
    for arguments, code, kind in (
        (("nowhere.json",), 2, "eval.read_failed"),
        (("broken.json",), 1, "eval.invalid_source"),
        (("case.txt",), 2, "eval.unknown_format"),
        ((name, "--answer", "nowhere"), 2, "eval.read_failed"),
        ((name, "--out-dir", "x"), 2, "eval.usage"),
        ((name, "--model-command", "./nowhere"), 2, "eval.no_answer"),
    ):
        (folder / "case.txt").write_text("x")
        found, printed = evaluated(onefold, *arguments)
        assert (found, printed["data"], printed["error"]["code"]) == (code, None, kind)


def test_the_case_of_the_public_contract_is_read_and_its_golden_answer_is_good(onefold: Any) -> None:
    path = fixture("examples/skill-packs/workflow-authoring/cases/pr-monitor.case.json")
    code, printed = evaluated(onefold, str(path))
    assert (code, printed["data"]["structural_assertions"]["ok"]) == (0, True)


def test_the_cases_of_the_pack_have_the_published_shape() -> None:
    assert PACK.name == "authoring"
    for path in CASES:
        CASE_SCHEMA.validate(json.loads(path.read_text(encoding="utf-8")))


def test_only_one_command_hands_its_last_arguments_on() -> None:
    parser = CommandParser("onefold eval")
    assert parser.split(["a", "--model-command", "b", "--", "c"]) == (["a"], ["b", "--", "c"])
    assert CommandParser("onefold hash").split(["--model-command"]) == (["--model-command"], None)
