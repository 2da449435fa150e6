"""The rules, in the order of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.flow import Flow
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.rules import (
    ambiguous_transition,
    backoff_beyond_budget,
    bad_arguments,
    bidirectional_character,
    budget_below_shortest_way,
    circular_schema_reference,
    concurrent_reference,
    conflicting_versions,
    confusable_character,
    costless_loop,
    dangling_schema_reference,
    dead_success_transition,
    default_timeout,
    definition_written_twice,
    endless_step,
    floating_model_slot,
    floating_selector,
    forbidden_field,
    glob_matches_nothing,
    impossible_operation,
    impossible_quorum,
    incomplete_reference,
    invalid_schema,
    invisible_character,
    missing_definition,
    missing_workflow,
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
    shadowed_entry,
    shared_memory,
    step_never_before,
    step_not_always_before,
    template_syntax,
    timeout_beyond_budget,
    unbounded_cycle,
    unchecked_pattern,
    unclear_workflow_entry,
    undecided_branch,
    undeclared_model_slot,
    unhandled_outcome,
    unknown_model_slot,
    unknown_outcome,
    unknown_root,
    unknown_schema_dialect,
    unknown_step,
    unknown_tool,
    unknown_verifier,
    unknown_workflow,
    unknown_workflow_version,
    unordered_comparison,
    unreachable_step,
    unusable_workflow_file,
    unused_entry,
    workflow_cycle,
    workflow_offered_twice,
)
from onefold.kernel.rules.rule import AnyRule, CatalogRule, Rule, WorkspaceRule
from onefold.kernel.type_check import TypeCheck

if TYPE_CHECKING:
    # Most runs meet no such document.
    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.orchestrator import OrchestratorDef

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
# What is wrong in view of what catalogues list; judged where there is one.
CATALOG_RULES: Final[tuple[CatalogRule, ...]] = (
    unknown_tool.RULE,
    glob_matches_nothing.RULE,
    unknown_verifier.RULE,
    unknown_model_slot.RULE,
    unknown_workflow.RULE,
    bad_arguments.RULE,
    unknown_workflow_version.RULE,
    floating_model_slot.RULE,
)
# What is wrong with a catalogue itself.
CATALOG_DOCUMENT_RULES: Final[tuple[Rule[CatalogDef], ...]] = (
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    circular_schema_reference.RULE,
    unchecked_pattern.RULE,
    unclear_workflow_entry.RULE,
    invisible_character.RULE,
    bidirectional_character.RULE,
    confusable_character.RULE,
    secret_literal.RULE,
)
# What is wrong with the texts and schemas of a definition or an orchestrator, and with what it names.
DEFINITION_RULES: Final[tuple[Rule[DefinitionDef], ...]] = (
    repeated_member.RULE,
    invisible_character.RULE,
    bidirectional_character.RULE,
    confusable_character.RULE,
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    circular_schema_reference.RULE,
    unchecked_pattern.RULE,
    secret_literal.RULE,
    undeclared_model_slot.RULE,
    shared_memory.RULE,
)
ORCHESTRATOR_RULES: Final[tuple[Rule[OrchestratorDef], ...]] = (
    repeated_member.RULE,
    invisible_character.RULE,
    bidirectional_character.RULE,
    confusable_character.RULE,
    secret_literal.RULE,
    undeclared_model_slot.RULE,
    workflow_offered_twice.RULE,
    shared_memory.RULE,
)
# What is wrong with documents that are checked together.
WORKSPACE_RULES: Final[tuple[WorkspaceRule, ...]] = (
    unused_entry.RULE,
    shadowed_entry.RULE,
    conflicting_versions.RULE,
    workflow_cycle.RULE,
    missing_workflow.RULE,
    unusable_workflow_file.RULE,
    missing_definition.RULE,
    definition_written_twice.RULE,
)
RULES: Final[tuple[AnyRule, ...]] = tuple(
    dict.fromkeys(
        (
            *LOCAL_RULES,
            *GRAPH_RULES,
            *TYPE_RULES,
            *CATALOG_RULES,
            *CATALOG_DOCUMENT_RULES,
            *DEFINITION_RULES,
            *ORCHESTRATOR_RULES,
            *WORKSPACE_RULES,
        )
    )
)
# Ids that were given once and must never mean anything else.
RETIRED: Final[tuple[str, ...]] = ()
