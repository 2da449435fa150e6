"""Receipts: what runs, in which order, and what decides it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import FLOW, NAMES, changed, contract, document, fixture, second_python, workspace, write

from onefold.kernel.bundle.trust_chain import fault_of_chain

SEED = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
GOOD = {"score": 0.75}


def receipt(onefold: Any, *arguments: str) -> dict[str, Any]:
    outcome = onefold("bundle", "run", *arguments, "--json")
    assert outcome.out, outcome.err
    printed = json.loads(outcome.out)
    assert printed["onefold"] == "bundle-run/1"
    data: dict[str, Any] = printed["data"]
    assert (outcome.code == 0) == (data["status"] == "completed")
    return data


def ran(data: dict[str, Any]) -> list[str]:
    return [each["node_id"] for each in data["executed_nodes"]]


def others(data: dict[str, Any], status: str) -> list[str]:
    return [each["node_id"] for each in data["other_nodes"] if each["status"] == status]


def outputs(folder: Path, steps: dict[str, Any], format_name: str = "json", **more: Any) -> str:
    return write(folder, "outputs", {"steps": steps, **more}, format_name)


DONE: dict[str, Any] = {
    "fetch": {"output": "diff"},
    "lint": {"output": {"failed": 0}},
    "unit-test": {"output": {"failed": 0}},
    "look": {"output": GOOD},
    "close": {"outcome": "success"},
}

ANY_BRANCH = FLOW.replace("[lint, unit-test] }", "[lint, unit-test] join any }").replace(
    ' && steps["unit-test"].output.failed == 0', ""
)


def test_without_outputs_every_node_in_reach_is_assumed(onefold: Any, folder: Path) -> None:
    data = receipt(onefold, workspace(folder))
    assert data["start_node"] == "fetch"
    assert ran(data) == [
        *("fetch", "checks", "lint", "unit-test", "checks.join", "look", "gate", "mend", "close", "gate.end"),
    ]
    assert {each["status"] for each in data["executed_nodes"]} == {"assumed"}
    assert data["other_nodes"] == []


def test_a_run_starts_at_the_node_of_its_trigger(onefold: Any, folder: Path) -> None:
    data = receipt(onefold, workspace(folder), "--trigger-id", "tick")
    assert (data["trigger_id"], data["start_node"]) == ("tick", "look")
    assert ran(data) == ["look", "gate", "mend", "close", "gate.end"]
    assert others(data, "unreachable") == ["checks", "checks.join", "fetch", "lint", "unit-test"]
    outcome = onefold("bundle", "run", "bundle.fold.yaml", "--trigger-id", "tock")
    assert (outcome.code, outcome.err) == (2, "onefold: trigger_id: the bundle has no trigger `tock`\n")


@pytest.mark.parametrize("format_name", NAMES)
def test_recorded_outputs_decide_the_branches(onefold: Any, folder: Path, format_name: str) -> None:
    name = workspace(folder, format_name)
    data = receipt(onefold, name, "--outputs", outputs(folder, DONE, format_name))
    assert ran(data) == ["fetch", "checks", "lint", "unit-test", "checks.join", "look", "gate", "close"]
    assert {each["status"] for each in data["executed_nodes"]} == {"completed"}
    assert others(data, "skipped") == ["gate.end", "mend"]
    low = {**DONE, "look": {"output": {"score": 0.25}}}
    data = receipt(onefold, name, "--outputs", outputs(folder, low, format_name))
    assert ran(data)[-2:] == ["gate", "gate.end"]


def test_a_failed_branch_decides_the_join_and_the_run(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    failed = {**DONE, "lint": {"outcome": "failure"}}
    data = receipt(onefold, name, "--outputs", outputs(folder, failed))
    assert data["status"] == "failed"
    assert ran(data) == ["fetch", "checks", "lint", "unit-test", "checks.join"]
    assert data["executed_nodes"][-1]["outcome"] == "failure"
    (folder / "flow.fold").write_text(ANY_BRANCH)
    data = receipt(onefold, name, "--outputs", outputs(folder, failed))
    assert ran(data)[-2:] == ["gate", "close"]


def test_parallel_steps_may_hold_each_other_as_deep_as_somebody_writes_them(onefold: Any, folder: Path) -> None:
    depth = 1500
    forks = "".join(
        f'parallel p{n} {{ branches [p{n + 1}, m{n}] }}\nmodel m{n} {{ prompt "x" }}\n' for n in range(depth)
    )
    (folder / "deep.fold").write_text(f'fold 1\nworkflow deep\n{forks}model p{depth} {{ prompt "x" }}\n')
    data = receipt(onefold, "deep.fold", "--outputs", outputs(folder, {f"p{depth}": {"outcome": "failure"}}))
    assert data["status"] == "failed"
    assert len(ran(data)) == 3 * depth + 1


def test_what_was_recorded_of_a_parallel_step_decides_its_join(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    for outcome in ("failure", "timeout"):
        data = receipt(onefold, name, "--outputs", outputs(folder, {**DONE, "checks": {"outcome": outcome}}))
        assert (data["status"], ran(data)[-1], data["executed_nodes"][-1]["outcome"]) == (
            "failed", "checks.join", outcome
        )  # fmt: skip


@pytest.mark.parametrize("format_name", NAMES)
def test_ends_that_a_bundle_does_not_have_are_refused(onefold: Any, folder: Path, format_name: str) -> None:
    name = workspace(folder)
    for steps, told in (
        ({"look": {"outcome": "failed"}}, "the step `look` has no outcome `failed`; it has failure, success, timeout"),
        ({"looks": {}}, "the bundle has no step `looks`"),
        ({"look": {"outcome": "verify_pass"}}, "the step `look` has no outcome `verify_pass`"),
    ):
        outcome = onefold("bundle", "run", name, "--outputs", outputs(folder, steps, format_name))
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith(f"onefold: outputs: {told}"), outcome


def test_a_loop_goes_round_as_often_as_visits_are_recorded(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    visits = [{"outcome": "failure"}, {"outcome": "failure"}, {"output": GOOD}]
    data = receipt(onefold, name, "--outputs", outputs(folder, {**DONE, "look": visits, "mend": [{}, {}]}))
    assert ran(data)[5:] == ["look", "mend", "look", "mend", "look", "gate", "close"]
    assert data["unrecorded"] == []


def test_a_run_that_goes_on_beyond_what_is_recorded_is_not_said_to_be_complete(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    failed = {"outcome": "failure"}
    data = receipt(onefold, name, "--outputs", outputs(folder, {**DONE, "look": failed}))
    assert (data["status"], data["unrecorded"], ran(data)[5:]) == ("incomplete", ["look"], ["look", "mend"])
    told = onefold("bundle", "run", name, "--outputs", "outputs.fold.json")
    assert (told.code, "incomplete" in told.out.split("\n")[0]) == (1, True)
    assert "at look it is not recorded how the run goes on" in told.out
    data = receipt(onefold, name, "--outputs", outputs(folder, {**DONE, "look": [failed, failed]}))
    assert (data["status"], data["unrecorded"]) == ("incomplete", ["mend"])
    # The first visit of a step that nothing is recorded of is assumed to end well, and no more than that.
    some = {each: DONE[each] for each in ("look", "unit-test")}
    data = receipt(onefold, name, "--outputs", outputs(folder, some))
    assert (data["status"], data["unrecorded"]) == ("completed", [])
    assert {each["node_id"] for each in data["executed_nodes"] if each["status"] == "assumed"} == {
        *("fetch", "lint", "close"),
    }


LOOPING = """fold 1
workflow w
budget { steps 50 }
parallel both { branches [turn, still] JOIN }
model turn { prompt "x" }
model mend { prompt "x" }
model still { prompt "x" }
model close { prompt "x" }
both -> close
turn -> mend on failure
mend -> turn
"""


@pytest.mark.parametrize(
    ("join", "still", "status", "last"),
    [
        ("", "success", "incomplete", "mend"),
        ("", "failure", "failed", "both.join"),
        ("join any", "success", "completed", "close"),
        ("join any", "failure", "incomplete", "mend"),
    ],
)
def test_a_branch_whose_end_is_not_known_counts_only_where_it_matters(
    onefold: Any, folder: Path, join: str, still: str, status: str, last: str
) -> None:
    (folder / "w.fold").write_text(LOOPING.replace("JOIN", join))
    recorded = outputs(folder, {"turn": {"outcome": "failure"}, "still": {"outcome": still}})
    data = receipt(onefold, "w.fold", "--outputs", recorded)
    assert (data["status"], ran(data)[-1], data["unrecorded"]) == (status, last, ["turn"])


def test_ways_that_meet_again_are_no_loop(onefold: Any, folder: Path) -> None:
    def run_with(*edges: tuple[str, str]) -> dict[str, Any]:
        nodes = {name: {"kind": "action"} for name in "abcd"}
        graph = {
            "id": "w",
            "version": 1,
            "entry": "a",
            "nodes": nodes,
            "edges": [{"from": a, "to": b} for a, b in edges],
        }
        more = {"prompt_capsules": {}, "triggers": [{"id": "go", "kind": "manual", "node_id": "a"}]}
        (folder / "b.json").write_text(json.dumps(contract(workflow=graph, **more)))
        return receipt(onefold, "b.json", "--outputs", outputs(folder, {}))

    meeting = (("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"))
    data = run_with(*meeting)
    assert (data["status"], ran(data)) == ("completed", ["a", "b", "c", "d"])
    data = run_with(*meeting, ("d", "a"))
    assert (data["status"], ran(data), data["unrecorded"]) == ("incomplete", ["a", "b", "c", "d"], ["a"])
    assert run_with(("a", "a"))["unrecorded"] == ["a"]


def test_conditions_of_transitions_are_tried_from_the_highest_priority(onefold: Any, folder: Path) -> None:
    (folder / "flow.fold").write_text("""fold 1
workflow w
budget { steps 9 }
model a { prompt "x" }
model close { prompt "x" }
model b { prompt "x" }
model c { prompt "x" }
a -> close
a -> b when steps.a.output.n > 1 priority 1
a -> c when steps.a.output.n > 2 priority 2
""")
    name = write(folder, "b", document(triggers=[{"id": "t", "kind": "manual"}], policy={}, prompt_capsules={}), "yaml")
    for number, end in ((1, "close"), (2, "b"), (3, "c"), ("x", "close")):
        data = receipt(onefold, name, "--outputs", outputs(folder, {"a": {"output": {"n": number}}}))
        assert ran(data) == ["a", end]


PREDICATES = """fold 1
workflow w
model a { prompt "x" }
conditional gate { on steps.a.output.ok && inputs.n > 1 then yes otherwise no }
model yes { prompt "x" }
model no { prompt "x" }
model end { prompt "x" }
model late { prompt "x" }
a -> gate
yes -> end
yes -> late when has(steps.a.output.late)
"""


@pytest.mark.parametrize(
    ("steps", "inputs", "status", "last", "unrecorded"),
    [
        ({}, None, "incomplete", "gate", ["gate"]),
        ({"a": []}, {"n": 2}, "incomplete", "gate", ["gate"]),
        ({"a": {"output": {"ok": True}}}, None, "incomplete", "gate", ["gate"]),
        ({"a": {"output": {"ok": False}}}, None, "completed", "no", []),
        ({"a": {"output": {"ok": True}}}, {"n": 2}, "completed", "end", []),
        ({"a": {"output": {"ok": True, "late": 1}}}, {"n": 2}, "completed", "late", []),
        ({"a": {"output": {}}}, {"n": 2}, "failed", "gate", []),
        ({"a": {}}, {"n": 2}, "failed", "gate", []),
        ({"gate": {"outcome": "false"}}, None, "completed", "no", []),
        ({"gate": {"outcome": "true"}}, None, "incomplete", "yes", ["yes"]),
    ],
)
def test_what_nobody_recorded_decides_no_branch(
    onefold: Any, folder: Path, steps: Any, inputs: Any, status: str, last: str, unrecorded: list[str]
) -> None:
    (folder / "w.fold").write_text(PREDICATES)
    recorded = outputs(folder, steps) if inputs is None else outputs(folder, steps, inputs=inputs)
    data = receipt(onefold, "w.fold", "--outputs", recorded)
    assert (data["status"], ran(data)[-1], data["unrecorded"]) == (status, last, unrecorded)
    known = {name for name, each in steps.items() if each != []}
    assumed = {each["node_id"] for each in data["executed_nodes"] if each["status"] == "assumed"}
    assert assumed == {*ran(data)} - known - ({"gate"} - {*unrecorded})


def test_what_was_recorded_of_a_join_is_its_end(onefold: Any, folder: Path) -> None:
    data = receipt(
        onefold, workspace(folder), "--outputs", outputs(folder, {**DONE, "checks.join": {"outcome": "failure"}})
    )
    assert (data["status"], ran(data)[-1]) == ("failed", "checks.join")


def test_branches_of_the_contract_are_chosen_by_their_word(onefold: Any, folder: Path) -> None:
    edge = {"from": "a", "to": "c", "branch": "verify_pass"}
    name = write(folder, "b", changed(contract(), "workflow.edges.0", edge), "json")
    ends = {"a": {"outcome": "verify_pass"}, "c": {"outcome": "false"}}
    data = receipt(onefold, name, "--outputs", outputs(folder, ends))
    assert ran(data) == ["a", "c", "j"]
    assert data["receipt_type"] == "harn.workflow_bundle.run"
    data = receipt(onefold, name, "--outputs", outputs(folder, {"a": {"outcome": "verify_fail"}}))
    assert ran(data) == ["a"]


@pytest.mark.parametrize("format_name", NAMES)
def test_outputs_that_are_not_well_formed_are_told_with_their_place(
    onefold: Any, folder: Path, format_name: str
) -> None:
    name = workspace(folder)
    for steps in ({"look": {"outcom": "x"}}, {"look": [{"outcome": 1}]}, {"look": "success"}, [1]):
        outcome = onefold("bundle", "run", name, "--outputs", write(folder, "o", {"steps": steps}, format_name))
        assert outcome.code == 1, steps
        assert "error[OF" in outcome.err
        assert "o.fold." in outcome.err
    outcome = onefold("bundle", "run", name, "--outputs", write(folder, "o", {"steps": {"look": True}}, format_name))
    assert "An item of `look` must be a mapping, not a boolean" in outcome.err, outcome


def test_the_receipt_of_the_public_fixture(onefold: Any) -> None:
    path = str(fixture("docs/fixtures/workflow-bundles/github-pr-monitor.bundle.json"))
    data = receipt(onefold, path)
    assert (data["run_id"], data["trigger_id"]) == ("bundle_run_pr_monitor_fixture", "github-pr-updated")
    assert data["event_ids"] == ["github:event:42"]
    assert receipt(onefold, path, "--event-id", "github:event:43")["event_ids"] == [
        "github:event:42",
        "github:event:43",
    ]
    assert receipt(onefold, path, "--event-id", "github:event:42") == data


def test_the_receipt_changes_with_every_concern_and_with_nothing_else(onefold: Any, folder: Path) -> None:
    base = receipt(onefold, workspace(folder), "--outputs", outputs(folder, DONE))
    assert receipt(onefold, workspace(folder, "toml"), "--outputs", outputs(folder, DONE, "yaml")) == base
    assert receipt(onefold, "bundle.fold.toml")["receipt_digest"] != base["receipt_digest"]

    def digests(**fields: Any) -> set[str]:
        data = receipt(onefold, workspace(folder, **fields), "--outputs", "outputs.fold.json")
        assert data["receipt_digest"] != base["receipt_digest"]
        return {name for name, each in data["digests"].items() if each != base["digests"][name]}

    assert digests(policy={**document()["policy"], "autonomy_tier": "shadow"}) == {"policy"}
    capsule = {"after": {"id": "after", "node_id": "close", "prompt": "Say that it is closed!"}}
    assert digests(prompt_capsules=capsule) == {"prompts"}
    (folder / "flow.fold").write_text(FLOW.replace("Mend it.", "Mend it!"))
    write(folder, "other", document(), "yaml")
    data = receipt(onefold, "other.fold.yaml", "--outputs", "outputs.fold.json")
    assert {name for name, each in data["digests"].items() if each != base["digests"][name]} == {"prompts"}
    (folder / "flow.fold").write_text(FLOW.replace("timeout 1m", "timeout 2m"))
    data = receipt(onefold, "other.fold.yaml", "--outputs", "outputs.fold.json")
    assert {name for name, each in data["digests"].items() if each != base["digests"][name]} == {"graph"}


def test_the_receipt_is_written_as_it_is_printed(onefold: Any, folder: Path) -> None:
    data = receipt(onefold, workspace(folder), "--receipt-out", "receipt.json")
    text = (folder / "receipt.json").read_text()
    assert json.loads(text) == data
    assert text.startswith('{\n  "schema_version": 3,')
    assert not text.endswith("\n")


def test_another_process_with_another_seed_gives_the_same_bytes(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    expected = onefold("bundle", "run", name, "--json").out
    command = [sys.executable, "-m", "onefold.tools", "bundle", "run", name, "--json"]
    found = subprocess.run(
        command, cwd=folder, env={**SEED, "PYTHONPATH": ":".join(sys.path)}, capture_output=True, check=True
    )
    assert found.stdout.decode() == expected


def test_another_version_of_python_gives_the_same_receipt(onefold: Any, folder: Path) -> None:
    arguments = ["bundle", "run", workspace(folder), "--outputs", outputs(folder, DONE), "--json"]
    command = [second_python(), "-m", "onefold.tools", *arguments]
    found = subprocess.run(command, cwd=folder, env=SEED, capture_output=True, check=True)
    assert found.stdout.decode() == onefold(*arguments).out


def test_an_invalid_bundle_is_not_run(onefold: Any, folder: Path) -> None:
    name = workspace(folder, policy={"autonomy_tier": "god"})
    outcome = onefold("bundle", "run", name, "--json", "--receipt-out", "r.json")
    assert outcome.code == 1
    assert json.loads(outcome.out)["data"]["errors"][0]["path"] == "policy.autonomy_tier"
    assert not (folder / "r.json").exists()


def test_the_public_chains_of_trust_records_are_told_apart() -> None:
    valid = json.loads(fixture("opentrustgraph-spec/fixtures/valid/decision-chain.json").read_text())
    assert fault_of_chain(valid["records"]) is None
    tampered = json.loads(fixture("opentrustgraph-spec/fixtures/invalid/tampered-chain.json").read_text())
    assert fault_of_chain(tampered["records"]) == "record 2: previous_hash mismatch"
