"""The rules about catalogues, and about workflows in view of them, in the order of their ids."""

from __future__ import annotations

from onefold.kernel.rules import (
    bad_arguments,
    bidirectional_character,
    circular_schema_reference,
    confusable_character,
    dangling_schema_reference,
    floating_model_slot,
    glob_matches_nothing,
    invalid_schema,
    invisible_character,
    remote_schema_reference,
    secret_literal,
    unchecked_pattern,
    unclear_workflow_entry,
    unknown_model_slot,
    unknown_schema_dialect,
    unknown_tool,
    unknown_verifier,
    unknown_workflow,
    unknown_workflow_version,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.catalog import CatalogDef
    from onefold.kernel.rules.rule import Rule
    from onefold.kernel.rules.wider_rule import CatalogRule

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
