"""The rules about documents that are checked together, in the order of their ids."""

from __future__ import annotations

from onefold.kernel.rules import (
    conflicting_versions,
    definition_written_twice,
    missing_definition,
    missing_workflow,
    shadowed_entry,
    unusable_workflow_file,
    unused_entry,
    workflow_cycle,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.rules.wider_rule import WorkspaceRule

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
