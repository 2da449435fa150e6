"""Several documents checked together, for the rules that compare them. Nothing here knows of files."""

from __future__ import annotations

from onefold.kernel.classes import Factory, frozen
from onefold.kernel.digest import is_version
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.member import Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal, TypeAlias

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.member import Call

    Document: TypeAlias = "Member | CatalogDef | Offer"


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
