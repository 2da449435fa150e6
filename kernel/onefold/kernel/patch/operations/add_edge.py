"""Put an edge between two nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.shapes import TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared

if TYPE_CHECKING:
    from onefold.kernel.patch.draft import Draft

WORD: Final = "add_edge"


@frozen
class AddEdge:
    """Puts an edge between two nodes."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    origin: str = declared("from", TEXT, doc="Node that ends.")
    target: str = declared("to", TEXT, doc="Node that runs next.")
    branch: str | None = declared("branch", TEXT, default=None, doc="End of the node that leads this way.")
    label: str | None = declared("label", TEXT, default=None, doc="A few words for people.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        require_ends(draft, self.origin, self.target)
        draft.add_edge(GraphEdge(origin=self.origin, target=self.target, branch=self.branch, label=self.label))


def require_ends(draft: Draft, origin: str, target: str) -> None:
    """Raise `Failed` where one of the nodes that an edge connects is not there."""
    draft.require_node(origin, "from", ("edges", "from"), "edge_from")
    draft.require_node(target, "to", ("edges", "to"), "edge_to")
