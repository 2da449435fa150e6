"""Put an edge in the place of another, so that nothing goes on as before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.shapes import TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.failure import Failed
from onefold.kernel.patch.operations.add_edge import require_ends

if TYPE_CHECKING:
    from onefold.kernel.patch.draft import Draft

WORD: Final = "replace_edge"


@frozen
class NewEdge:
    """The edge that there is from now on."""

    origin: str = declared("from", TEXT, doc="Node that ends.")
    target: str = declared("to", TEXT, doc="Node that runs next.")
    branch: str | None = declared("branch", TEXT, default=None, doc="End of the node that leads this way.")
    label: str | None = declared("label", TEXT, default=None, doc="A few words for people.")


@frozen
class ReplaceEdge:
    """Takes out the edge that says just this, and puts another in."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    origin: str = declared("from", TEXT, doc="Node that ends.")
    target: str = declared("to", TEXT, doc="Node that runs next.")
    branch: str | None = declared("branch", TEXT, default=None, doc="End of the node that leads this way.")
    label: str | None = declared("label", TEXT, default=None, doc="A few words for people.")
    new: NewEdge = declared("with", declare.Record(NewEdge), doc="The edge that takes its place.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        require_ends(draft, self.origin, self.target)
        draft.remove_edge(GraphEdge(origin=self.origin, target=self.target, branch=self.branch, label=self.label))
        new = self.new
        try:
            require_ends(draft, new.origin, new.target)
            draft.add_edge(GraphEdge(origin=new.origin, target=new.target, branch=new.branch, label=new.label))
        except Failed as failed:
            raise Failed(
                failed.code, ("with", *failed.field), failed.at, failed.kind, failed.node, **failed.arguments
            ) from None
