"""Report what is wrong with workflows: print what was found in each, and a summary.

Exits with 1 when there is an error, with 2 when something could not be read or no workflow was found at all.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Final

from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import Compiled, Failed, add_inputs, compile_inputs
from onefold.tools.cli.selection import Selection, add_selection, selection
from onefold.tools.cli.streams import columns, has_colour, write
from onefold.tools.show.report import REPORTERS, Report, Result, Screen

EXAMPLE: Final = """\
onefold check
onefold check flows/ --strict --ignore OF6
onefold check --stdin-filename flows/review.fold.yaml - < draft.yaml"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser, optional=True)
    parser.add_argument("--format", choices=tuple(REPORTERS), default="text", help="how results are printed (text)")
    add_selection(parser)
    parser.add_argument("--strict", action="store_true", help="let warnings fail too")


def run(options: Namespace) -> int:
    """Check the sources; the exit code."""
    chosen = selection(options)
    results: list[Result] = []
    unreadable = 0
    for each in compile_inputs(options):
        if isinstance(each, Failed):
            unreadable += 1
        else:
            results.append(_result(each, chosen))
    found = [diagnostic for result in results for diagnostic in result.diagnostics]
    code = UNABLE if unreadable else FINDINGS if _fails(found, strict=options.strict) else DONE
    report = Report(results, unreadable, ok=code == DONE)
    if results or options.format == "json":
        write(REPORTERS[options.format](report, Screen(has_colour(sys.stdout), columns(sys.stdout))))
    return code


def _result(compiled: Compiled, chosen: Selection) -> Result:
    compilation = compiled.compilation
    workflow = compilation.workflow.workflow if compilation.workflow else None
    return Result(compiled.input.name, workflow, compilation.version, chosen.of(compilation.diagnostics))


def _fails(found: Iterable[Diagnostic], *, strict: bool) -> bool:
    failing = ("error", "warning") if strict else ("error",)
    return any(each.severity in failing for each in found)
