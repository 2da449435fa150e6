"""Validate documents that are checked together."""

from __future__ import annotations

from onefold.kernel.rules.of_workspaces import WORKSPACE_RULES
from onefold.kernel.workspace import Sighting, Workspace


def validate_workspace(workspace: Workspace) -> tuple[Sighting, ...]:
    """Every finding about documents that are checked together."""
    return tuple(sighting for rule in WORKSPACE_RULES for sighting in rule.check(workspace))
