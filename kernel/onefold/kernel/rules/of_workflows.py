"""The rules that look at every workflow, in the order of their ids.

Those in `of_data_flow` and `of_types` tell of what is looked for together, and is there in few workflows.
"""

from __future__ import annotations

from onefold.kernel.rules import (
    ambiguous_transition,
    backoff_beyond_budget,
    bidirectional_character,
    budget_below_shortest_way,
    circular_schema_reference,
    confusable_character,
    costless_loop,
    dangling_schema_reference,
    dead_success_transition,
    default_timeout,
    endless_step,
    floating_selector,
    impossible_quorum,
    incomplete_reference,
    invalid_schema,
    invisible_character,
    no_unique_start,
    overlapping_regions,
    prioritised_fallback,
    recursive_workflow,
    region_entered_from_outside,
    remote_schema_reference,
    repeated_member,
    secret_literal,
    template_syntax,
    timeout_beyond_budget,
    unbounded_cycle,
    unchecked_pattern,
    unhandled_outcome,
    unknown_outcome,
    unknown_root,
    unknown_schema_dialect,
    unknown_step,
    unreachable_step,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.flow import Flow
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.rules.rule import Rule

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
)
# What is wrong with what a run may cost; judged after what steps read of each other.
COST_RULES: Final[tuple[Rule[Flow], ...]] = (
    budget_below_shortest_way.RULE,
    costless_loop.RULE,
)
