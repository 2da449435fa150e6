"""A rule: a code and the check that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.ir.nodes import WorkflowDef


@frozen
class Rule:
    """One thing that can be wrong with a workflow whose fields are all well formed."""

    name: str
    """The offence in kebab case; it reads well after "allow"."""
    code: Code
    check: Callable[[WorkflowDef], Iterable[Finding]]
    """Reads the IR and nothing else."""
