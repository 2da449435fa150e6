"""Take an edge out of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.shapes import TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.operations.add_edge import require_ends

if TYPE_CHECKING:
    from onefold.kernel.patch.draft import Draft

WORD: Final = "remove_edge"


@frozen
class RemoveEdge:
    """Takes out the edge that says just this."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    origin: str = declared("from", TEXT, doc="Node that ends.")
    target: str = declared("to", TEXT, doc="Node that runs next.")
    branch: str | None = declared("branch", TEXT, default=None, doc="End of the node that leads this way.")
    label: str | None = declared("label", TEXT, default=None, doc="A few words for people.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        require_ends(draft, self.origin, self.target)
        draft.remove_edge(GraphEdge(origin=self.origin, target=self.target, branch=self.branch, label=self.label))
