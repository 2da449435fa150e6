"""Put a node into a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.graph import WorkflowNode
from onefold.kernel.bundle.judged import is_blank
from onefold.kernel.bundle.policies import ApprovalPolicy, CapabilityPolicy, ModelPolicy
from onefold.kernel.bundle.shapes import ANY, ANY_BY_TEXT, NO_ENTRIES, TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.failure import OPERATIONS, Failed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.patch.draft import Draft
    from onefold.kernel.values import JsonValue

WORD: Final = "insert_node"
_KIND: Final = "stage"


@frozen
class NodeBody:
    """What a new node is."""

    kind: str = declared("kind", TEXT, default="", doc="What it does; `stage` when left out.")
    task_label: str | None = declared("task_label", TEXT, default=None, doc="A few words for people.")
    prompt: str | None = declared("prompt", TEXT, default=None, doc="What a model is asked.")
    system: str | None = declared("system", TEXT, default=None, doc="The system prompt.")
    tools: JsonValue = declared("tools", ANY, default=None, doc="Tools it may call.")
    model_policy: ModelPolicy = declared(
        "model_policy", declare.Record(ModelPolicy), default=ModelPolicy(), doc="How a model is asked."
    )
    capability_policy: CapabilityPolicy = declared(
        "capability_policy", declare.Record(CapabilityPolicy), default=CapabilityPolicy(), doc="The most it may do."
    )
    approval_policy: ApprovalPolicy = declared(
        "approval_policy", declare.Record(ApprovalPolicy), default=ApprovalPolicy(), doc="What needs consent."
    )
    metadata: Mapping[str, JsonValue] = declared("metadata", ANY_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class InsertNode:
    """Puts a node into the graph; the first node of a graph is its entry."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    node_id: str = declared("node_id", TEXT, doc="Id of the new node.")
    node: NodeBody = declared("node", declare.Record(NodeBody), default=NodeBody(), doc="What it is.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        name, body = self.node_id, self.node
        if not name or is_blank(name):
            raise Failed("blank-patch-field", ("node_id",), (OPERATIONS,), "blank", field="node_id")
        if name in draft.nodes:
            raise Failed("repeated-node", ("node_id",), ("workflow", "nodes", name), "exists", name, node=name)
        draft.nodes[name] = WorkflowNode(
            id=name,
            kind=_KIND if is_blank(body.kind) or not body.kind else body.kind,
            task_label=body.task_label,
            prompt=body.prompt,
            system=body.system,
            tools=body.tools,
            model_policy=body.model_policy,
            capability_policy=body.capability_policy,
            approval_policy=body.approval_policy,
            metadata=body.metadata,
        )
        draft.entry = draft.entry or name
