"""The operations of patches, each in a module of its own."""

from __future__ import annotations

from typing import Final, TypeAlias

from onefold.kernel.ir import declare
from onefold.kernel.patch.operations import (
    add_edge,
    insert_node,
    remove_edge,
    replace_edge,
    update_bundle_policy,
    update_node_policy,
    upsert_prompt_capsule,
)

Operation: TypeAlias = (
    insert_node.InsertNode
    | add_edge.AddEdge
    | remove_edge.RemoveEdge
    | replace_edge.ReplaceEdge
    | upsert_prompt_capsule.UpsertPromptCapsule
    | update_node_policy.UpdateNodePolicy
    | update_bundle_policy.UpdateBundlePolicy
)
OPERATION: Final = declare.Variant(
    "op",
    {
        insert_node.WORD: insert_node.InsertNode,
        add_edge.WORD: add_edge.AddEdge,
        remove_edge.WORD: remove_edge.RemoveEdge,
        replace_edge.WORD: replace_edge.ReplaceEdge,
        upsert_prompt_capsule.WORD: upsert_prompt_capsule.UpsertPromptCapsule,
        update_node_policy.WORD: update_node_policy.UpdateNodePolicy,
        update_bundle_policy.WORD: update_bundle_policy.UpdateBundlePolicy,
    },
)
"""An operation as a mapping: its word under `op`, and its members."""
