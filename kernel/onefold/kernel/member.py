"""A workflow as the documents see it that are checked together with it."""

from __future__ import annotations

from onefold.kernel.classes import field, frozen
from onefold.kernel.ir.nodes import Model, SubWorkflow, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from onefold.kernel.ir.nodes import WorkflowDef


@frozen
class Call:
    """A step that runs another workflow."""

    step: str
    """Its id."""
    workflow: str
    version: str
    """The selector in words."""


@frozen
class Member:
    """What documents that are checked together ask of a workflow, as far as its fields are well formed."""

    workflow: str
    """Its id."""
    find_version: Callable[[], str | None] = field(eq=False, repr=False)
    """Its version, which may be worked out only now."""
    calls: tuple[Call, ...] = ()
    tools: frozenset[str] = frozenset()
    """Ids of the tools that steps are."""
    allowed: tuple[str, ...] = ()
    """Globs of the tools that steps may use, each once."""
    names_tools: bool = False
    """Whether a step is a tool, or allows or denies any."""
    verifiers: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    """The model slots that steps name."""

    @property
    def version(self) -> str | None:
        """Its version, absent while there is an error in it."""
        return self.find_version()

    @classmethod
    def of(cls, workflow: WorkflowDef, find_version: Callable[[], str | None]) -> Member:
        """What there is to say of a workflow."""
        steps = workflow.steps.values()
        tools = frozenset(each.tool for each in steps if isinstance(each, Tool))
        return cls(
            workflow.workflow,
            find_version,
            tuple(
                Call(identifier, step.workflow, step.version.text)
                for identifier, step in workflow.steps.items()
                if isinstance(step, SubWorkflow)
            ),
            tools,
            tuple(dict.fromkeys(glob for each in steps for glob in each.tools.allow)),
            bool(tools) or any(each.tools.allow or each.tools.deny for each in steps),
            frozenset(verifier.use for each in steps for verifier in each.verify),
            frozenset(each.model for each in steps if isinstance(each, Model) and each.model is not None),
        )
