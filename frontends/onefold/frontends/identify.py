"""What a workflow without errors is known by: to check it, nobody has to know."""

from __future__ import annotations

from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.classes import frozen
from onefold.kernel.digest import version
from onefold.kernel.encode import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.ir.nodes import WorkflowDef


@frozen
class Identity:
    """What a workflow without errors is known by."""

    canonical: Canonical
    data: bytes
    """The canonical bytes."""
    version: str
    """`blake3:` and 64 hex digits: the digest of `data`."""


def identify(workflow: WorkflowDef) -> Identity:
    """Canonicalize, encode and hash a workflow."""
    canonical = canonicalize(workflow)
    data = encode(canonical)
    return Identity(canonical, data, version(data))
