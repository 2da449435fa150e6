"""What was not checked because no catalogue speaks of it: said once for all sources of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from onefold.kernel.catalog import Catalog
from onefold.kernel.diagnostics import Diagnostic, Finding, Place
from onefold.kernel.ir.nodes import Model, SubWorkflow, Tool, WorkflowDef
from onefold.tools.surroundings import Surrounding

_KINDS: Final = ("tools", "verifiers", "model slots", "workflows")


def unchecked(checked: Iterable[tuple[WorkflowDef | None, Surrounding]]) -> tuple[Diagnostic, ...]:
    """One note that names the kinds of ids that workflows use and nobody could check; none where there are none."""
    found = {kind for workflow, around in checked if workflow is not None for kind in _unlisted(workflow, around)}
    if not found:
        return ()
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    named = [kind for kind in _KINDS if kind in found]
    kinds = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
    return diagnose([Finding("unchecked-reference", Place(), {"kinds": kinds})], lambda _: None)


def _unlisted(workflow: WorkflowDef, around: Surrounding) -> Iterator[str]:
    """The kinds that a workflow names and no catalogue has a section for."""
    if around.catalog is None and around.catalogs:
        return  # A catalogue is broken, and that is told.
    catalog = around.catalog or Catalog()
    for step in workflow.steps.values():
        if catalog.tools is None and (isinstance(step, Tool) or step.tools.allow or step.tools.deny):
            yield "tools"
        if catalog.verifiers is None and step.verify:
            yield "verifiers"
        if catalog.models is None and isinstance(step, Model) and step.model is not None:
            yield "model slots"
        if catalog.workflows is None and isinstance(step, SubWorkflow) and step.workflow not in catalog.sources:
            yield "workflows"
