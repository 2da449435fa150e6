"""Set what a node may do, and how it is driven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.policies import ApprovalPolicy, CapabilityPolicy, ModelPolicy
from onefold.kernel.bundle.shapes import ANY, TEXT
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations, declared

if TYPE_CHECKING:
    from onefold.kernel.patch.draft import Draft
    from onefold.kernel.values import JsonValue

WORD: Final = "update_node_policy"


@frozen
class NodeChange:
    """What a node says from now on; what is left out stays as it is."""

    task_label: str | None = declared("task_label", TEXT, default=None, doc="A few words for people.")
    prompt: str | None = declared("prompt", TEXT, default=None, doc="What a model is asked.")
    system: str | None = declared("system", TEXT, default=None, doc="The system prompt.")
    tools: JsonValue = declared("tools", ANY, default=None, doc="Tools it may call.")
    model_policy: ModelPolicy | None = declared(
        "model_policy", declare.Record(ModelPolicy), default=None, doc="How a model is asked."
    )
    capability_policy: CapabilityPolicy | None = declared(
        "capability_policy", declare.Record(CapabilityPolicy), default=None, doc="The most it may do."
    )
    approval_policy: ApprovalPolicy | None = declared(
        "approval_policy", declare.Record(ApprovalPolicy), default=None, doc="What needs consent."
    )


@frozen
class UpdateNodePolicy:
    """Sets members of a node; each is replaced whole."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    node_id: str = declared("node_id", TEXT, doc="Id of the node.")
    policy: NodeChange = declared("policy", declare.Record(NodeChange), doc="What it says from now on.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        draft.require_node(self.node_id, "node_id", ("workflow", "nodes", self.node_id), "unknown")
        draft.nodes[self.node_id] = evolve(draft.nodes[self.node_id], **given(self.policy))


def given(change: object) -> dict[str, Any]:
    """The members of a change that are set, by their attribute."""
    members = {each.attribute: getattr(change, each.attribute) for each in declarations(type(change))}
    return {name: each for name, each in members.items() if each is not None}
