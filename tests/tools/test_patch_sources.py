"""`onefold patch apply --source`: texts of every format say the patched thing, and nothing else of them changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import FLOW, NAMES, SUFFIX, contract, document, write
from golden_cases import ACCEPT
from patch_documents import add, bundle_policy, edge, insert, node_policy, patch, prompt, remove, replace

from onefold.frontends import splices
from onefold.frontends.registry import FRONTENDS
from onefold.tools.patch import sources

FORMATS = {each.name: each for each in FRONTENDS}
VERIFY = (
    insert("double-check", kind="agent", metadata={"timeout": "3m", "effort": "low"}, model_policy={"model": "fast"}),
    prompt("double-check", "double-check", "Is it true?\nSay yes or no: {{ steps.summarize.output }}\n"),
    replace(edge("summarize", "merge", "success"), edge("summarize", "double-check", "success")),
    add("double-check", "merge", "success"),
    add("double-check", "handover", "failure"),
)


def bundle_hash(onefold: Any, name: str) -> str:
    outcome = onefold("bundle", "validate", name, "--json")
    found: str = json.loads(outcome.out)["data"]["bundle_hash"]
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def apply(onefold: Any, folder: Path, name: str, *operations: dict[str, Any], more: tuple[str, ...] = ()) -> Any:
    write(folder, "patch", patch(*operations, base=bundle_hash(onefold, name)), "json")
    return onefold("patch", "apply", "--source", name, "--patch", f"patch{SUFFIX['json']}", *more)


@pytest.mark.parametrize("format_name", FORMATS)
def test_the_lines_that_change_are_those_of_the_patch(
    format_name: str, onefold: Any, folder: Path, snapshot: Any
) -> None:
    name = f"input{FORMATS[format_name].suffixes[0]}"
    shutil.copy(ACCEPT / "code-review" / name, folder / name)
    before = (folder / name).read_text(encoding="utf-8")
    outcome = apply(onefold, folder, name, *VERIFY)
    assert outcome.code == 0, outcome.err
    after = (folder / name).read_text(encoding="utf-8")
    assert "".join(unified_diff(before.splitlines(True), after.splitlines(True), "before", "after", n=1)) == snapshot


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_bundle_of_any_format_is_patched_the_same(format_name: str, onefold: Any, folder: Path) -> None:
    name = f"input{FORMATS[format_name].suffixes[0]}"
    shutil.copy(ACCEPT / "code-review" / name, folder / name)
    assert apply(onefold, folder, name, *VERIFY).code == 0
    other = folder / "other.fold"
    shutil.copy(ACCEPT / "code-review" / "input.fold", other)
    assert apply(onefold, folder, other.name, *VERIFY).code == 0
    assert bundle_hash(onefold, name) == bundle_hash(onefold, other.name)
    assert onefold("hash", name).out.split()[0] == onefold("hash", other.name).out.split()[0]


def workspace(folder: Path, format_name: str, flow_format: str) -> tuple[str, str]:
    """A bundle's document and its workflow, in formats of their own."""
    flow = f"flow{FORMATS[flow_format].suffixes[0]}"
    (folder / flow).write_text(FLOW, encoding="utf-8")
    if flow_format != "fold":
        (folder / "flow.fold").write_text(FLOW, encoding="utf-8")
        printer = FORMATS[flow_format].print
        assert printer is not None
        from onefold.api import check
        from onefold.kernel.document import document as workflow_document

        ir = check(folder / "flow.fold").ir
        assert ir is not None
        (folder / flow).write_text(printer(workflow_document(ir)), encoding="utf-8")
        (folder / "flow.fold").unlink()
    return write(folder, "bundle", document(workflow={"file": flow}), format_name), flow


@pytest.mark.parametrize("flow_format", FORMATS)
@pytest.mark.parametrize("format_name", NAMES)
def test_a_document_and_its_workflow_change_together(
    format_name: str, flow_format: str, onefold: Any, folder: Path
) -> None:
    name, flow = workspace(folder, format_name, flow_format)
    outcome = apply(
        onefold, folder, name,
        prompt("before", "fetch", "Say what is fetched."),
        prompt("look", "look", "Look twice.", system="Be brief."),
        bundle_policy(autonomy_tier="shadow", retry={"max_attempts": 2, "backoff": "fixed"}),
        more=("--json",),
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert json.loads(outcome.out)["data"]["written"] == [name, flow]
    shown = json.loads(onefold("bundle", "preview", name, "--json").out)["data"]
    assert onefold("bundle", "validate", name).code == 0
    assert "Say what is fetched." in (folder / name).read_text()
    assert "Look twice." in (folder / flow).read_text()
    assert shown["bundle_id"] == "nightly"
    assert apply(onefold, folder, name, bundle_policy(approval_required=["close", "github.close", "look"])).code == 0
    assert onefold("bundle", "validate", name).code == 0


def test_nothing_is_written_where_one_of_two_files_cannot_say_it(onefold: Any, folder: Path) -> None:
    name, _ = workspace(folder, "yaml", "fold")
    before = files(folder)
    outcome = apply(onefold, folder, name, bundle_policy(autonomy_tier="shadow"), add("fetch", "close", None))
    assert outcome.code == 1
    assert "[OF879]" in outcome.err
    after = files(folder)
    assert {each: after[each] for each in before} == before


def test_a_place_elsewhere_is_for_one_file(onefold: Any, folder: Path) -> None:
    name, flow = workspace(folder, "yaml", "fold")
    before = files(folder)
    changes = (prompt("before", "fetch", "x"), prompt("look", "look", "y", system="Be brief."))
    assert apply(onefold, folder, name, *changes, more=("--out", "o.yaml")).code == 2
    assert {each: data for each, data in files(folder).items() if each in before} == before
    assert apply(onefold, folder, name, changes[1], more=("--out", "new.fold")).code == 0
    assert (folder / flow).read_bytes() == before[flow]
    assert b'prompt "y"' in (folder / "new.fold").read_bytes()


@pytest.mark.parametrize("format_name", NAMES)
def test_a_bundle_of_the_contract_is_changed_in_its_text(format_name: str, onefold: Any, folder: Path) -> None:
    name = write(folder, "bundle", contract(), format_name)
    if format_name != "json":
        text = (folder / name).read_text()
        (folder / name).write_text(f"# A monitor.\n{text}# The end.\n")
    before = (folder / name).read_text().splitlines()
    outcome = apply(
        onefold, folder, name,
        insert("n", kind="action", task_label="New: one"),
        replace(edge("a", "c"), edge("a", "n")),
        add("n", "c"),
        prompt("p", "a", "Hello again.", trigger_id="go"),
        bundle_policy(approval_required=["n"]),
        more=("--json",),
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    after = (folder / name).read_text().splitlines()
    lost = [line for line in before if line not in after]
    assert len(lost) <= 6, lost
    assert onefold("bundle", "validate", name).code == 0
    written = json.loads(outcome.out)["data"]
    assert bundle_hash(onefold, name) != written["bundle_hash"]
    again = onefold("patch", "validate", "--bundle", name, "--patch", f"patch{SUFFIX['json']}")
    assert "[OF876]" in again.err


# What a workflow cannot say, and where that is.
UNSAYABLE: Mapping[str, tuple[tuple[dict[str, Any], ...], str]] = {
    "a policy of the bundle": ((bundle_policy(autonomy_tier="shadow"),), "policy"),
    "an approval policy": ((node_policy("look", approval_policy={"auto_deny": ["x"]}),), "approval_policy"),
    "fewer tools in the policy alone": (
        (node_policy("look", capability_policy={"tools": [], "tools_restricted": True}),), "capability_policy"
    ),
    "a temperature": ((node_policy("look", model_policy={"temperature": 0.5}),), "model_policy"),
    "a prompt of a node": ((node_policy("look", prompt="Hi."),), "workflow.nodes.look.prompt"),
    "a label": ((node_policy("look", task_label="Hi."),), "task_label"),
    "an edge without an outcome": ((add("close", "mend"),), "edges"),
    "an edge with a free label": ((add("close", "mend", "failure", "sadly"),), "edges"),
    "a kind of node": ((insert("n", kind="waitpoint"), add("close", "n", "success")), "workflow.nodes.n.kind"),
    "a field of no step": (
        (insert("n", kind="action", task_label="a.b", metadata={"colour": "red"}), add("close", "n", "success")),
        "workflow.nodes.n.metadata.colour",
    ),
    "a capsule of a tool": ((prompt("q", "close", "Hi."),), "prompt_capsules"),
    "a capsule with a context": ((prompt("look", "look", "Hi.", context={"a": 1}),), "prompt_capsules"),
    "a branch that ends elsewhere": ((remove("lint", "checks.join", "success"),), "edges"),
    "a step that nothing leads to": ((insert("n", kind="agent"), prompt("n", "n")), "steps.n"),
}  # fmt: skip


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", UNSAYABLE)
def test_what_a_source_cannot_say_is_refused_with_its_place(
    name: str, format_name: str, onefold: Any, folder: Path
) -> None:
    operations, place = UNSAYABLE[name]
    _, flow = workspace(folder, "yaml", format_name)
    before = files(folder)
    outcome = apply(onefold, folder, flow, *operations, more=("--json",))
    assert outcome.code == 1
    error = json.loads(outcome.out)["error"]
    assert error is not None, outcome.out
    assert error["diagnostic"] == "OF879"
    assert place in error["message"]
    after = files(folder)
    assert {each: after[each] for each in before} == before


def test_a_source_that_cannot_say_it_is_told_of_before_anything_is_applied(onefold: Any, folder: Path) -> None:
    _, flow = workspace(folder, "yaml", "fold")
    write(folder, "patch", patch(bundle_policy(autonomy_tier="shadow"), base=bundle_hash(onefold, flow)), "json")
    for word in ("validate", "preview"):
        given = ("--patch", f"patch{SUFFIX['json']}")
        assert onefold("patch", word, "--bundle", flow, *given).code == 0
        outcome = onefold("patch", word, "--source", flow, *given)
        assert (outcome.code, "[OF879]" in outcome.err) == (1, True)


def test_a_text_that_others_share_is_not_changed_for_one(onefold: Any, folder: Path) -> None:
    head, tail = "onefold: 1\nworkflow: w\nsteps:\n", "transitions: [{from: a, to: b}, {from: b, to: c}]\n"
    shared, bye = "{kind: model, prompt: Hello.}", "{kind: model, prompt: Bye.}"
    before = f"  a: &x {shared}  # one\n  b: *x  # two\n  c:\n    <<: *x\n"
    for step, after in (
        ("a", f"  a: {bye}  # one\n  b: &x {shared}  # two\n  c:\n    <<: *x\n"),
        ("b", f"  a: &x {shared}  # one\n  b: {bye}  # two\n  c:\n    <<: *x\n"),
        ("c", f"  a: &x {shared}  # one\n  b: *x  # two\n  c:\n    <<: *x\n    prompt: Bye.\n"),
    ):
        (folder / "w.fold.yaml").write_text(head + before + tail)
        assert apply(onefold, folder, "w.fold.yaml", prompt(step, step, "Bye.")).code == 0
        assert (folder / "w.fold.yaml").read_text() == head + after + tail


def test_a_text_that_cannot_be_changed_in_its_place_is_left_alone(onefold: Any, folder: Path) -> None:
    text = """onefold: 1
workflow: w
steps:
  a: &x
    kind: model  # as b
    prompt: &p Hello.
  b: *x
  c: {kind: model, prompt: *p}
transitions: [{from: a, to: b}, {from: b, to: c}]
"""
    (folder / "w.fold.yaml").write_text(text)
    outcome = apply(onefold, folder, "w.fold.yaml", prompt("a", "a", "Bye."))
    assert (outcome.code, (folder / "w.fold.yaml").read_text()) == (1, text)
    assert "[OF868]" in outcome.err


@pytest.mark.parametrize("lost", [" // why", 'meta { owner: "us" }'])
def test_a_text_that_would_lose_a_comment_or_a_note_is_not_written(
    lost: str, onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'fold 1\nworkflow w\nmodel a { prompt "Hello." } // why\nmeta { owner: "us" }\n'
    (folder / "w.fold").write_text(text)
    splice = splices.spliced
    monkeypatch.setattr(sources, "spliced", lambda *given: splice(*given).replace(lost.encode(), b""))
    outcome = apply(onefold, folder, "w.fold", prompt("a", "a", "Bye."))
    assert (outcome.code, (folder / "w.fold").read_text()) == (1, text)
    assert "[OF868]" in outcome.err


def test_a_prompt_from_a_file_stands_in_the_source_from_then_on(onefold: Any, folder: Path) -> None:
    (folder / "ask.txt").write_text("Ask.\n")
    (folder / "w.fold").write_text('fold 1\nworkflow w\nmodel a { prompt file "ask.txt" } // shared\n')
    assert apply(onefold, folder, "w.fold", prompt("a", "a", "Ask twice.")).code == 0
    assert (folder / "w.fold").read_text() == 'fold 1\nworkflow w\nmodel a { prompt "Ask twice." } // shared\n'
    assert (folder / "ask.txt").read_text() == "Ask.\n"


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_workflow_that_begins_nowhere_else_says_where(format_name: str, onefold: Any, folder: Path) -> None:
    (folder / "w.fold").write_text(
        "fold 1\nworkflow w\nbudget { steps 9 }\n"
        'model a { prompt "A." }\nmodel b { prompt "B." outcomes [again] }\na -> b\n'
    )
    outcome = onefold("compile", "w.fold", "--to", format_name)
    name = f"v{FORMATS[format_name].suffixes[0]}"
    (folder / name).write_text(outcome.out)
    assert apply(onefold, folder, name, add("b", "a", "again")).code == 0
    assert "start" in (folder / name).read_text()


@pytest.mark.parametrize("format_name", FORMATS)
def test_line_ends_and_marks_stay(format_name: str, onefold: Any, folder: Path) -> None:
    name = f"input{FORMATS[format_name].suffixes[0]}"
    data = (ACCEPT / "code-review" / name).read_bytes().replace(b"\n", b"\r\n")
    (folder / name).write_bytes(b"\xef\xbb\xbf" + data)
    outcome = apply(onefold, folder, name, *VERIFY)
    assert outcome.code == 0, outcome.err
    after = (folder / name).read_bytes()
    assert after.startswith(b"\xef\xbb\xbf")
    new = [line for line in after.split(b"\n") if not line.endswith(b"\r") and line]
    assert len(new) <= 8, new


DENYING = """\
fold 1
workflow review

model look { prompt "Look."  tools { allow [fs.*]  deny [fs.delete] } } // no deletes
"""


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_denial_that_is_left_out_of_a_source_is_a_widening(format_name: str, onefold: Any, folder: Path) -> None:
    name = f"deny{FORMATS[format_name].suffixes[0]}"
    (folder / "deny.fold").write_text(DENYING, encoding="utf-8")
    if format_name != "fold":
        from onefold.api import check
        from onefold.kernel.document import document as workflow_document

        printer, ir = FORMATS[format_name].print, check(folder / "deny.fold").ir
        assert printer is not None
        assert ir is not None
        (folder / name).write_text(printer(workflow_document(ir)), encoding="utf-8")
    before = files(folder)
    outcome = apply(onefold, folder, name, node_policy("look", tools={"allow": ["fs.*"]}), more=("--json",))
    assert outcome.code == 1, outcome.err
    read = json.loads(outcome.out)["data"]["capability_delta"]["widening"]
    assert [each["detail"] for each in read] == ["`look` may call `fs.delete`, which was denied"]
    assert {each: files(folder)[each] for each in before} == before


def test_tools_are_said_in_any_order(onefold: Any, folder: Path) -> None:
    (folder / "deny.fold").write_text(DENYING, encoding="utf-8")
    tools = {"allow": ["fs.*"], "deny": ["fs.move", "fs.delete", "fs.move"]}
    outcome = apply(onefold, folder, "deny.fold", node_policy("look", tools=tools))
    assert outcome.code == 0, outcome.err
    assert "deny [fs.delete, fs.move]" in (folder / "deny.fold").read_text()
    outcome = apply(onefold, folder, "deny.fold", node_policy("look", tools=tools))
    assert (outcome.code, "[OF872]" in outcome.err) == (1, True)
    none: dict[str, Any] = {"allow": [], "deny": []}
    outcome = apply(onefold, folder, "deny.fold", node_policy("look", tools=none, capability_policy={}))
    assert outcome.code == 0, outcome.err
    assert "fs" not in (folder / "deny.fold").read_text()
