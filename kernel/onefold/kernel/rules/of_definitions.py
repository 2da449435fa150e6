"""The rules about definitions and orchestrators, in the order of their ids."""

from __future__ import annotations

from onefold.kernel.rules import (
    bidirectional_character,
    circular_schema_reference,
    confusable_character,
    dangling_schema_reference,
    invalid_schema,
    invisible_character,
    remote_schema_reference,
    repeated_member,
    secret_literal,
    shared_memory,
    unchecked_pattern,
    undeclared_model_slot,
    unknown_schema_dialect,
    workflow_offered_twice,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.orchestrator import OrchestratorDef
    from onefold.kernel.rules.rule import Rule

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
