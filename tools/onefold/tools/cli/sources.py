"""The sources that a command is given, once all that is wrong with them is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import Failed, compile_inputs
from onefold.tools.cli.streams import say_diagnostics

if TYPE_CHECKING:
    from argparse import Namespace

    from onefold.tools.cli.inputs import Compiled
    from onefold.tools.search import Admits
    from onefold.tools.workspace import Workspaces


def compiled_sources(
    options: Namespace, workspaces: Workspaces | None = None, admits: Admits | None = None
) -> tuple[list[Compiled], int]:
    """The sources that have a version, and the exit code so far; `admits` may narrow searches. Raises `UsageError`."""
    compiled: list[Compiled] = []
    code = DONE
    for each in compile_inputs(options, workspaces, admits):
        if isinstance(each, Failed):
            code = UNABLE
        elif each.compilation.canonical is None:
            say_diagnostics(each.compilation.complaints, each.input.name)
            code = max(code, FINDINGS)
        else:
            compiled.append(each)
    return compiled, code
