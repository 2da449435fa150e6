"""What a check keeps of a source that it compiled: enough to report it, and to compare it with others."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.member import Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from onefold.frontends.compile import Compilation, Kind
    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.workspace import Document, Offer


@frozen(eq=False)
class Examined:
    """One source after it was compiled."""

    kind: Kind
    is_lowered: bool
    """Whether its fields are well formed."""
    document: Document | None
    """What other documents are compared with, if anything."""
    diagnostics: tuple[Diagnostic, ...]
    whole: Callable[[], Compilation]
    """All that came of it. It may have to be compiled again; `OSError` where that cannot be."""

    @classmethod
    def of(cls, compilation: Compilation) -> Examined:
        """What to keep of a compilation that is at hand."""
        document = _document(compilation)
        return cls(compilation.kind, compilation.is_lowered, document, compilation.diagnostics, lambda: compilation)

    @property
    def member(self) -> Member | None:
        """Of a workflow whose fields are well formed: what others ask of it."""
        return self.document if isinstance(self.document, Member) else None


def _document(compilation: Compilation) -> Document | None:
    if compilation.workflow is not None:
        return Member.of(compilation.workflow, lambda: compilation.version)
    if compilation.kind in ("definition", "orchestrator"):
        return _offer(compilation)
    return compilation.catalog


def _offer(compilation: Compilation) -> Offer | None:
    from onefold.kernel.identity.definitions import Definition, Orchestrator  # Most workspaces have none.
    from onefold.kernel.workspace import Offer

    meaning = compilation.meaning
    if isinstance(meaning, Definition):
        return Offer("definition", meaning.id, tools=meaning.record.tools)
    if isinstance(meaning, Orchestrator):
        return Offer("orchestrator", meaning.id, meaning.record.workflows, meaning.record.tools)
    return None
