"""Rules that look at more than one document: a code and the check that finds it, as in `rule`."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.diagnostics import Code, Finding
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.workspace import Sighting, Workspace


@frozen
class CatalogRule:
    """One thing that can be wrong with a workflow in view of what is at hand: catalogues and other workflows."""

    name: str
    code: Code
    check: Callable[[WorkflowDef, Catalog], Iterable[Finding]]


@frozen
class WorkspaceRule:
    """One thing that can be wrong with documents that are checked together."""

    name: str
    code: Code
    check: Callable[[Workspace], Iterable[Sighting]]
