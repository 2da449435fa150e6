"""Validate the document of a ceiling: run its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.rules.of_ceilings import CEILING_RULES

if TYPE_CHECKING:
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.diagnostics import Finding


def validate_ceiling(ceiling: CeilingDef) -> tuple[Finding, ...]:
    """Everything that is wrong with a ceiling, or is wider than it looks."""
    return tuple(finding for rule in CEILING_RULES for finding in rule.check(ceiling))
