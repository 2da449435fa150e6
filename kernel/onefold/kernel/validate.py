"""Validate: run the rules on workflows whose fields are well formed. It reports and never changes."""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.flow import Flow
from onefold.kernel.references import mentions, templates
from onefold.kernel.remembered import forget
from onefold.kernel.rules import unknown_step
from onefold.kernel.rules.of_workflows import COST_RULES, GRAPH_RULES, LOCAL_RULES, PART_RULES
from onefold.kernel.type_check import TypeCheck
from onefold.kernel.written import suspects, written, written_by_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.nodes import WorkflowDef


def validate(workflow: WorkflowDef) -> tuple[Finding, ...]:
    """Every finding of every rule about a workflow alone.

    While a step reference leads nowhere the graph is not known, so nothing is said about it: one cause gives one
    finding.
    """
    findings = [finding for rule in LOCAL_RULES for finding in rule.check(workflow)]
    if not any(finding.code == unknown_step.RULE.name for finding in findings):
        mentions(workflow)  # The other rules ask for no more of what was written, which takes the most room.
        forget(written, written_by_shape, suspects, templates)
        findings.extend(validate_graph(workflow))
    forget()
    return tuple(findings)


def validate_graph(workflow: WorkflowDef) -> Iterator[Finding]:
    """What is wrong with the graph, the data flow and the types of a workflow whose step references all resolve."""
    flow, types = Flow(workflow), TypeCheck(workflow)
    yield from (finding for rule in GRAPH_RULES for finding in rule.check(flow))
    if faults(flow):
        from onefold.kernel.rules.of_data_flow import DATA_FLOW_RULES  # Here and below: most workflows have no fault.

        yield from (finding for rule in DATA_FLOW_RULES for finding in rule.check(flow))
    yield from (finding for rule in COST_RULES for finding in rule.check(flow))
    if types.has_findings:
        from onefold.kernel.rules.of_types import TYPE_RULES

        yield from (finding for rule in TYPE_RULES for finding in rule.check(types))


def validate_part(workflow: WorkflowDef, lost: Set[str]) -> tuple[Finding, ...]:
    """What can be said of a workflow some fields of which are not well formed and were left out.

    `lost` are the ids of steps that were left out: naming one of them is no mistake.
    """
    findings = [finding for rule in PART_RULES for finding in rule.check(workflow)]
    return tuple(each for each in findings if each.code != unknown_step.RULE.name or each.arguments["step"] not in lost)
