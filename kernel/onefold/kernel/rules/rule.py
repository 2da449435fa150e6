"""A rule: a code and the check that finds it."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.typed import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from onefold.kernel.diagnostics import Code, Finding
    from onefold.kernel.rules.wider_rule import CatalogRule, WorkspaceRule

    AnyRule: TypeAlias = "Rule[Any] | CatalogRule | WorkspaceRule"
    """What has a name, a code and a page."""

Subject = TypeVar("Subject", contravariant=True)


@frozen
class Rule(Generic[Subject]):
    """One thing that can be wrong with a workflow whose fields are all well formed.

    A rule about one place reads the workflow (`Rule[WorkflowDef]`), a rule about the graph its flow (`Rule[Flow]`).
    """

    name: str
    """The offence in kebab case; it reads well after "allow"."""
    code: Code
    check: Callable[[Subject], Iterable[Finding]]
    """Reads the IR and nothing else."""
