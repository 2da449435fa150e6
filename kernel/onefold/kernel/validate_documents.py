"""Validate documents that are no workflows, each alone."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding
from onefold.kernel.identity.definition import DefinitionDef
from onefold.kernel.identity.orchestrator import OrchestratorDef
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.rules import unclear_workflow_entry
from onefold.kernel.rules.of_catalogs import CATALOG_DOCUMENT_RULES
from onefold.kernel.rules.of_definitions import DEFINITION_RULES, ORCHESTRATOR_RULES


def validate_catalog(catalog: CatalogDef, *, is_part: bool = False) -> tuple[Finding, ...]:
    """Every finding about a catalogue alone; of a part, what does not depend on fields that were left out."""
    rules = [rule for rule in CATALOG_DOCUMENT_RULES if not is_part or rule is not unclear_workflow_entry.RULE]
    return tuple(finding for rule in rules for finding in rule.check(catalog))


def validate_definition(definition: DefinitionDef) -> tuple[Finding, ...]:
    """Every finding about a definition alone."""
    return tuple(finding for rule in DEFINITION_RULES for finding in rule.check(definition))


def validate_orchestrator(orchestrator: OrchestratorDef) -> tuple[Finding, ...]:
    """Every finding about an orchestrator alone."""
    return tuple(finding for rule in ORCHESTRATOR_RULES for finding in rule.check(orchestrator))
