"""The rules about bundles, in the order of their ids."""

from __future__ import annotations

from onefold.kernel.rules import (
    bad_delay,
    bad_schedule,
    bad_webhook_path,
    blank_bundle_field,
    changed_pin,
    empty_graph,
    impossible_attempts,
    impossible_input_count,
    incomplete_condition,
    incomplete_trigger,
    malformed_bundle_hash,
    map_without_items,
    mismatched_id,
    missing_modules,
    missing_trigger,
    narrow_fork,
    narrow_join,
    reduce_without_kinds,
    repeated_bundle_entry,
    second_prompt,
    side_effect_beyond_ceiling,
    unconnected_provider,
    unknown_approval_target,
    unknown_node,
    unknown_policy_word,
    unknown_signature_algorithm,
    unknown_trigger,
    unknown_trigger_kind,
    unreachable_node,
    unsafe_bundle_path,
    unsupported_bundle_schema,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.rules.rule import Rule

BUNDLE_RULES: Final[tuple[Rule[JudgedBundle], ...]] = (
    blank_bundle_field.RULE,
    unsafe_bundle_path.RULE,
    missing_modules.RULE,
    malformed_bundle_hash.RULE,
    repeated_bundle_entry.RULE,
    unknown_signature_algorithm.RULE,
    unsupported_bundle_schema.RULE,
    empty_graph.RULE,
    mismatched_id.RULE,
    missing_trigger.RULE,
    unknown_trigger_kind.RULE,
    incomplete_trigger.RULE,
    unknown_node.RULE,
    unknown_trigger.RULE,
    second_prompt.RULE,
    unknown_policy_word.RULE,
    impossible_attempts.RULE,
    unconnected_provider.RULE,
    unreachable_node.RULE,
    impossible_input_count.RULE,
    incomplete_condition.RULE,
    narrow_fork.RULE,
    narrow_join.RULE,
    map_without_items.RULE,
    reduce_without_kinds.RULE,
    changed_pin.RULE,
    bad_schedule.RULE,
    bad_delay.RULE,
    bad_webhook_path.RULE,
    unknown_approval_target.RULE,
    side_effect_beyond_ceiling.RULE,
)
