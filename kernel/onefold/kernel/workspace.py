"""Several documents checked together, for the rules that compare them. Nothing here knows of files."""

from __future__ import annotations

from onefold.kernel.classes import Factory, field, frozen
from onefold.kernel.digest import is_version
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.nodes import Model, SubWorkflow, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Literal, TypeAlias

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.ir.nodes import WorkflowDef

    Document: TypeAlias = "Member | CatalogDef | Offer"


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


@frozen
class Offer:
    """A definition or an orchestrator that is checked: what it is called, and what it names."""

    kind: Literal["definition", "orchestrator"]
    id: str
    workflows: tuple[str, ...] = ()
    """Ids of the definitions that an orchestrator may run."""
    tools: tuple[str, ...] = ()


@frozen
class Workspace:
    """What is checked in one run. Documents are told apart by their place in the order."""

    documents: tuple[Document, ...]
    is_whole: bool = False
    """Whether these are all the workflows that may use the catalogues."""
    faults: Mapping[tuple[int, str], str] = Factory(dict)
    """Why the file of a workflow in the catalogue with that number cannot be used, by its id: a clause."""

    def members(self) -> Iterator[tuple[int, Member]]:
        """The workflows, in order."""
        return ((index, each) for index, each in enumerate(self.documents) if isinstance(each, Member))

    def catalogs(self) -> Iterator[tuple[int, CatalogDef]]:
        """The catalogues, in order."""
        return ((index, each) for index, each in enumerate(self.documents) if isinstance(each, CatalogDef))

    def offers(self) -> Iterator[tuple[int, Offer]]:
        """The definitions and orchestrators, in order."""
        return ((index, each) for index, each in enumerate(self.documents) if isinstance(each, Offer))

    def calls(self) -> Iterator[tuple[int, Call]]:
        """Every sub-workflow step, with the document it stands in."""
        return ((index, call) for index, member in self.members() for call in member.calls)


@frozen
class Spot:
    """A place in one of several documents."""

    document: int
    place: Place


@frozen
class Remark:
    """Another spot that explains a sighting."""

    spot: Spot
    message: str


@frozen
class Sighting:
    """A finding about several documents together."""

    code: str
    spot: Spot
    arguments: Mapping[str, object] = Factory(dict)
    related: tuple[Remark, ...] = ()
    help: str | None = None


def may_run(call: Call, member: Member) -> bool:
    """Whether a step may run this very version of a workflow."""
    return call.workflow == member.workflow and (not is_version(call.version) or call.version == member.version)
