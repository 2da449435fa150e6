"""`onefold patch`: what is wrong with a patch, what it changes, and that it is applied whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import NAMES, SUFFIX, contract, fixture, workspace, write
from patch_documents import (
    NO_HASH,
    add,
    bundle_policy,
    contract_patch,
    edge,
    insert,
    node_policy,
    patch,
    prompt,
    remove,
    replace,
)

from onefold.tools.store.names import file_name

FIXTURES = "docs/fixtures/workflow-bundles/"
UNKNOWN = {"op": "update_node_policy", "node_id": "z", "policy": {"prompt": "x"}}
# What is wrong with one operation: code, op, the contract's path, kind of message, node.
FAILURES: Mapping[str, tuple[dict[str, Any], str, str, str, str | None]] = {
    "a blank node id": (insert(" "), "OF871", "operations", "blank", None),
    "an empty node id": (insert(""), "OF871", "operations", "blank", None),
    "a node that is there": (insert("a"), "OF873", "workflow.nodes.a", "exists", "a"),
    "an edge from nowhere": (add("z", "a"), "OF813", "edges.from", "edge_from", "z"),
    "an edge to nowhere": (add("a", "z"), "OF813", "edges.to", "edge_to", "z"),
    "an edge that is there": (add("a", "c"), "OF874", "edges", "exists", "a"),
    "removing an edge from nowhere": (remove("z", "a"), "OF813", "edges.from", "edge_from", "z"),
    "removing an edge that is not there": (remove("a", "c", "success"), "OF875", "edges", "unknown", "a"),
    "replacing an edge that is not there": (replace(edge("a", "r"), edge("a", "c")), "OF875", "edges", "unknown", "a"),
    "replacing an edge by one to nowhere": (
        replace(edge("a", "c"), edge("a", "z")), "OF813", "edges.to", "edge_to", "z"
    ),
    "replacing an edge by one that is there": (
        replace(edge("a", "c"), edge("f", "m")), "OF874", "edges", "exists", "f"
    ),
    "replacing an edge by itself": (replace(edge("a", "c"), edge("a", "c")), "OF872", "edges", "undone", "a"),
    "a blank capsule id": (prompt(" ", "a"), "OF871", "prompt_capsules", "blank", None),
    "a capsule for no node": (prompt("q", "z"), "OF813", "prompt_capsules.q.node_id", "unknown", "z"),
    "a second capsule": (prompt("q", "a"), "OF815", "prompt_capsules.q.node_id", "second", "a"),
    "a policy for no node": (UNKNOWN, "OF813", "workflow.nodes.z", "unknown", "z"),
    "a malformed model policy": (node_policy("a", model_policy=3), "OF203", "workflow.nodes.a", "malformed", "a"),
    "a malformed approval policy": (
        node_policy("a", approval_policy={"rules": "x"}), "OF203", "workflow.nodes.a", "malformed", "a"
    ),
    "a new node with a malformed policy": (
        insert("n", model_policy={"model": 3}), "OF203", "workflow.nodes.n", "malformed", "n"
    ),
    "a malformed retry": (bundle_policy(retry={"max_attempts": "x"}), "OF203", "policy", "malformed", None),
    "a malformed catchup": (bundle_policy(catchup=[]), "OF203", "policy", "malformed", None),
}  # fmt: skip
# What is wrong with a patch whatever it is applied to.
OF_PATCH: Mapping[str, tuple[dict[str, Any], list[str], str]] = {
    "an unknown schema": ({"schema_version": 2}, ["OF870"], "unsupported"),
    "a blank id": ({"id": " "}, ["OF871"], "blank"),
    "no operations": ({"operations": []}, ["OF872"], "empty"),
    "all of that": ({"schema_version": 2, "id": "", "operations": []}, ["OF870", "OF871", "OF872"], "unsupported"),
}


def data(outcome: Any) -> Any:
    return json.loads(outcome.out)["data"]


def bundle_hash(onefold: Any, name: str) -> str:
    found: str = data(onefold("bundle", "validate", name, "--json"))["bundle_hash"]
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(folder.iterdir())}


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize("name", FAILURES)
def test_each_failure_has_its_code_and_the_path_of_the_contract_and_writes_nothing(
    name: str, format_name: str, onefold: Any, folder: Path
) -> None:
    operation, code, path, kind, node = FAILURES[name]
    bundle = write(folder, "bundle", contract(), format_name)
    good = insert("first")
    target = write(folder, "patch", patch(good, operation, base=bundle_hash(onefold, bundle)), format_name)
    before = files(folder)
    outcome = onefold("patch", "validate", "--bundle", bundle, "--patch", target, "--json")
    assert outcome.code == 1
    report = data(outcome)
    (row,) = report["apply_errors"]
    assert [row[each] for each in ("severity", "op_index", "op", "path", "kind", "node_id", "code")] == [
        "error", 1, operation["op"], path, kind, node, code
    ]  # fmt: skip
    assert not report["valid"]
    assert report["graph_diff"]["added_nodes"] == []
    assert (
        data(onefold("bundle", "validate", bundle, "--json"))["graph_digest"]
        == (report["bundle_validation"]["graph_digest"])
    )
    for target_of in ("--bundle", "--source"):
        outcome = onefold("patch", "apply", target_of, bundle, "--patch", target, "--out", "out.json")
        assert (outcome.code, outcome.out) == (1, "")
        assert f"[{code}]" in outcome.err
        assert f"{target}:" in outcome.err, "it has a place"
    assert files(folder) == before


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize("name", OF_PATCH)
def test_what_is_wrong_with_a_patch_of_the_contract_is_told_at_once(
    name: str, format_name: str, onefold: Any, folder: Path
) -> None:
    fields, codes, kind = OF_PATCH[name]
    bundle = write(folder, "bundle", contract(), format_name)
    target = write(folder, "patch", contract_patch(insert("n"), **fields), format_name)
    outcome = onefold("patch", "validate", "--bundle", bundle, "--patch", target, "--json")
    rows = data(outcome)["apply_errors"]
    assert outcome.code == 1
    assert [each["code"] for each in rows] == codes
    assert {(each["op_index"], each["op"], each["path"], each["node_id"]) for each in rows} == {
        (None, None, "patch", None)
    }
    assert rows[0]["kind"] == kind
    checked = json.loads(onefold("check", target, "--format", "json").out)
    assert [each["code"] for each in checked["results"][0]["diagnostics"]] == codes


@pytest.mark.parametrize("format_name", NAMES)
def test_a_patch_that_is_not_well_formed_is_not_read(format_name: str, onefold: Any, folder: Path) -> None:
    bundle = write(folder, "bundle", contract(), format_name)
    for broken, code in (
        (patch({"op": "rename_node", "node_id": "a"}), "OF206"),
        (patch({"op": "add_edge", "from": "a"}), "OF202"),
        (patch({**add("a", "r"), "tot": "x"}), "OF201"),
        ({**patch(add("a", "r")), "base": "abc"}, "OF253"),
        ({"patch": "p", "operations": [add("a", "r")]}, "OF202"),
    ):
        target = write(folder, "patch", broken, format_name)
        outcome = onefold("patch", "validate", "--bundle", bundle, "--patch", target)
        assert outcome.code == 1
        assert f"[{code}]" in outcome.err


def test_a_bundle_is_no_patch_and_a_patch_is_no_bundle(onefold: Any, folder: Path) -> None:
    bundle = write(folder, "bundle", contract(), "json")
    target = write(folder, "patch", contract_patch(insert("n")), "json")
    assert (
        "is a bundle, and a patch is needed" in onefold("patch", "validate", "--bundle", bundle, "--patch", bundle).err
    )
    assert "is a patch, and a bundle" in onefold("patch", "validate", "--bundle", target, "--patch", target).err
    assert onefold("patch", "validate", "--patch", target).code == 2
    assert onefold("patch", "validate", "--bundle", "none.json", "--patch", target).code == 2
    assert onefold("patch", "validate", "--bundle", bundle, "--source", bundle, "--patch", target).code == 2


@pytest.mark.parametrize(
    "operations",
    [
        [add("a", "r"), remove("a", "r")],
        [remove("a", "c"), add("a", "c")],
        [replace(edge("a", "c"), edge("a", "r")), replace(edge("a", "r"), edge("a", "c"))],
        [insert("n"), add("a", "r"), remove("a", "r")],
        [insert("n"), remove("a", "c"), add("a", "c")],
        [bundle_policy(autonomy_tier="act_with_approval")],
        [node_policy("a", model_policy={})],
        [prompt("p", "a", "Hello.", trigger_id="go")],
    ],
)
def test_a_patch_without_effect_is_refused(operations: Any, onefold: Any, folder: Path) -> None:
    bundle = write(folder, "bundle", contract(), "json")
    target = write(folder, "patch", patch(*operations, base=bundle_hash(onefold, bundle)), "json")
    outcome = onefold("patch", "validate", "--bundle", bundle, "--patch", target, "--json")
    (row,) = data(outcome)["apply_errors"]
    assert (outcome.code, row["code"]) == (1, "OF872")


def fixtures(folder: Path, *more: dict[str, Any]) -> tuple[str, ...]:
    """The arguments for the public bundle and its patch, with further operations."""
    bundle = folder / "monitor.json"
    bundle.write_bytes(fixture(FIXTURES + "github-pr-monitor.bundle.json").read_bytes())
    value = json.loads(fixture(FIXTURES + "pr-monitor-verifier.patch.json").read_text())
    value["operations"] += more
    (folder / "patch.json").write_text(json.dumps(value))
    return "--bundle", "monitor.json", "--patch", "patch.json"


def test_the_public_patch_gives_the_published_result(onefold: Any, folder: Path) -> None:
    given = fixtures(folder)
    parent = str(fixture(FIXTURES + "parent-act-with-approval.policy.json"))
    for more in ((), ("--parent-ceiling", parent)):
        outcome = onefold("patch", "validate", *given, *more, "--json")
        report = data(outcome)
        assert outcome.code == 0, outcome.out
        assert [*report][:9] == [
            *("schema_version", "patch_id", "bundle_id", "valid", "apply_errors", "bundle_validation"),
            *("graph_diff", "capability_delta", "graph_export"),
        ]
        assert report["valid"]
        difference = report["graph_diff"]
        assert difference["added_nodes"] == ["repair_logs", "verify_logs"]
        assert [(each["from"], each["to"], each["branch"]) for each in difference["added_edges"]] == [
            ("query_logs", "verify_logs", None),
            ("repair_logs", "verify_logs", None),
            ("verify_logs", "notify", "verify_pass"),
            ("verify_logs", "repair_logs", "verify_fail"),
        ]
        assert difference["updated_capsules"] == ["verify-logs"]
        assert difference["updated_nodes"] == difference["removed_edges"] == []
        assert report["capability_delta"]["widening"] == []
        assert report["base"] == "not stated"


def test_a_higher_tier_is_a_widening_with_the_parent(onefold: Any, folder: Path) -> None:
    given = fixtures(folder, bundle_policy(autonomy_tier="act_auto"))
    parent = str(fixture(FIXTURES + "parent-act-with-approval.policy.json"))
    outcome = onefold("patch", "validate", *given, "--parent-ceiling", parent, "--json")
    delta = data(outcome)["capability_delta"]
    assert outcome.code == 1
    assert {each["kind"] for each in delta["widening"]} >= {"side_effect_level"}
    assert delta["raised_autonomy_tier"] == {"from": "act_with_approval", "to": "act_auto"}
    assert delta["raised_side_effect_level"] == {"from": "process_exec", "to": "network"}
    # Stricter than the contract, which finds nothing without a parent: the original bundle is the measure then.
    alone = data(onefold("patch", "validate", *given, "--json"))["capability_delta"]["widening"]
    assert {each["kind"] for each in alone} >= {"side_effect_level", "autonomy_tier"}


def test_what_the_contract_ignores_and_drops_is_told(onefold: Any, folder: Path) -> None:
    # Stricter on purpose: unknown members, and a malformed policy of a new node.
    given = fixtures(folder, {**insert("x"), "nod": {}})
    assert "[OF201]" in onefold("patch", "validate", *given).err
    given = fixtures(folder, insert("x", approval_policy=1))
    (row,) = data(onefold("patch", "validate", *given, "--json"))["apply_errors"]
    assert (row["op_index"], row["path"]) == (7, "workflow.nodes.x")


def test_a_patch_of_the_contract_is_applied_with_a_base_and_only_once(onefold: Any, folder: Path) -> None:
    given = fixtures(folder)
    base = bundle_hash(onefold, "monitor.json")
    refused = onefold("patch", "apply", *given, "--out", "out.json", "--json")
    assert refused.code == 1
    assert json.loads(refused.out)["error"]["code"] == "patch.base_missing"
    assert base in refused.err
    assert not (folder / "out.json").exists()
    other = onefold("patch", "apply", *given, "--base", NO_HASH, "--json")
    assert [each["code"] for each in data(other)["apply_errors"]] == ["OF876"]
    assert onefold("patch", "apply", *given, "--base", base, "--out", "out.json").code == 0
    written = (folder / "out.json").read_bytes()
    assert written.startswith(b'{\n  "schema_version": 2,\n')
    assert not written.endswith(b"\n")
    assert onefold("bundle", "validate", "out.json").code == 0
    printed = onefold("patch", "apply", *given, "--base", base)
    assert printed.out.encode() == written + b"\n"
    enveloped = data(onefold("patch", "apply", *given, "--base", base, "--json"))
    assert enveloped["bundle"] == json.loads(written)
    assert enveloped["written"] == []
    again = onefold("patch", "apply", "--bundle", "out.json", *given[2:], "--base", base, "--out", "twice.json")
    assert (again.code, (folder / "twice.json").exists()) == (1, False)
    assert "[OF876]" in again.err


def test_what_differs_is_told_of_the_graphs_and_not_of_the_operations(onefold: Any, folder: Path) -> None:
    bundle = write(folder, "bundle", contract(), "yaml")
    operations = (
        insert("n", kind="action"),
        replace(edge("a", "c"), edge("a", "n")),
        add("n", "c"),
        node_policy("f", task_label="F."),
        node_policy("m", task_label="M."),
        node_policy("m", task_label=""),
        bundle_policy(autonomy_tier="suggest", retry={"max_attempts": 1}),
    )
    target = write(folder, "patch", patch(*operations, base=bundle_hash(onefold, bundle)), "yaml")
    outcome = onefold("patch", "validate", "--bundle", bundle, "--patch", target, "--json")
    difference = data(outcome)["graph_diff"]
    assert difference == {
        "added_nodes": ["n"],
        "added_edges": [
            {"from": each, "to": to, "branch": None, "label": None} for each, to in (("a", "n"), ("n", "c"))
        ],
        "removed_edges": [{"from": "a", "to": "c", "branch": None, "label": None}],
        "updated_nodes": ["f", "m"],
        "updated_capsules": [],
        "policy_fields_changed": ["autonomy_tier"],
    }
    assert "  - edge a -> c\n" in onefold("patch", "validate", "--bundle", bundle, "--patch", target).out


def test_what_is_read_is_never_written_over(onefold: Any, folder: Path) -> None:
    given = fixtures(folder)
    before = files(folder)
    for name in ("monitor.json", "patch.json"):
        outcome = onefold("patch", "apply", *given, "--base", bundle_hash(onefold, "monitor.json"), "--out", name)
        assert outcome.code == 2
    assert files(folder) == before


def test_the_preview_shows_the_patched_bundle(onefold: Any, folder: Path) -> None:
    given = fixtures(folder)
    shown = json.loads(onefold("patch", "preview", *given, "--json").out)
    assert {each["id"] for each in shown["data"]["nodes"]} >= {"verify_logs", "repair_logs"}
    assert shown["patch"]["graph_export"] == shown["data"]["graph"]
    assert shown["onefold"] == "patch-preview/1"
    assert "node_verify_logs" in onefold("patch", "preview", *given, "--mermaid").out
    text = onefold("patch", "preview", *given).out
    assert "+ node verify_logs" in text
    assert "verify_logs  action: Verify" in text


def test_a_patched_bundle_with_errors_is_shown_and_not_written(onefold: Any, folder: Path) -> None:
    given = fixtures(folder, bundle_policy(autonomy_tier="god"))
    base = bundle_hash(onefold, "monitor.json")
    for word in ("validate", "preview", "apply"):
        outcome = onefold("patch", word, *given, "--base", base)
        assert outcome.code == 1
        assert "[OF816]" in outcome.err
    assert '"verify_logs"' not in onefold("patch", "apply", *given, "--base", base).out


def pack(onefold: Any, folder: Path) -> None:
    workspace(folder)
    assert onefold("bundle", "pack", "bundle.fold.yaml", "-o", "b.foldpack", "--unsigned").code == 0


def test_an_archive_is_looked_at_and_never_patched(onefold: Any, folder: Path) -> None:
    pack(onefold, folder)
    (folder / "patch.json").write_text(
        json.dumps(patch(bundle_policy(retry={"max_attempts": 2}), base=bundle_hash(onefold, "b.foldpack")))
    )
    given = ("--bundle", "b.foldpack", "--patch", "patch.json")
    assert onefold("patch", "validate", *given).code == 0
    assert onefold("patch", "preview", *given).code == 0
    before = files(folder)
    outcome = onefold("patch", "apply", *given, "--out", "out.json", "--json")
    assert (outcome.code, json.loads(outcome.out)["error"]["diagnostic"]) == (1, "OF878")
    assert onefold("patch", "apply", "--source", *given[1:]).code == 2
    assert files(folder) == before


def test_a_document_is_patched_in_its_text_alone(onefold: Any, folder: Path) -> None:
    workspace(folder)
    base = bundle_hash(onefold, "bundle.fold.yaml")
    write(folder, "patch", patch(bundle_policy(retry={"max_attempts": 2}), base=base), "yaml")
    outcome = onefold("patch", "apply", "--bundle", "bundle.fold.yaml", "--patch", f"patch{SUFFIX['yaml']}")
    assert outcome.code == 2
    assert "--source" in outcome.err


def test_a_hash_of_a_bundle_is_in_each_report_and_names_it(onefold: Any, folder: Path) -> None:
    pack(onefold, folder)
    packed = {word: data(onefold("bundle", word, "b.foldpack", "--json", *more))["bundle_hash"] for word, more in (
        ("validate", ()), ("inspect", ()), ("verify", ("--allow-unsigned",)),
    )}  # fmt: skip
    assert len(set(packed.values())) == 1
    assert file_name(bundle_hash(onefold, "bundle.fold.yaml")) != file_name(packed["verify"])
    assert bundle_hash(onefold, "bundle.fold.yaml") == bundle_hash(onefold, "bundle.fold.yaml")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_device_is_named(onefold: Any, folder: Path) -> None:
    name = write(folder, "bundle", contract(), "json")
    base = json.loads(onefold("bundle", "validate", name, "--json").out)["data"]["bundle_hash"]
    given = ("--bundle", name, "--patch", write(folder, "patch", patch(insert("more"), base=base), "json"))
    outcome = onefold("patch", "apply", *given, "--out", "/dev/full")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "onefold: cannot write `/dev/full`: no space left on device\n"
