"""What a check keeps of a source that it compiled: enough to report it, and to compare it with others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.workspace import Document, Member

if TYPE_CHECKING:
    from onefold.frontends.compile import Compilation


@frozen(eq=False)
class Examined:
    """One source after it was compiled."""

    kind: Literal["workflow", "catalog"]
    member: Member | None
    """Of a workflow whose fields are well formed."""
    catalog: CatalogDef | None
    diagnostics: tuple[Diagnostic, ...]
    whole: Callable[[], Compilation]
    """All that came of it. It may have to be compiled again; `OSError` where that cannot be."""

    @classmethod
    def of(cls, compilation: Compilation) -> Examined:
        """What to keep of a compilation that is at hand."""
        workflow = compilation.workflow
        member = None if workflow is None else Member.of(workflow, compilation.version)
        return cls(compilation.kind, member, compilation.catalog, compilation.diagnostics, lambda: compilation)

    @property
    def document(self) -> Document | None:
        """What other documents are compared with, if anything."""
        return self.catalog if self.member is None else self.member
