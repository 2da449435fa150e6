"""The rules about a workflow alone, in the order of their ids."""

from __future__ import annotations

from onefold.kernel.rules import (
    ambiguous_transition,
    backoff_beyond_budget,
    bidirectional_character,
    budget_below_shortest_way,
    circular_schema_reference,
    concurrent_reference,
    confusable_character,
    costless_loop,
    dangling_schema_reference,
    dead_success_transition,
    default_timeout,
    endless_step,
    floating_selector,
    forbidden_field,
    impossible_operation,
    impossible_quorum,
    incomplete_reference,
    invalid_schema,
    invisible_character,
    near_field_name,
    never_equal,
    no_unique_start,
    output_of_a_bad_end,
    output_of_a_possibly_bad_end,
    overlapping_regions,
    prioritised_fallback,
    recursive_workflow,
    region_entered_from_outside,
    remote_schema_reference,
    repeated_member,
    secret_literal,
    step_never_before,
    step_not_always_before,
    template_syntax,
    timeout_beyond_budget,
    unbounded_cycle,
    unchecked_pattern,
    undecided_branch,
    unhandled_outcome,
    unknown_outcome,
    unknown_root,
    unknown_schema_dialect,
    unknown_step,
    unordered_comparison,
    unreachable_step,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.flow import Flow
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.rules.rule import Rule
    from onefold.kernel.type_check import TypeCheck

# What is wrong in one place, whatever the graph looks like.
LOCAL_RULES: Final[tuple[Rule[WorkflowDef], ...]] = (
    template_syntax.RULE,
    repeated_member.RULE,
    invisible_character.RULE,
    bidirectional_character.RULE,
    confusable_character.RULE,
    unknown_step.RULE,
    unknown_outcome.RULE,
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    circular_schema_reference.RULE,
    unchecked_pattern.RULE,
    unknown_root.RULE,
    incomplete_reference.RULE,
    timeout_beyond_budget.RULE,
    backoff_beyond_budget.RULE,
    default_timeout.RULE,
    floating_selector.RULE,
    secret_literal.RULE,
)
# What is wrong in a text, a schema or a name, even where other fields are not well formed. Rules that compare fields
# would report a second time what is missing or left out.
PART_RULES: Final[tuple[Rule[WorkflowDef], ...]] = (
    template_syntax.RULE,
    repeated_member.RULE,
    invisible_character.RULE,
    bidirectional_character.RULE,
    confusable_character.RULE,
    unknown_step.RULE,
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    circular_schema_reference.RULE,
    unchecked_pattern.RULE,
    unknown_root.RULE,
    incomplete_reference.RULE,
    secret_literal.RULE,
)
# What is wrong with the graph; judged when every step that is named exists.
GRAPH_RULES: Final[tuple[Rule[Flow], ...]] = (
    no_unique_start.RULE,
    ambiguous_transition.RULE,
    prioritised_fallback.RULE,
    unreachable_step.RULE,
    endless_step.RULE,
    unbounded_cycle.RULE,
    overlapping_regions.RULE,
    region_entered_from_outside.RULE,
    impossible_quorum.RULE,
    unhandled_outcome.RULE,
    recursive_workflow.RULE,
    dead_success_transition.RULE,
    step_never_before.RULE,
    step_not_always_before.RULE,
    concurrent_reference.RULE,
    undecided_branch.RULE,
    output_of_a_bad_end.RULE,
    output_of_a_possibly_bad_end.RULE,
    budget_below_shortest_way.RULE,
    costless_loop.RULE,
)
# What can never work, as far as schemas tell; judged when every step that is named exists.
TYPE_RULES: Final[tuple[Rule[TypeCheck], ...]] = (
    forbidden_field.RULE,
    near_field_name.RULE,
    never_equal.RULE,
    unordered_comparison.RULE,
    impossible_operation.RULE,
)
