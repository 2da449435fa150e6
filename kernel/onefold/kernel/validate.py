"""Validate: run the rules on documents whose fields are well formed. It reports and never changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from onefold.kernel.catalog import Catalog, completed
from onefold.kernel.diagnostics import Finding
from onefold.kernel.flow import Flow
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.remembered import forget
from onefold.kernel.rules import (
    CATALOG_DOCUMENT_RULES,
    CATALOG_RULES,
    GRAPH_RULES,
    LOCAL_RULES,
    PART_RULES,
    TYPE_RULES,
    WORKSPACE_RULES,
    bad_arguments,
    unclear_workflow_entry,
    unknown_step,
)
from onefold.kernel.type_check import TypeCheck
from onefold.kernel.workspace import Sighting, Workspace


def validate(workflow: WorkflowDef) -> tuple[Finding, ...]:
    """Every finding of every rule about a workflow alone.

    While a step reference leads nowhere the graph is not known, so nothing is said about it: one cause gives one
    finding.
    """
    findings = [finding for rule in LOCAL_RULES for finding in rule.check(workflow)]
    if not any(finding.code == unknown_step.RULE.name for finding in findings):
        findings.extend(_validate_graph(workflow))
    forget()
    return tuple(findings)


def _validate_graph(workflow: WorkflowDef) -> Iterator[Finding]:
    flow, types = Flow(workflow), TypeCheck(workflow)
    yield from (finding for rule in GRAPH_RULES for finding in rule.check(flow))
    yield from (finding for rule in TYPE_RULES for finding in rule.check(types))


def validate_part(workflow: WorkflowDef, lost: Set[str]) -> tuple[Finding, ...]:
    """What can be said of a workflow some fields of which are not well formed and were left out.

    `lost` are the ids of steps that were left out: naming one of them is no mistake.
    """
    findings = [finding for rule in PART_RULES for finding in rule.check(workflow)]
    return tuple(each for each in findings if each.code != unknown_step.RULE.name or each.arguments["step"] not in lost)


def validate_against(workflow: WorkflowDef, catalog: Catalog, known: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is wrong with a workflow in view of what is at hand, besides the findings `known` about it alone."""
    findings = [finding for rule in CATALOG_RULES for finding in rule.check(workflow, catalog)]
    known = tuple(known)
    whole = completed(workflow, catalog)
    if whole is not workflow and not any(finding.code == unknown_step.RULE.name for finding in known):
        told = {(finding.code, finding.place) for finding in known}
        findings.extend(each for each in _validate_graph(whole) if (each.code, each.place) not in told)
    return tuple(findings)


def validate_part_against(workflow: WorkflowDef, catalog: Catalog) -> tuple[Finding, ...]:
    """The same of a workflow some fields of which were left out: arguments that are left out are not missing."""
    rules = [rule for rule in CATALOG_RULES if rule is not bad_arguments.RULE]
    return tuple(finding for rule in rules for finding in rule.check(workflow, catalog))


def validate_catalog(catalog: CatalogDef, *, is_part: bool = False) -> tuple[Finding, ...]:
    """Every finding about a catalogue alone; of a part, what does not depend on fields that were left out."""
    rules = [rule for rule in CATALOG_DOCUMENT_RULES if not is_part or rule is not unclear_workflow_entry.RULE]
    return tuple(finding for rule in rules for finding in rule.check(catalog))


def validate_workspace(workspace: Workspace) -> tuple[Sighting, ...]:
    """Every finding about documents that are checked together."""
    return tuple(sighting for rule in WORKSPACE_RULES for sighting in rule.check(workspace))
