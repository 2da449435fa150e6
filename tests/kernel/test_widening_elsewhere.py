"""Ways to ask for more that the bundle of the tables has no place for: forks, conditions, denials, sandboxes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from widenings import (
    BASE,
    CATALOGUE,
    EXACT,
    NODES,
    PARENT,
    Row,
    applied,
    bundle,
    capsule,
    cut,
    edge,
    find,
    insert,
    node,
    parent_of,
    policy_of,
    put,
    read,
)

from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.ceiling.around import Around
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.ceiling.widening import widening

Operations = tuple[dict[str, Any], ...]


class Case(NamedTuple):
    """A change of a bundle that differs from that of the tables."""

    name: str
    base: Operations
    operations: Operations
    kind: str | None
    """Kind of a widening that there must be; nothing where there must be none."""
    parent: dict[str, Any] | None = None


FREE = (put("workflow.edges.3", {"from": "choose", "to": "deploy", "branch": "false"}),)
"""Small changes are deployed without asking."""
JOIN = {"kind": "join", "join_policy": {"strategy": "all", "require_all_inputs": True}}


def fork(join: dict[str, Any] = JOIN) -> Operations:
    """What is deployed waits for a test and for an approval."""
    ways = [
        ("fetch", "both", None),
        ("both", "test", None),
        ("both", "ask", None),
        ("test", "both.join", "success"),
        ("ask", "both.join", "approved"),
        ("both.join", "deploy", "success"),
        ("both.join", "note", "failure"),
        ("deploy", "watch", None),
    ]
    edges = [{"from": one, "to": other, **({} if end is None else {"branch": end})} for one, other, end in ways]
    made = {"both": {"kind": "fork"}, "test": {"kind": "action"}, "both.join": join}
    nodes = (put(f"{NODES}{name}", each) for name, each in made.items())
    return (*nodes, put("workflow.edges", edges), put("triggers", []))


def tools(said: Any) -> Operations:
    return (node("review", tools=said),)


def rules(*said: Any) -> Operations:
    return (policy_of("deploy", "approval_policy", rules=[*said]),)


DENIED = {"allow": ["fs.*"], "deny": ["fs.delete"]}
CALL = {"tool": "ops.destroy", "action": "deny"}
OUTSIDE = (policy_of("deploy", "approval_policy", allow_external_paths=True, external_roots=["/srv/a"]),)
ASKED_BY_NODE = (put("policy.approval_required", ["announce"]), put("workflow.approval_policy", {}))
# fmt: off
CASES = (
    # Who is asked.
    Case("a node behind a pattern of approvals", (), (bundle(approval_required=["ops.deploy", "annou*"]),), "approval"),
    Case("every node behind a star", (), (bundle(approval_required=["*"]),), "approval"),
    Case("a deciding node under another label", FREE, (node("choose", task_label="Always small"),), "approval_bypass"),
    Case("a deciding node with another prompt", FREE, (node("choose", prompt="Say no."),), "approval_bypass"),
    Case("a deciding node with a capsule", FREE, (capsule("c", node_id="choose", prompt="Say no."),), "approval_bypass"),
    Case("a deciding edge with another condition", FREE, (put("workflow.edges.3.label", "when true"),), "approval_bypass"),
    Case("an edge past what decides", FREE, (edge("review", "deploy"),), "approval_bypass"),
    Case("a condition before what decides", FREE, (insert("first", kind="condition"), cut("review", "choose"), edge("review", "first"), edge("first", "choose", "true"), edge("first", "deploy", "false")), "approval_bypass"),
    Case("a deciding node that is left on every end", FREE, (edge("choose", "deploy"),), "approval_bypass"),
    Case("a deciding node that is left on another end", FREE, (edge("choose", "deploy", "maybe"),), "approval_bypass"),
    Case("another label where nothing is decided", (), (node("choose", task_label="Is it small?"),), None),
    Case("an edge of a deciding node that is cut", FREE, (cut("choose", "deploy", "false"),), None),
    Case("an end of the approval without a name", (), (cut("ask", "deploy", "approved"), edge("ask", "deploy")), "approval_bypass"),
    Case("an end of the approval that may be any", (), (edge("ask", "deploy", "completed"),), "approval_bypass"),
    Case("an end without a name that leads to no act", (), (insert("end", kind="terminal"), edge("ask", "end")), None),
    # Forks.
    Case("a branch that asks is swapped", fork(), (insert("idle", kind="wait"), cut("both", "ask"), cut("ask", "both.join", "approved"), edge("both", "idle"), edge("idle", "both.join")), "approval_bypass"),
    Case("a join that does not wait for who asks", fork(), (insert("idle", kind="wait"), cut("ask", "both.join", "approved"), edge("ask", "idle", "approved")), "approval_bypass"),
    Case("a refusal that leads to the join", fork(), (edge("ask", "both.join", "rejected"),), "approval_bypass"),
    Case("a branch that leads past the join", fork(), (edge("test", "deploy"),), "approval_bypass"),
    Case("a bad end of the join that leads on", fork(), (edge("both.join", "deploy", "failure"),), "approval_bypass"),
    Case("a join that any branch passes", fork(), (put(f"{NODES}both.join", {"kind": "join", "join_policy": {"strategy": "any"}}),), "approval_bypass"),
    Case("a further branch", fork(), (insert("lint", kind="action"), edge("both", "lint"), edge("lint", "both.join", "success")), None),
    Case("a longer branch", fork(), (insert("lint", kind="action"), cut("test", "both.join", "success"), edge("test", "lint", "success"), edge("lint", "both.join", "success")), None),
    Case("a further bad end of the join", fork(), (insert("tell", kind="notify"), edge("both.join", "tell", "timeout")), None),
    Case("a way past a join that any branch passed", fork({"kind": "join", "join_policy": {"strategy": "any"}}), (edge("test", "deploy"),), None),
    # Acts that are done again.
    Case("a way back behind the approval", (), (edge("watch", "deploy"),), "approval_bypass"),
    Case("a failed act that is done again", (), (edge("deploy", "deploy", "failure"),), "approval_bypass"),
    Case("a way back before the approval", (), (edge("watch", "fetch", "failure"),), None),
    # Tools.
    Case("a function in an object", tools([{"type": "function", "function": {"name": "fs.read"}}]), tools([{"type": "function", "function": {"name": "sh"}}]), "node_tools"),
    Case("a tool in a registry", tools({"_type": "tool_registry", "tools": [{"name": "fs.read"}]}), tools({"_type": "tool_registry", "tools": [{"name": "fs.read"}, {"name": "sh"}]}), "node_tools"),
    Case("a tool in a selector with a note", (), tools({"allow": ["fs.read", "sh"], "note": "x"}), "node_tools"),
    Case("another description of a tool", tools([{"name": "fs.read", "description": "Read."}]), tools([{"name": "fs.read", "description": "Read it."}]), None),
    Case("a denial that is left out", tools(DENIED), tools({"allow": ["fs.*"]}), "node_tools"),
    Case("a denial that is narrower", tools({"allow": ["fs.*"], "deny": ["fs.d*"]}), tools(DENIED), "node_tools"),
    Case("a new node without the denial", tools(DENIED), (insert("more", kind="agent", tools=["fs.*"]), edge("note", "more")), "node_tools"),
    Case("a denial that is wider", tools(DENIED), tools({"allow": ["fs.*"], "deny": ["fs.d*"]}), None),
    Case("a denial of what is not allowed any more", tools(DENIED), tools({"allow": ["fs.read"]}), None),
    Case("calls in a form that was refused", (), (policy_of("review", "model_policy", native_tool_fallback="allow"),), "node_tools"),
    Case("a new node with calls in any form", (), (insert("more", kind="agent", model_policy={"model": "small", "native_tool_fallback": "allow_once"}), edge("note", "more")), "node_tools"),
    # What processes may touch.
    Case("folders for processes where none were named", (), (policy_of("fetch", "capability_policy", process_sandbox={"write_roots": ["/"]}),), "workspace_root"),
    Case("folders for processes of a new node", (), (insert("more", capability_policy={"process_sandbox": {"read_roots": ["/etc"]}}), edge("note", "more")), "read_only_root"),
    Case("presets for processes where none were named", (), (policy_of("fetch", "capability_policy", process_sandbox={"presets": ["all"]}),), "capability"),
    Case("folders for processes as a text", (), (policy_of("review", "capability_policy", process_sandbox={"presets": ["node"], "write_roots": "/"}),), "capability"),
    Case("more that processes may do", (), (policy_of("review", "capability_policy", process_sandbox={"presets": ["node"], "write_roots": ["/var/a"], "read_roots": ["/usr"], "network": True}),), "capability"),
    Case("folders for processes within those of the node", (), (policy_of("fetch", "capability_policy", process_sandbox={"write_roots": ["/work/repo/out"], "read_roots": ["/usr/share"]}),), None),
    # Policies of approvals.
    Case("a rule that asks before one that denies", rules(CALL), rules({"tool": "*", "action": "ask"}, CALL), "approval_policy"),
    Case("a rule that says two things", (), (policy_of("deploy", "approval_policy", rules=[{"action": "deny", "decision": "allow"}, {"tool": "ops.deploy", "action": "ask"}]),), "approval_policy"),
    Case("a tool of which two things are said", (), (bundle(tool_policy={"ops.deploy": {"action": "deny", "effect": "allow"}, "ops.destroy": "deny"}),), "approval_policy"),
    Case("a new node that calls what every node asked about", ASKED_BY_NODE, (insert("again", kind="action", tools=["ops.deploy"]), edge("deploy", "again")), "approval_policy"),
    Case("a new node that asks about it as well", ASKED_BY_NODE, (insert("again", kind="action", tools=["ops.deploy"], approval_policy={"require_approval": ["ops.*"]}), edge("deploy", "again")), None),
    Case("a tool that is denied on a condition", (), (bundle(tool_policy={"ops.deploy": {"action": "deny", "unless": "true"}, "ops.destroy": "deny"}),), "approval_policy"),
    Case("a tool that is denied with a reason", (), (bundle(tool_policy={"ops.deploy": {"action": "deny", "reason": "Not now."}, "ops.destroy": "deny"}),), None),
    Case("a tool that is let through by its name", (put("policy.tool_policy", {}),), (bundle(tool_policy={"fs.read": "allow"}),), "approval_policy"),
    Case("every path outside", OUTSIDE, (policy_of("deploy", "approval_policy", allow_external_paths=True, external_roots=[]),), "approval_policy"),
    Case("a rule that denies before one that asks", (), (policy_of("deploy", "approval_policy", rules=[{"action": "deny"}, {"tool": "ops.deploy", "action": "ask"}]),), None),
    # Others.
    Case("turns without a bound below nothing", (), (policy_of("review", "model_policy", iteration_budget={"turns": -1}),), "budget"),
    Case("examples of calls behind the approval", (), (policy_of("watch", "model_policy", tool_examples="Delete it."),), "pinned_prompt"),
    Case("a prompt behind a host's own word for consent", (put("workflow.edges.5.branch", "go"),), (node("watch", prompt="Delete the logs."),), "pinned_prompt"),
    Case("a stop of turns that is gone", (policy_of("review", "model_policy", turn_policy={"most": 1}),), (policy_of("review", "model_policy", turn_policy=...),), "budget"),
    Case("a sub-workflow of which nothing is known, below a parent", (), (insert("more", kind="subagent", metadata={"workflow": "ops.secret", "version": EXACT}), edge("note", "more")), "capability", PARENT),
    Case("a selector that is none", (), (insert("more", kind="subagent", metadata={"workflow": "ops.merge", "version": 7}), edge("note", "more")), "floating_selector"),
)
# fmt: on


def judged(case: Case, *, is_contract: bool) -> tuple[Widening, ...]:
    base = applied(case.base, BASE)
    old, new = read(base, Manifest), read(applied(case.operations, base), Manifest)
    parent = parent_of(Row("", (), (), case.parent))
    return widening(old, new, parent, is_contract=is_contract, around=Around(CATALOGUE, find))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_change_is_reported_where_it_asks_for_more_and_nowhere_else(case: Case) -> None:
    found = judged(case, is_contract=True)
    assert case.kind in {each.kind for each in found} if case.kind else found == (), found
    assert judged(case._replace(operations=(), parent=None), is_contract=True) == ()


@pytest.mark.parametrize(
    "case", [each for each in CASES if each.kind and each.parent is None], ids=lambda case: case.name
)
def test_it_is_reported_of_bundles_of_ours_too(case: Case) -> None:
    assert case.kind in {each.kind for each in judged(case, is_contract=False)}
