"""Ways to ask for more than was given, one a row, and changes that ask for nothing; operations as patches have them.

A change that no operation of a patch can make is written `{"op": "set", "path": …, "value": …}`; `...` takes out.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from bundle_documents import changed

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.frontends.lower.document import lower_document
from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.ceiling.contract import ceiling_of_policy
from onefold.kernel.ceiling.documents import CeilingDef, ceiling_of_document
from onefold.kernel.ceiling.model import Ceiling
from onefold.kernel.ir.catalog import ToolAnnotations, ToolEntry
from onefold.kernel.ir.nodes import WorkflowDef

EXACT = "blake3:" + "a" * 64
OTHER = "blake3:" + "b" * 64
BASE: dict[str, Any] = {
    "schema_version": 3,
    "entrypoint": "flows/release.harn",
    "transitive_modules": [
        {
            "path": "flows/release.harn",
            "source_hash_blake3": "blake3:" + "1" * 64,
            "harnbc_hash_blake3": "blake3:" + "2" * 64,
        }
    ],
    "stdlib_version": "0.8.24",
    "harn_version": "0.8.24",
    "provider_catalog_hash": "blake3:" + "3" * 64,
    "tool_manifest": [{"name": "git.fetch", "annotations": {"side_effect_level": "read_only"}}],
    "sbom": {"format": "spdx-lite", "version": "2.3", "packages": [{"name": "std"}]},
    "id": "release",
    "version": "1.0.0",
    "triggers": [
        {"id": "go", "kind": "manual", "node_id": "fetch"},
        {"id": "tick", "kind": "cron", "schedule": "0 3 * * *"},
    ],
    "workflow": {
        "id": "release",
        "version": 1,
        "entry": "fetch",
        "nodes": {
            "fetch": {
                "kind": "action",
                "task_label": "Fetch the branch",
                "tools": ["git.fetch"],
                "capability_policy": {
                    "tools": ["git.fetch"],
                    "capabilities": {"workspace": ["read_text"]},
                    "workspace_roots": ["/work/repo"],
                    "read_only_roots": ["/usr/share"],
                    "side_effect_level": "read_only",
                    "tool_annotations": {"git.fetch": {"side_effect_level": "read_only"}},
                },
            },
            "review": {
                "kind": "agent",
                "prompt": "Review the change.",
                "tools": ["fs.read"],
                "model_policy": {
                    "provider": "acme",
                    "model": "small",
                    "max_tokens": 1000,
                    "max_iterations": 5,
                    "iteration_budget": {"turns": 4},
                },
                "capability_policy": {
                    "tools": ["fs.read"],
                    "sandbox_profile": "wasi",
                    "process_sandbox": {"presets": ["node"], "write_roots": ["/var/a"], "read_roots": ["/usr"]},
                },
            },
            "choose": {"kind": "condition"},
            "merge": {"kind": "subagent", "metadata": {"workflow": "ops.merge", "version": EXACT, "timeout": "5m"}},
            "ask": {"kind": "approval"},
            "deploy": {
                "kind": "action",
                "task_label": "Deploy to staging",
                "tools": ["ops.deploy"],
                "capability_policy": {
                    "tools": ["ops.deploy"],
                    "recursion_limit": 1,
                    "tool_arg_constraints": [{"tool": "ops.deploy", "arg_patterns": ["staging"], "arg_key": "to"}],
                },
                "approval_policy": {
                    "require_approval": ["ops.deploy"],
                    "auto_approve": ["fs.read"],
                    "auto_deny": ["ops.destroy"],
                    "write_path_allowlist": ["out"],
                    "sensitive_path_patterns": ["*.pem"],
                    "external_roots": ["/srv/a"],
                    "repeat_limit": 3,
                    "repeat_action": "deny",
                    "rules": [{"tool": "ops.deploy", "action": "ask"}],
                },
            },
            "watch": {"kind": "agent", "prompt": "Watch the deployment.", "model_policy": {"model": "small"}},
            "announce": {"kind": "notification", "task_label": "Tell the team"},
            "note": {"kind": "action", "task_label": "Note the refusal"},
        },
        "edges": [
            {"from": "fetch", "to": "review"},
            {"from": "review", "to": "choose"},
            {"from": "choose", "to": "merge", "branch": "true"},
            {"from": "choose", "to": "note", "branch": "false"},
            {"from": "merge", "to": "ask"},
            {"from": "ask", "to": "deploy", "branch": "approved"},
            {"from": "ask", "to": "note", "branch": "rejected"},
            {"from": "deploy", "to": "watch"},
            {"from": "watch", "to": "announce"},
        ],
        "capability_policy": {"side_effect_level": "process_exec"},
        "approval_policy": {"require_approval": ["ops.deploy"]},
        "metadata": {"budget": {"tokens": 10000, "cost": "2.50 USD", "wall_time": "1h", "steps": 50}},
    },
    "prompt_capsules": {
        "watch": {"id": "watch", "node_id": "watch", "prompt": "Look at the logs.", "system": "Brief."}
    },
    "policy": {
        "autonomy_tier": "act_with_approval",
        "tool_policy": {"ops.deploy": "require_approval", "ops.destroy": "deny"},
        "approval_required": ["announce", "ops.deploy"],
        "retry": {"max_attempts": 2, "backoff": "fixed"},
        "catchup": {"mode": "latest", "max_events": 2},
    },
    "connectors": [{"id": "gh", "provider_id": "github", "scopes": ["checks:read"]}],
    "environment": {"worktree_policy": "host_managed", "command_gates": ["make test"]},
}
WORKFLOWS: dict[str, dict[str, Any]] = {
    "ops.merge": {
        "onefold": 1,
        "workflow": "ops.merge",
        "steps": {"merge": {"kind": "tool", "tool": "git.merge"}},
        "budget": {"steps": 3, "wall_time": "1m"},
    },
    "ops.purge": {"onefold": 1, "workflow": "ops.purge", "steps": {"purge": {"kind": "tool", "tool": "ops.purge"}}},
}
"""Workflows that are at hand, in any version."""
TOOLS = {
    "git.fetch": "read_only",
    "git.merge": "workspace_write",
    "fs.read": "read_only",
    "ops.deploy": "process_exec",
    "ops.purge": "process_exec",
}
"""Side effects that a catalogue gives tools."""


class Row(NamedTuple):
    """A change, and the kinds of widening that it must be reported with."""

    name: str
    operations: tuple[dict[str, Any], ...]
    kinds: tuple[str, ...] = ()
    parent: dict[str, Any] | None = None
    """Document of a ceiling, or policy JSON of the contract."""
    is_contract: bool = True


def put(path: str, value: Any) -> dict[str, Any]:
    return {"op": "set", "path": path, "value": value}


def node(name: str, **policy: Any) -> dict[str, Any]:
    return {"op": "update_node_policy", "node_id": name, "policy": policy}


def bundle(**policy: Any) -> dict[str, Any]:
    return {"op": "update_bundle_policy", "policy": policy}


def insert(name: str, **body: Any) -> dict[str, Any]:
    return {"op": "insert_node", "node_id": name, "node": body}


def edge(origin: str, target: str, branch: str | None = None) -> dict[str, Any]:
    return {"op": "add_edge", "from": origin, "to": target, **({} if branch is None else {"branch": branch})}


def cut(origin: str, target: str, branch: str | None = None) -> dict[str, Any]:
    return {"op": "remove_edge", "from": origin, "to": target, **({} if branch is None else {"branch": branch})}


def capsule(name: str, **fields: Any) -> dict[str, Any]:
    return {"op": "upsert_prompt_capsule", "capsule_id": name, "capsule": fields}


def policy_of(name: str, member: str, **fields: Any) -> dict[str, Any]:
    """A node's policy with some fields other than they are; `...` takes one out."""
    whole = {**BASE["workflow"]["nodes"][name].get(member, {}), **fields}
    return node(name, **{member: {field: each for field, each in whole.items() if each is not ...}})


def applied(operations: tuple[dict[str, Any], ...], base: dict[str, Any] = BASE) -> dict[str, Any]:
    """The document after the operations, as plainly as that can be done."""
    made = deepcopy(base)
    graph = made["workflow"]
    for each in operations:
        match each["op"]:
            case "set":
                made = changed(made, each["path"], each["value"])
                graph = made["workflow"]
            case "insert_node":
                graph["nodes"][each["node_id"]] = deepcopy(each["node"])
            case "update_node_policy":
                graph["nodes"][each["node_id"]] |= deepcopy(each["policy"])
            case "update_bundle_policy":
                made["policy"] |= deepcopy(each["policy"])
            case "upsert_prompt_capsule":
                made["prompt_capsules"][each["capsule_id"]] = {"id": each["capsule_id"], **each["capsule"]}
            case "add_edge":
                graph["edges"].append({name: each[name] for name in each if name != "op"})
            case "remove_edge":
                graph["edges"].remove({name: each[name] for name in each if name != "op"})
    return made


LIMITS = Limits()
CATALOGUE = {name: ToolEntry(annotations=ToolAnnotations(side_effect=level)) for name, level in TOOLS.items()}


def read(value: Any, record: type[Any]) -> Any:
    lowered: Any = lower_document(value, record, LIMITS, called="it")
    assert lowered.findings == ()
    return lowered.record


def parent_of(row: Row) -> Ceiling | None:
    if row.parent is None:
        return None
    if "ceiling" in row.parent:
        return ceiling_of_document(read(row.parent, CeilingDef))
    return ceiling_of_policy(read(row.parent, CapabilityPolicy))


def find(workflow: str, _selector: str) -> WorkflowDef | None:
    known = WORKFLOWS.get(workflow)
    return None if known is None else lower_workflow(known, LIMITS, None).workflow


NODES = "workflow|nodes|"
# What a parent of the tests allows: all that the base asks for, and not more.
PARENT: dict[str, Any] = {
    "tools": ["git.*", "fs.read", "ops.deploy", "ops.destroy"],
    "capabilities": {"workspace": ["read_text"], "connector": ["call"], "process": ["exec"]},
    "workspace_roots": ["/work/repo"],
    "read_only_roots": ["/usr"],
    "side_effect_level": "process_exec",
}
OURS: dict[str, Any] = {
    "ceiling": "release",
    "tools": ["git.*", "fs.read", "ops.deploy", "ops.destroy"],
    "capabilities": {"workspace": ["read_text"], "connector": "all", "process": ["exec"], "llm": ["call"]},
    "workspace_roots": ["/work/repo"],
    "read_only_roots": ["/usr"],
    "side_effect_level": "network",
    "autonomy_tier": "act_with_approval",
    "connector_scopes": {"github": ["checks:read"]},
    "command_gates": ["make test"],
    "models": ["acme/small", "small"],
    "budget": {"tokens": 10000, "cost": "2.50 USD", "wall_time": "1h", "steps": 50},
    "recursion_limit": 2,
    "sandbox_profile": "worktree",
}
# fmt: off
WIDENINGS: tuple[Row, ...] = (
    # Tools.
    Row("a tool that no node had", (policy_of("fetch", "capability_policy", tools=["git.fetch", "git.push"]),), ("tool", "node_tools")),
    Row("a tool through a glob", (policy_of("fetch", "capability_policy", tools=["git.*"]),), ("tool", "node_tools")),
    Row("a tool through a glob of every tool", (policy_of("fetch", "capability_policy", tools=["*"]),), ("tool", "node_tools")),
    Row("a tool through a glob with a star in the middle", (policy_of("fetch", "capability_policy", tools=["git.fetch", "g*.fetch"]),), ("tool", "node_tools")),
    Row("a tool in another case", (policy_of("fetch", "capability_policy", tools=["Git.Fetch"]),), ("tool", "node_tools")),
    Row("a tool that another node has", (policy_of("review", "capability_policy", tools=["fs.read", "ops.deploy"]),), ("node_tools",)),
    Row("a tool in the list of a node", (node("review", tools=["fs.read", "fs.write"]),), ("node_tools",)),
    Row("a tool in a selector", (node("review", tools={"allow": ["fs.*"], "deny": []}),), ("node_tools",)),
    Row("a tool as an object with a name", (node("review", tools=[{"name": "fs.read"}, {"name": "sh"}]),), ("node_tools",)),
    Row("the list of tools of a node is taken out", (node("review", tools=None),), ("node_tools",)),
    Row("the limit of tools of a node is taken out", (policy_of("review", "capability_policy", tools=...),), ("node_tools",)),
    Row("a new node with a tool of its own", (insert("wipe", kind="action", tools=["fs.wipe"]), edge("fetch", "wipe")), ("node_tools",)),
    Row("a tool that the parent does not list", (insert("wipe", capability_policy={"tools": ["fs.wipe"]}), edge("fetch", "wipe")), ("tool", "node_tools"), PARENT),
    Row("a glob that is wider than the parent's", (policy_of("fetch", "capability_policy", tools=["gi*"]),), ("tool", "node_tools"), PARENT),
    Row("a tool named by the policy of the bundle alone", (bundle(tool_policy={**BASE["policy"]["tool_policy"], "mail.send": "allow"}),), ("tool",)),
    Row("arguments of a tool are no longer constrained", (put("workflow|nodes|note", {"kind": "action"}), policy_of("fetch", "capability_policy", tools=["git.fetch", "git.push"])), ("tool",), {**PARENT, "tool_arg_constraints": [{"tool": "git.push", "arg_patterns": ["origin/*"]}]}),
    Row("arguments of a node's tool are no longer constrained", (policy_of("deploy", "capability_policy", tool_arg_constraints=[]),), ("tool",)),
    Row("arguments of a node's tool are constrained otherwise", (policy_of("deploy", "capability_policy", tool_arg_constraints=[{"tool": "ops.deploy", "arg_patterns": ["*"], "arg_key": "to"}]),), ("tool",)),
    Row("a tool of another provider", (put("tool_manifest.0.provider", "mallory"),), ("tool",)),
    # Capabilities.
    Row("an operation of a capability", (policy_of("fetch", "capability_policy", capabilities={"workspace": ["read_text", "delete"]}),), ("capability",)),
    Row("a capability", (policy_of("fetch", "capability_policy", capabilities={"workspace": ["read_text"], "process": ["exec"], "secret": ["get"]}),), ("capability",)),
    Row("every operation through an empty list", (policy_of("fetch", "capability_policy", capabilities={"workspace": []}),), ("capability",)),
    Row("a capability that the parent does not list", (insert("look", capability_policy={"capabilities": {"vision": ["ocr"]}}), edge("fetch", "look")), ("capability",), PARENT),
    Row("the limit of capabilities is taken out", (policy_of("fetch", "capability_policy", capabilities={}),), ("capability",)),
    Row("processes are shut in less", (policy_of("review", "capability_policy", sandbox_profile="unrestricted"),), ("capability",)),
    Row("processes of one node are shut in less", (policy_of("review", "capability_policy", sandbox_profile="worktree"),), ("capability",)),
    Row("no limit of what processes may touch", (policy_of("review", "capability_policy", process_sandbox=...),), ("capability",)),
    Row("another preset of what processes may touch", (policy_of("review", "capability_policy", process_sandbox={"presets": ["all"], "write_roots": ["/var/a"], "read_roots": ["/usr"]}),), ("capability",)),
    Row("a node of ours calls a model", (insert("think", kind="agent", prompt="Think."), edge("note", "think")), ("model_slot",), OURS, False),
    # Folders.
    Row("a folder", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo", "/etc"]),), ("workspace_root",)),
    Row("a folder through two dots", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo/../secrets"]),), ("workspace_root",)),
    Row("the folder above through two dots", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo/x/../.."]),), ("workspace_root",)),
    Row("a folder whose name begins alike", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repository"]),), ("workspace_root",)),
    Row("a folder in another case", (policy_of("fetch", "capability_policy", workspace_roots=["/Work/Repo"]),), ("workspace_root",)),
    Row("a folder with backslashes", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo\\..\\.."]),), ("workspace_root",)),
    Row("a folder behind a variable", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo/$UP"]),), ("workspace_root",)),
    Row("a home folder", (policy_of("fetch", "capability_policy", workspace_roots=["~"]),), ("workspace_root",)),
    Row("a relative folder beside absolute ones", (policy_of("fetch", "capability_policy", workspace_roots=["."]),), ("workspace_root",)),
    Row("every folder", (policy_of("fetch", "capability_policy", workspace_roots=["/"]),), ("workspace_root",)),
    Row("no limit of folders", (policy_of("fetch", "capability_policy", workspace_roots=...),), ("workspace_root",)),
    Row("a folder of the parent through two dots", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo/../other"]),), ("workspace_root",), PARENT),
    Row("a folder to read becomes one to write", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo", "/usr/share"]),), ("workspace_root",)),
    Row("a folder to read", (policy_of("fetch", "capability_policy", read_only_roots=["/usr/share", "/etc"]),), ("read_only_root",)),
    Row("a folder to read that the parent does not list", (policy_of("fetch", "capability_policy", read_only_roots=["/usr/../etc"]),), ("read_only_root",), PARENT),
    Row("a folder that processes may write", (policy_of("review", "capability_policy", process_sandbox={"presets": ["node"], "write_roots": ["/var"], "read_roots": ["/usr"]}),), ("workspace_root",)),
    Row("a folder that processes may read", (policy_of("review", "capability_policy", process_sandbox={"presets": ["node"], "write_roots": ["/var/a"], "read_roots": ["/usr", "/etc"]}),), ("read_only_root",)),
    # Side effects and autonomy.
    Row("a stronger side effect", (policy_of("deploy", "capability_policy", side_effect_level="network"),), ("side_effect_level",)),
    Row("a stronger side effect of one node", (policy_of("fetch", "capability_policy", side_effect_level="workspace_write"),), ("side_effect_level",)),
    Row("a side effect in a word that nobody knows", (policy_of("fetch", "capability_policy", side_effect_level="Read_Only"),), ("side_effect_level",)),
    Row("the limit of side effects is taken out", (policy_of("fetch", "capability_policy", side_effect_level=...),), ("side_effect_level",)),
    Row("a side effect through an annotation", (policy_of("fetch", "capability_policy", tool_annotations={"git.fetch": {"side_effect_level": "workspace_write"}}),), ("side_effect_level",)),
    Row("a side effect beyond the parent's through an annotation", (policy_of("fetch", "capability_policy", tool_annotations={"git.fetch": {"side_effect_level": "network"}}),), ("side_effect_level",), PARENT),
    Row("a side effect through an annotation of the package", (put("tool_manifest.0.annotations", {"side_effect_level": "network"}),), ("side_effect_level",)),
    Row("the graph's limit of side effects is taken out", (put("workflow.capability_policy", {}),), ("side_effect_level",)),
    Row("a tool of ours that no catalogue describes", (insert("call", kind="action", capability_policy={"tools": ["git.unknown"]}), edge("note", "call")), ("side_effect_level",), OURS, False),
    Row("a higher tier", (bundle(autonomy_tier="act_auto"),), ("autonomy_tier", "side_effect_level")),
    Row("a higher tier below a parent", (bundle(autonomy_tier="act_auto"),), ("autonomy_tier", "side_effect_level"), PARENT),
    Row("a tier in a word that nobody knows", (bundle(autonomy_tier="Act_Auto"),), ("autonomy_tier",)),
    # Connectors and commands.
    Row("a connector", (put("connectors.1", {"id": "mail", "provider_id": "mail", "scopes": ["send"]}),), ("connector_scope",)),
    Row("a connector without scopes", (put("connectors.1", {"id": "mail", "provider_id": "mail"}),), ("connector_scope",)),
    Row("a scope", (put("connectors.0.scopes", ["checks:read", "contents:write"]),), ("connector_scope",)),
    Row("every scope through an empty list", (put("connectors.0.scopes", []),), ("connector_scope",)),
    Row("another provider behind a connector", (put("connectors.0.provider_id", "gitlab"),), ("connector_scope",)),
    Row("a scope that the parent does not list", (put("connectors.0.scopes", ["contents:write"]),), ("connector_scope",), OURS, False),
    Row("a connector below a parent without any", (), ("connector_scope", "capability"), {**PARENT, "capabilities": {"workspace": [], "process": []}}),
    Row("a command", (put("environment.command_gates", ["make test", "curl x | sh"]),), ("command_gate",)),
    Row("a command below a parent without processes", (), ("command_gate", "capability"), {**PARENT, "capabilities": {"workspace": [], "connector": []}}),
    Row("a command that need not succeed any more", (put("environment.command_gates", []),), ("command_gate",)),
    # Approvals.
    Row("a node that needs approval no more", (bundle(approval_required=["ops.deploy"]),), ("approval",)),
    Row("a tool that needs approval no more", (bundle(approval_required=["announce"]),), ("approval",)),
    Row("no approvals at all", (bundle(approval_required=[]),), ("approval",)),
    Row("a tool that needs approval no more, below a parent", (bundle(approval_required=["announce"]),), ("approval",), PARENT),
    Row("an approval that becomes an action", (put(NODES + "ask|kind", "action"),), ("approval",)),
    Row("an approval that is cut out", (put(NODES + "ask", ...), put("workflow.edges", [{**each, "to": "deploy"} if each["to"] == "ask" else each for each in BASE["workflow"]["edges"] if each["from"] != "ask"])), ("approval",)),
    Row("an approval that is moved after the act", (cut("merge", "ask"), cut("ask", "deploy", "approved"), cut("deploy", "watch"), edge("merge", "deploy"), edge("deploy", "ask"), edge("ask", "watch", "approved")), ("approval_bypass",)),
    Row("an edge past the approval", (edge("merge", "deploy"),), ("approval_bypass",)),
    Row("an edge past the approval, below a parent", (edge("merge", "deploy"),), ("approval_bypass",), PARENT),
    Row("an edge from the entry past the approval", (edge("fetch", "watch"),), ("approval_bypass",)),
    Row("a way over a new node past the approval", (insert("slip", kind="wait"), edge("merge", "slip"), edge("slip", "deploy")), ("approval_bypass",)),
    Row("a way on for whoever refuses", (edge("ask", "deploy", "rejected"),), ("approval_bypass",)),
    Row("a way on for an approval that runs out of time", (edge("ask", "deploy", "timeout"),), ("approval_bypass",)),
    Row("a way on over what follows a refusal", (edge("note", "deploy"),), ("approval_bypass",)),
    Row("a trigger that starts behind the approval", (put("triggers.1.node_id", "deploy"),), ("approval_bypass",)),
    Row("a new trigger that starts behind the approval", (put("triggers.2", {"id": "now", "kind": "manual", "node_id": "watch"}),), ("approval_bypass",)),
    Row("an entry behind the approval", (put("workflow.entry", "deploy"), put("triggers", [])), ("approval_bypass",)),
    Row("a tool that needed the approval before it, called by a new node", (put("policy.approval_required", ["announce"]), insert("again", kind="action", tools=["ops.deploy"]), edge("fetch", "again")), ("approval_bypass",)),
    Row("a workflow that calls the tool that needed the approval before it", (put("policy.approval_required", ["announce"]), insert("again", kind="subagent", metadata={"workflow": "ops.ship", "version": EXACT}), edge("fetch", "again")), ("approval_bypass",), None, False),
    Row("a refusal that means consent", (put(NODES + "ask|branch_semantics", {"failure": "approved"}),), ("approval_bypass",)),
    Row("another condition before a way past an approval", (put("workflow.edges", [*BASE["workflow"]["edges"], {"from": "review", "to": "deploy", "branch": "skip"}]), put(NODES + "review|metadata", {"transitions": [{"to": "deploy", "when": "true"}]})), ("approval_bypass",)),
    Row("a node that needed approval under another name", (put(NODES + "announce", ...), insert("tell", kind="notification"), put("policy.approval_required", ["ops.deploy"]), put("workflow.edges", [{**each, "to": "tell"} if each["to"] == "announce" else each for each in BASE["workflow"]["edges"]] + [{"from": "fetch", "to": "tell"}])), ("approval",)),
    Row("what an approval was before under another name", (put("workflow.edges", [each for each in BASE["workflow"]["edges"] if not {each["from"], each["to"]} & {"ask", "deploy", "watch"}] + [{"from": "merge", "to": "ship"}]), insert("ship", kind="action"), *(put(NODES + each, ...) for each in ("ask", "deploy", "watch", "announce")), put("prompt_capsules", {}), put("policy.approval_required", [])), ("approval",)),
    # Policies of approval.
    Row("a call that needs approval no more", (policy_of("deploy", "approval_policy", require_approval=[]),), ("approval_policy",)),
    Row("a call that is approved by itself", (policy_of("deploy", "approval_policy", auto_approve=["fs.read", "ops.deploy"]),), ("approval_policy",)),
    Row("a call that is no longer denied", (policy_of("deploy", "approval_policy", auto_deny=[]),), ("approval_policy",)),
    Row("a path that may be written", (policy_of("deploy", "approval_policy", write_path_allowlist=["out", "src"]),), ("approval_policy",)),
    Row("every path may be written", (policy_of("deploy", "approval_policy", write_path_allowlist=[]),), ("approval_policy",)),
    Row("sensitive paths", (policy_of("deploy", "approval_policy", allow_sensitive_paths=True),), ("approval_policy",)),
    Row("paths that are no longer sensitive", (policy_of("deploy", "approval_policy", sensitive_path_patterns=[]),), ("approval_policy",)),
    Row("external paths", (policy_of("deploy", "approval_policy", allow_external_paths=True),), ("approval_policy",)),
    Row("a further external folder", (policy_of("deploy", "approval_policy", external_roots=["/srv"]),), ("approval_policy",)),
    Row("more repetitions", (policy_of("deploy", "approval_policy", repeat_limit=30),), ("approval_policy",)),
    Row("any number of repetitions", (policy_of("deploy", "approval_policy", repeat_limit=...),), ("approval_policy",)),
    Row("a repetition that is let through", (policy_of("deploy", "approval_policy", repeat_action="allow"),), ("approval_policy",)),
    Row("a rule that is gone", (policy_of("deploy", "approval_policy", rules=[]),), ("approval_policy",)),
    Row("a rule in front that allows", (policy_of("deploy", "approval_policy", rules=[{"action": "allow"}, *BASE["workflow"]["nodes"]["deploy"]["approval_policy"]["rules"]]),), ("approval_policy",)),
    Row("no policy of approvals at all", (node("deploy", approval_policy={}),), ("approval_policy",)),
    Row("a new node that approves itself", (insert("auto", approval_policy={"auto_approve": ["*"]}), edge("fetch", "auto")), ("approval_policy",)),
    Row("the graph's policy of approvals is taken out", (put("workflow.approval_policy", {}),), ("approval_policy",)),
    Row("a tool that is allowed by name", (bundle(tool_policy={"ops.deploy": "allow", "ops.destroy": "deny"}),), ("approval_policy",)),
    Row("a tool that is no longer denied by name", (bundle(tool_policy={"ops.deploy": "require_approval"}),), ("approval_policy",)),
    # Budgets.
    Row("more tokens", (put("workflow.metadata.budget.tokens", 20000),), ("budget",)),
    Row("more tokens than the parent's", (put("workflow.metadata.budget.tokens", 20000),), ("budget",), OURS),
    Row("any number of tokens", (put("workflow.metadata.budget.tokens", ...),), ("budget",)),
    Row("more money", (put("workflow.metadata.budget.cost", "25 USD"),), ("budget",)),
    Row("money of another currency", (put("workflow.metadata.budget.cost", "1 EUR"),), ("budget",)),
    Row("a longer run", (put("workflow.metadata.budget.wall_time", "1h1ms"),), ("budget",)),
    Row("more steps", (put("workflow.metadata.budget.steps", 51),), ("budget",)),
    Row("no budget at all", (put("workflow.metadata.budget", ...),), ("budget",)),
    Row("longer answers", (policy_of("review", "model_policy", max_tokens=1001),), ("budget",)),
    Row("answers of any length", (policy_of("review", "model_policy", max_tokens=...),), ("budget",)),
    Row("more turns", (policy_of("review", "model_policy", max_iterations=50),), ("budget",)),
    Row("a larger budget of turns", (policy_of("review", "model_policy", iteration_budget={"turns": 40}),), ("budget",)),
    Row("no budget of turns", (policy_of("review", "model_policy", iteration_budget=...),), ("budget",)),
    Row("more tries of the run", (bundle(retry={"max_attempts": 20, "backoff": "fixed"}),), ("budget",)),
    Row("more tries of a node", (put(NODES + "fetch|retry_policy", {"max_attempts": 5}),), ("budget",)),
    Row("more tries of a step of ours", (put(NODES + "merge|metadata|retry", {"attempts": 9}),), ("budget",), None, False),
    Row("more items", (put(NODES + "note|map_policy", {"items": [1, 2]}),), ("budget",)),
    Row("all events that were missed", (bundle(catchup={"mode": "all"}),), ("budget",)),
    Row("more events that were missed", (bundle(catchup={"mode": "latest", "max_events": 100}),), ("budget",)),
    Row("a longer step", (put(NODES + "merge|metadata|timeout", "50m"),), ("budget",)),
    Row("deeper calls", (policy_of("deploy", "capability_policy", recursion_limit=...),), ("budget",)),
    Row("more effort of a model", (put(NODES + "watch|metadata", {"effort": "high"}),), ("budget",)),
    # Models, prompts, versions.
    Row("a bigger model", (policy_of("review", "model_policy", model="large"),), ("model_slot",)),
    Row("a model of another provider", (policy_of("review", "model_policy", provider="other"),), ("model_slot",)),
    Row("a model that another node asks", (policy_of("review", "model_policy", provider=...),), ("model_slot",)),
    Row("a class of models", (policy_of("watch", "model_policy", model=..., model_tier="large"),), ("model_slot",)),
    Row("a model that the parent does not list", (policy_of("watch", "model_policy", model="large"),), ("model_slot",), OURS),
    Row("a new node with a bigger model", (insert("think", kind="agent", model_policy={"model": "large"}), edge("note", "think")), ("model_slot",)),
    Row("a prompt behind the approval", (node("watch", prompt="Delete the logs."),), ("pinned_prompt",)),
    Row("a prompt behind the approval, below a parent", (node("watch", prompt="Delete the logs."),), ("pinned_prompt",), PARENT),
    Row("a system prompt behind the approval", (node("watch", system="You may do anything."),), ("pinned_prompt",)),
    Row("a capsule behind the approval", (capsule("watch", node_id="watch", prompt="Delete the logs.", system="Brief."),), ("pinned_prompt",)),
    Row("the context of a capsule behind the approval", (capsule("watch", node_id="watch", prompt="Look at the logs.", system="Brief.", context={"all": True}),), ("pinned_prompt",)),
    Row("a new capsule behind the approval", (capsule("more", node_id="deploy", prompt="To production."),), ("pinned_prompt",)),
    Row("what a node behind the approval is to do", (node("deploy", task_label="Deploy to production"),), ("pinned_prompt",)),
    Row("what a node that needs approval is to do", (node("announce", task_label="Tell the world"),), ("pinned_prompt",)),
    Row("arguments of a call behind the approval", (put(NODES + "deploy|metadata", {"args": {"to": "production"}}),), ("pinned_prompt",)),
    Row("what a node behind the approval runs over", (put(NODES + "watch|map_policy", {"items": ["production"]}),), ("pinned_prompt",)),
    Row("a channel that can move later", (put(NODES + "merge|metadata|version", "stable"),), ("floating_selector",)),
    Row("the latest version", (put(NODES + "merge|metadata|version", ...),), ("floating_selector",)),
    Row("a new node that runs a channel", (insert("more", kind="subagent", metadata={"workflow": "ops.merge", "version": "stable"}), edge("note", "more")), ("floating_selector",)),
    Row("a sub-workflow that asks for more", (put(NODES + "merge|metadata|workflow", "ops.purge"),), ("tool", "side_effect_level"), None, False),
    Row("a sub-workflow that asks for more than the parent allows", (put(NODES + "merge|metadata|workflow", "ops.purge"),), ("tool",), OURS, False),
    Row("a sub-workflow of which nothing is known", (put(NODES + "merge|metadata|workflow", "ops.secret"),), ("capability",)),
)
_OPS = BASE["workflow"]["nodes"]["deploy"]["approval_policy"]
HARMLESS: tuple[Row, ...] = (
    Row("nothing", ()),
    Row("nothing, below a parent", (), (), PARENT),
    Row("nothing, below a parent of ours", (), (), OURS),
    Row("nothing, of ours", (), (), None, False),
    Row("nothing, of ours, below a parent of ours", (), (), OURS, False),
    Row("a label", (node("fetch", task_label="Fetch it"),)),
    Row("a prompt before the approval", (node("review", prompt="Review it well."),)),
    Row("a capsule before the approval", (capsule("look", node_id="review", prompt="Look closely."),)),
    Row("a verifier between two nodes", (insert("check", kind="action", task_label="Check"), cut("fetch", "review"), edge("fetch", "check"), edge("check", "review"))),
    Row("a verifier with a repair, below a parent", (insert("check", kind="action"), insert("mend", kind="agent"), edge("review", "check"), edge("check", "mend", "verify_fail"), edge("mend", "check"), edge("check", "choose", "verify_pass")), (), PARENT),
    Row("a further approval", (insert("twice", kind="approval"), cut("ask", "deploy", "approved"), edge("ask", "twice", "approved"), edge("twice", "deploy", "approved"))),
    Row("a further node that needs approval", (bundle(approval_required=["announce", "ops.deploy", "deploy"]),)),
    Row("a pattern of tools that need approval", (bundle(approval_required=["announce", "ops.*"]),)),
    Row("an edge that is cut", (cut("choose", "note", "false"),)),
    Row("an edge among nodes before the approval", (edge("fetch", "choose"),)),
    Row("an edge among nodes behind the approval", (edge("deploy", "announce"),)),
    Row("an edge back to the beginning", (edge("note", "fetch"),)),
    Row("a fresh approval that leads behind the old one", (insert("second", kind="approval"), edge("fetch", "second"), edge("second", "note", "approved"))),
    Row("a lower tier", (bundle(autonomy_tier="suggest"),)),
    Row("fewer tries", (bundle(retry={"max_attempts": 1, "backoff": "none"}),)),
    Row("another backoff", (bundle(retry={"max_attempts": 2, "backoff": "exponential"}),)),
    Row("no events that were missed", (bundle(catchup={"mode": "none"}),)),
    Row("fewer events that were missed", (bundle(catchup={"mode": "latest", "max_events": 1}),)),
    Row("fewer tools", (node("review", tools=[]),)),
    Row("fewer tools in a selector", (node("review", tools={"allow": ["fs.read"], "deny": ["fs.read"]}),)),
    Row("a tool that a pattern of the parent covers", (insert("pull", capability_policy={"tools": ["git.pull"]}), edge("fetch", "pull")), (), PARENT),
    Row("fewer operations", (policy_of("fetch", "capability_policy", capabilities={"workspace": ["read_text"]}),)),
    Row("a folder inside", (policy_of("fetch", "capability_policy", workspace_roots=["/work/repo/src/../docs/./"]),)),
    Row("a folder inside, written oddly", (policy_of("fetch", "capability_policy", workspace_roots=["/work//repo/"], read_only_roots=["/usr/./share"]),)),
    Row("a folder to read inside one to write", (policy_of("fetch", "capability_policy", read_only_roots=["/work/repo/docs"]),)),
    Row("a folder to read inside the parent's", (policy_of("fetch", "capability_policy", read_only_roots=["/usr/lib"]),), (), PARENT),
    Row("a weaker side effect", (policy_of("fetch", "capability_policy", side_effect_level="none"),)),
    Row("a side effect within the parent's", (policy_of("fetch", "capability_policy", side_effect_level="workspace_write"),), (), PARENT),
    Row("a weaker side effect in an annotation", (policy_of("fetch", "capability_policy", tool_annotations={"git.fetch": {"side_effect_level": "none"}}),)),
    Row("a side effect in an annotation within the parent's", (policy_of("fetch", "capability_policy", tool_annotations={"git.fetch": {"side_effect_level": "workspace_write"}}),), (), PARENT),
    Row("fewer folders for processes", (policy_of("review", "capability_policy", process_sandbox={"presets": ["node"], "write_roots": ["/var/a/b"], "read_roots": []}),)),
    Row("further constraints of arguments", (policy_of("deploy", "capability_policy", tool_arg_constraints=[*BASE["workflow"]["nodes"]["deploy"]["capability_policy"]["tool_arg_constraints"], {"tool": "ops.deploy", "arg_patterns": ["eu"], "arg_key": "region"}]),)),
    Row("processes shut in more", (policy_of("review", "capability_policy", sandbox_profile="os_hardened"),)),
    Row("further limits", (node("watch", capability_policy={"tools_restricted": True, "capabilities_restricted": True}),)),
    Row("fewer scopes", (put("connectors", []),)),
    Row("a smaller budget", (put("workflow.metadata.budget", {"tokens": 5, "cost": "2.5 USD", "wall_time": "30m", "steps": 9}),)),
    Row("shorter answers", (policy_of("review", "model_policy", max_tokens=10, max_iterations=1, iteration_budget={"turns": 1}),)),
    Row("a shorter step", (put(NODES + "merge|metadata|timeout", "10s"),)),
    Row("another temperature", (policy_of("review", "model_policy", temperature=0.5),)),
    Row("a model of the parent's list", (policy_of("review", "model_policy", provider=...),), (), OURS),
    Row("another exact version", (put(NODES + "merge|metadata|version", OTHER),)),
    Row("a sub-workflow that is not run any more", (put(NODES + "merge|metadata", {"timeout": "5m"}),)),
    Row("a stricter policy of approvals", (node("deploy", approval_policy={**_OPS, "require_approval": ["*"], "auto_approve": [], "auto_deny": ["*"], "write_path_allowlist": ["out/logs"], "repeat_limit": 1}),)),
    Row("a rule that denies", (node("deploy", approval_policy={**_OPS, "rules": [*_OPS["rules"], {"action": "deny"}]}),)),
    Row("a tool that is denied by name", (bundle(tool_policy={"ops.deploy": "deny", "ops.destroy": "deny"}),)),
    Row("a tool of ours that is denied by name", (bundle(tool_policy={**BASE["policy"]["tool_policy"], "mail.send": "deny"}),), (), None, False),
    Row("another condition that decides about no approval", (put(NODES + "choose|metadata", {"on": "true"}),)),
    Row("another version of the bundle", (put("version", "1.0.1"),)),
    Row("a trigger before the approval", (put("triggers.2", {"id": "hand", "kind": "manual", "node_id": "review"}),)),
    Row("a note in the metadata", (put("metadata", {"owner": "ops"}),)),
)
# fmt: on
