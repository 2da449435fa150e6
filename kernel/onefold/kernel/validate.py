"""Validate: run the rules on a workflow whose fields are well formed. It reports and never changes."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding
from onefold.kernel.flow import Flow
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.rules import GRAPH_RULES, LOCAL_RULES, unknown_step


def validate(workflow: WorkflowDef) -> tuple[Finding, ...]:
    """Every finding of every rule.

    While a step reference leads nowhere the graph is not known, so nothing is said about it: one cause gives one
    finding.
    """
    findings = [finding for rule in LOCAL_RULES for finding in rule.check(workflow)]
    if not any(finding.code == unknown_step.RULE.name for finding in findings):
        flow = Flow(workflow)
        findings.extend(finding for rule in GRAPH_RULES for finding in rule.check(flow))
    return tuple(findings)
