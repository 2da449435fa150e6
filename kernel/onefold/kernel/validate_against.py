"""Validate workflows in view of what is at hand: catalogues and other workflows."""

from __future__ import annotations

from onefold.kernel.catalog import completed
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.rules import bad_arguments, unknown_step, unknown_tool
from onefold.kernel.rules.of_catalogs import CATALOG_RULES
from onefold.kernel.validate import validate_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.nodes import WorkflowDef


def validate_against(workflow: WorkflowDef, catalog: Catalog, known: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is wrong with a workflow in view of what is at hand, besides the findings `known` about it alone."""
    if not catalog.is_listing and not any(isinstance(each, SubWorkflow) for each in workflow.steps.values()):
        return ()  # Without lists there are only other workflows to look at.
    findings = [finding for rule in CATALOG_RULES for finding in rule.check(workflow, catalog)]
    known = tuple(known)
    whole = completed(workflow, catalog)
    if whole is not workflow and not any(finding.code == unknown_step.RULE.name for finding in known):
        told = {(finding.code, finding.place) for finding in known}
        findings.extend(each for each in validate_graph(whole) if (each.code, each.place) not in told)
    return tuple(findings)


def validate_part_against(workflow: WorkflowDef, catalog: Catalog) -> tuple[Finding, ...]:
    """The same of a workflow some fields of which were left out: arguments that are left out are not missing."""
    rules = [rule for rule in CATALOG_RULES if rule is not bad_arguments.RULE]
    return tuple(finding for rule in rules for finding in rule.check(workflow, catalog))


def validate_tools_against(tools: Sequence[str], catalog: Catalog) -> tuple[Finding, ...]:
    """What is wrong with the tools that a definition or an orchestrator names, in view of what is at hand."""
    return tuple(unknown_tool.check_listed(tools, catalog))
