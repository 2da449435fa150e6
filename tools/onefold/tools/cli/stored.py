"""The version store, as the commands use it: which one it is, and how its faults are told."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final

from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.cli.exits import FINDINGS
from onefold.tools.cli.streams import columns, complain, has_colour, say
from onefold.tools.show.text import render
from onefold.tools.store import Damaged, Fault, Store
from onefold.tools.store.resolve import Ambiguous, Unknown
from onefold.tools.workspace import shown, workspace_root

_MOST: Final = 20


def store_here() -> Store:
    """The store of the workspace around the current folder."""
    # The workspace of a file, any file, in the current folder.
    return Store.at(workspace_root(Path("-")))


def telling_damage(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Let a command that meets a damaged store tell of it, and end with the exit code for findings."""

    @wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            return run(options)
        except Damaged as damaged:
            tell_fault(damaged.fault)
            return FINDINGS

    return guarded


def tell_fault(fault: Fault) -> None:
    """Show a fault on standard error."""
    say(render(diagnostic(fault), colour=has_colour(sys.stderr), path=shown(fault.path), columns=columns(sys.stderr)))


def diagnostic(fault: Fault) -> Diagnostic:
    """A fault in words."""
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    return diagnose([fault.finding], lambda _: None)[0]


def tell_unresolved(reference: str, resolution: Unknown | Ambiguous) -> None:
    """Say on standard error why a reference means nothing, or what it may mean."""
    if isinstance(resolution, Unknown):
        complain(resolution.reason)
        return
    complain(f"`{reference}` is ambiguous: {resolution.reason}")
    for each in resolution.candidates[:_MOST]:
        say(f"  {each}")
    if len(resolution.candidates) > _MOST:
        say(f"  and {len(resolution.candidates) - _MOST} more")
