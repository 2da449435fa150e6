"""The rules, in the order of their ids."""

from __future__ import annotations

from typing import Final

from onefold.kernel.flow import Flow
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.rules import (
    ambiguous_transition,
    dangling_schema_reference,
    invalid_schema,
    no_unique_start,
    prioritised_fallback,
    remote_schema_reference,
    repeated_member,
    template_syntax,
    unknown_outcome,
    unknown_root,
    unknown_schema_dialect,
    unknown_step,
)
from onefold.kernel.rules.rule import Rule

# What is wrong in one place, whatever the graph looks like.
LOCAL_RULES: Final[tuple[Rule[WorkflowDef], ...]] = (
    template_syntax.RULE,
    repeated_member.RULE,
    unknown_step.RULE,
    unknown_outcome.RULE,
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    unknown_root.RULE,
)
# What is wrong in a text, a schema or a name, even where other fields are not well formed. Rules that compare fields
# would report a second time what is missing or left out.
PART_RULES: Final[tuple[Rule[WorkflowDef], ...]] = (
    template_syntax.RULE,
    repeated_member.RULE,
    unknown_step.RULE,
    invalid_schema.RULE,
    unknown_schema_dialect.RULE,
    remote_schema_reference.RULE,
    dangling_schema_reference.RULE,
    unknown_root.RULE,
)
# What is wrong with the graph; judged when every step that is named exists.
GRAPH_RULES: Final[tuple[Rule[Flow], ...]] = (
    no_unique_start.RULE,
    ambiguous_transition.RULE,
    prioritised_fallback.RULE,
)
RULES: Final[tuple[Rule[WorkflowDef] | Rule[Flow], ...]] = (*LOCAL_RULES, *GRAPH_RULES)
# Ids that were given once and must never mean anything else.
RETIRED: Final[tuple[str, ...]] = ()
