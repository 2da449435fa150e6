"""The execution graph of a bundle: nodes, edges, and the policies that hold for all of it."""

from __future__ import annotations

from collections.abc import Mapping

from onefold.kernel.bundle.policies import (
    ApprovalPolicy,
    AutoCompact,
    CapabilityPolicy,
    ContextPolicy,
    ModelPolicy,
    NodeRetryPolicy,
)
from onefold.kernel.bundle.shapes import ANY, ANY_BY_TEXT, COUNT, FLAG, NO_ENTRIES, TEXT, TEXTS
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue


@frozen
class InputContract:
    """What a node takes or gives."""

    input_kinds: tuple[str, ...] = declared("input_kinds", TEXTS, default=(), doc="Kinds of artifacts it takes.")
    output_kinds: tuple[str, ...] = declared("output_kinds", TEXTS, default=(), doc="Kinds of artifacts it gives.")
    min_inputs: int | None = declared("min_inputs", COUNT, default=None, doc="Fewest inputs.")
    max_inputs: int | None = declared("max_inputs", COUNT, default=None, doc="Most inputs.")
    require_transcript: bool = declared("require_transcript", FLAG, default=False, doc="Whether it needs a transcript.")
    schema: JsonValue = declared("schema", ANY, default=None, doc="JSON Schema of the artifact.")


@frozen
class BranchSemantics:
    """Which branch stands for which end of a node."""

    success: str | None = declared("success", TEXT, default=None, doc="It succeeded.")
    failure: str | None = declared("failure", TEXT, default=None, doc="It failed.")
    verify_pass: str | None = declared("verify_pass", TEXT, default=None, doc="The check passed.")
    verify_fail: str | None = declared("verify_fail", TEXT, default=None, doc="The check did not.")
    condition_true: str | None = declared("condition_true", TEXT, default=None, doc="The condition held.")
    condition_false: str | None = declared("condition_false", TEXT, default=None, doc="It did not.")
    loop_continue: str | None = declared("loop_continue", TEXT, default=None, doc="The loop goes on.")
    loop_exit: str | None = declared("loop_exit", TEXT, default=None, doc="The loop ends.")
    escalation: str | None = declared("escalation", TEXT, default=None, doc="A person is asked.")


@frozen
class MapPolicy:
    """What a `map` node runs over."""

    items: tuple[JsonValue, ...] = declared("items", declare.Ordered(ANY), default=(), doc="The items.")
    item_artifact_kind: str | None = declared("item_artifact_kind", TEXT, default=None, doc="Kind of artifact.")
    output_kind: str | None = declared("output_kind", TEXT, default=None, doc="Kind of what comes out.")
    max_items: int | None = declared("max_items", COUNT, default=None, doc="How many at most.")
    max_concurrent: int | None = declared("max_concurrent", COUNT, default=None, doc="How many at once.")


@frozen
class NodeJoinPolicy:
    """When a `join` node goes on."""

    strategy: str = declared("strategy", TEXT, default="", doc="`all`, `any`, `quorum` or a host's own word.")
    require_all_inputs: bool = declared("require_all_inputs", FLAG, default=False, doc="Whether it waits for all.")
    min_completed: int | None = declared("min_completed", COUNT, default=None, doc="How many must end well.")


@frozen
class ReducePolicy:
    """How a `reduce` node puts things together."""

    strategy: str = declared("strategy", TEXT, default="", doc="How.")
    separator: str | None = declared("separator", TEXT, default=None, doc="What stands between.")
    output_kind: str | None = declared("output_kind", TEXT, default=None, doc="Kind of what comes out.")


@frozen
class EscalationPolicy:
    """Who is asked."""

    level: str | None = declared("level", TEXT, default=None, doc="How urgently.")
    queue: str | None = declared("queue", TEXT, default=None, doc="Where the question goes.")
    reason: str | None = declared("reason", TEXT, default=None, doc="Why.")


@frozen
class WorkflowNode:
    """A node of an execution graph."""

    id: str | None = declared("id", TEXT, default=None, doc="Its id; the key it stands under.")
    kind: str = declared("kind", TEXT, default="", doc="What it does: `action`, `agent`, `condition`, `fork` …")
    mode: str | None = declared("mode", TEXT, default=None, doc="How it does it.")
    prompt: str | None = declared("prompt", TEXT, default=None, doc="What a model is asked.")
    system: str | None = declared("system", TEXT, default=None, doc="The system prompt.")
    task_label: str | None = declared("task_label", TEXT, default=None, doc="A few words for people.")
    done_sentinel: str | None = declared("done_sentinel", TEXT, default=None, doc="What says that it is done.")
    tools: JsonValue = declared("tools", ANY, default=None, doc="Tools it may call.")
    model_policy: ModelPolicy = declared(
        "model_policy", declare.Record(ModelPolicy), default=ModelPolicy(), doc="How a model is asked."
    )
    auto_compact: AutoCompact = declared(
        "auto_compact", declare.Record(AutoCompact), default=AutoCompact(), doc="When its transcript is made shorter."
    )
    output_visibility: str | None = declared("output_visibility", TEXT, default=None, doc="Who sees its output.")
    context_policy: ContextPolicy = declared(
        "context_policy", declare.Record(ContextPolicy), default=ContextPolicy(), doc="Which artifacts it sees."
    )
    retry_policy: NodeRetryPolicy = declared(
        "retry_policy", declare.Record(NodeRetryPolicy), default=NodeRetryPolicy(), doc="How often it is tried."
    )
    capability_policy: CapabilityPolicy = declared(
        "capability_policy", declare.Record(CapabilityPolicy), default=CapabilityPolicy(), doc="The most it may do."
    )
    approval_policy: ApprovalPolicy = declared(
        "approval_policy", declare.Record(ApprovalPolicy), default=ApprovalPolicy(), doc="What needs consent."
    )
    input_contract: InputContract = declared(
        "input_contract", declare.Record(InputContract), default=InputContract(), doc="What it takes."
    )
    output_contract: InputContract = declared(
        "output_contract", declare.Record(InputContract), default=InputContract(), doc="What it gives."
    )
    branch_semantics: BranchSemantics = declared(
        "branch_semantics", declare.Record(BranchSemantics), default=BranchSemantics(), doc="What its branches mean."
    )
    map_policy: MapPolicy = declared(
        "map_policy", declare.Record(MapPolicy), default=MapPolicy(), doc="What it runs over."
    )
    join_policy: NodeJoinPolicy = declared(
        "join_policy", declare.Record(NodeJoinPolicy), default=NodeJoinPolicy(), doc="When it goes on."
    )
    reduce_policy: ReducePolicy = declared(
        "reduce_policy", declare.Record(ReducePolicy), default=ReducePolicy(), doc="How it puts things together."
    )
    escalation_policy: EscalationPolicy = declared(
        "escalation_policy", declare.Record(EscalationPolicy), default=EscalationPolicy(), doc="Who is asked."
    )
    verify: JsonValue = declared("verify", ANY, default=None, doc="How its result is checked.")
    exit_when_verified: bool = declared("exit_when_verified", FLAG, default=False, doc="Whether it ends then.")
    metadata: Mapping[str, JsonValue] = declared("metadata", ANY_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class GraphEdge:
    """A way from a node to another."""

    origin: str = declared("from", TEXT, default="", doc="Node that ends.")
    target: str = declared("to", TEXT, default="", doc="Node that runs next.")
    branch: str | None = declared("branch", TEXT, default=None, doc="End of the node that leads this way.")
    label: str | None = declared("label", TEXT, default=None, doc="A few words for people.")


@frozen
class AuditEntry:
    """A change that somebody made to a graph."""

    id: str = declared("id", TEXT, default="", doc="Its id.")
    op: str = declared("op", TEXT, default="", doc="What was done.")
    node_id: str | None = declared("node_id", TEXT, default=None, doc="To which node.")
    timestamp: str = declared("timestamp", TEXT, default="", doc="When.")
    reason: str | None = declared("reason", TEXT, default=None, doc="Why.")
    metadata: Mapping[str, JsonValue] = declared("metadata", ANY_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class WorkflowGraph:
    """An execution graph."""

    type: str = declared("_type", TEXT, default="", doc="Always `workflow_graph`.")
    id: str = declared("id", TEXT, default="", doc="Id of the workflow.")
    name: str | None = declared("name", TEXT, default=None, doc="Name for people.")
    version: int = declared("version", COUNT, default=0, doc="Number of the graph's version.")
    entry: str = declared("entry", TEXT, default="", doc="Node that runs first.")
    nodes: Mapping[str, WorkflowNode] = declared(
        "nodes",
        declare.Keyed(TEXT, declare.Record(WorkflowNode), noun="node"),
        default=NO_ENTRIES,
        doc="The nodes by id.",
    )
    edges: tuple[GraphEdge, ...] = declared(
        "edges", declare.Ordered(declare.Record(GraphEdge)), default=(), doc="Ways between nodes."
    )
    capability_policy: CapabilityPolicy = declared(
        "capability_policy", declare.Record(CapabilityPolicy), default=CapabilityPolicy(), doc="The most all may do."
    )
    approval_policy: ApprovalPolicy = declared(
        "approval_policy", declare.Record(ApprovalPolicy), default=ApprovalPolicy(), doc="What needs consent."
    )
    metadata: Mapping[str, JsonValue] = declared("metadata", ANY_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")
    audit_log: tuple[AuditEntry, ...] = declared(
        "audit_log", declare.Ordered(declare.Record(AuditEntry)), default=(), doc="Changes, the oldest first."
    )
