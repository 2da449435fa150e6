"""A rule: a code and the check that finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from attrs import frozen

from onefold.kernel.diagnostics import Code, Finding

Subject = TypeVar("Subject")


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
