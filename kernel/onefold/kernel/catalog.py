"""What is at hand when a workflow is checked: everything that the catalogues list, and the other workflows.

A kind of things that no catalogue speaks of is `None` here and is not checked: a team that lists its models need not
list its tools too.
"""

from __future__ import annotations

from onefold.kernel.classes import Factory, evolve, frozen
from onefold.kernel.ir.nodes import SubWorkflow, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeVar

    from onefold.kernel.ir.catalog import CatalogDef, ModelEntry, ToolEntry, VerifierEntry, WorkflowEntry
    from onefold.kernel.ir.nodes import StepDef, WorkflowDef
    from onefold.kernel.values import JsonValue

    Entry = TypeVar("Entry")


@frozen
class Catalog:
    """All entries by id; of entries with one id, that of the first catalogue."""

    tools: Mapping[str, ToolEntry] | None = None
    verifiers: Mapping[str, VerifierEntry] | None = None
    models: Mapping[str, ModelEntry] | None = None
    workflows: Mapping[str, WorkflowEntry] | None = None
    sources: Mapping[str, WorkflowDef] = Factory(dict)
    """The workflows whose source is at hand, by id; it may be worked out while it is asked."""

    @classmethod
    def of(cls, catalogs: Iterable[CatalogDef], sources: Mapping[str, WorkflowDef] | None = None) -> Catalog:
        """What these catalogues say together."""
        known = tuple(catalogs)
        return cls(
            tools=_merged(known, lambda each: each.tools),
            verifiers=_merged(known, lambda each: each.verifiers),
            models=_merged(known, lambda each: each.models),
            workflows=_merged(known, lambda each: each.workflows),
            sources=sources if sources is not None else {},
        )

    @property
    def is_listing(self) -> bool:
        """Whether a catalogue speaks of any kind of things."""
        return any(each is not None for each in (self.tools, self.verifiers, self.models, self.workflows))

    def output_schema(self, step: StepDef) -> JsonValue:
        """The schema of a step's output: its own, else that of the tool or the workflow that gives it; or `None`."""
        if step.output is not None:
            return step.output
        if isinstance(step, Tool):
            tool = self.tools.get(step.tool) if self.tools is not None else None
            return None if tool is None else tool.output
        if isinstance(step, SubWorkflow):
            workflow = self.sources.get(step.workflow)
            return None if workflow is None else workflow.outputs
        return None


def completed(workflow: WorkflowDef, catalog: Catalog) -> WorkflowDef:
    """The workflow with the output schemas that its steps leave to the catalogue; the same object without any."""
    found = {name: catalog.output_schema(step) for name, step in workflow.steps.items() if step.output is None}
    new = {name: evolve(workflow.steps[name], output=schema) for name, schema in found.items() if schema is not None}
    return evolve(workflow, steps={**workflow.steps, **new}) if new else workflow


def _merged(
    catalogs: tuple[CatalogDef, ...], entries: Callable[[CatalogDef], Mapping[str, Entry] | None]
) -> Mapping[str, Entry] | None:
    spoken = [found for each in catalogs if (found := entries(each)) is not None]
    return {name: entry for found in reversed(spoken) for name, entry in found.items()} if spoken else None
