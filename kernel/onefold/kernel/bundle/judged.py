"""What the rules about bundles read: a bundle, and how much of it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place

if TYPE_CHECKING:
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ir.path import IrPath


@frozen
class JudgedBundle:
    """A bundle with its canonical graph."""

    manifest: Manifest
    is_package: bool = True
    """Whether it says what travels with it, as what the contract reads must."""
    has_graph: bool = True
    """Whether the graph is known: a document names a workflow that may not have been read."""

    def knows_node(self, name: str) -> bool:
        """Whether there is such a node, as far as that is known."""
        return not self.has_graph or name in self.manifest.workflow.nodes


def found(
    code: str,
    path: IrPath,
    kind: str,
    node: str | None = None,
    at: IrPath | None = None,
    /,
    **arguments: object,
) -> Finding:
    """A finding about a bundle: `kind` tells the contract's messages apart, `at` is its path where that differs."""
    told = {"kind": kind, "node_id": node, **({} if at is None else {"at": at})}
    return Finding(code, Place(path), {**told, **arguments})


def is_blank(text: str | None) -> bool:
    """Whether a text says nothing."""
    return text is not None and not text.strip()
