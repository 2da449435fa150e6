"""Print the version of workflows: one line a file with the version, two spaces and the path, as b3sum does.

A path that holds a backslash, a line end or a character that a terminal might obey is escaped, and its line begins
with a backslash. Diagnostics of a file that does not compile go to standard error; the other lines still come.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import Compiled, Failed, add_inputs, compile_inputs
from onefold.tools.cli.streams import say_diagnostics, write
from onefold.tools.show.cells import escaped

EXAMPLE: Final = "onefold hash flows/\nonefold hash --quiet review.fold.yaml\nonefold hash --explain review.fold.yaml"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quiet", action="store_true", help="print the versions alone")
    how.add_argument(
        "--explain",
        action="store_true",
        help="list every field with its value and whether it counts, and the length of the hashed bytes",
    )


def run(options: Namespace) -> int:
    """Print the versions; the exit code."""
    code = DONE
    for each in compile_inputs(options):
        if isinstance(each, Failed):
            code = UNABLE
        elif each.compilation.version is None:
            say_diagnostics(each.compilation.complaints, each.input.name)
            code = max(code, FINDINGS)
        else:
            write(line(each.compilation.version, each.input.name, quiet=options.quiet))
            if options.explain:
                write(_explanation(each))
    return code


def line(version: str, path: str, *, quiet: bool) -> str:
    r"""The line of one file.

    >>> line("blake3:57", "a b.fold", quiet=False)
    'blake3:57  a b.fold\n'
    >>> line("blake3:57", "a\nb.fold", quiet=False)
    '\\blake3:57  a\\nb.fold\n'
    """
    if quiet:
        return f"{version}\n"
    shown = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    shown = escaped(shown)
    return f"{'' if shown == path else chr(92)}{version}  {shown}\n"


def _explanation(compiled: Compiled) -> str:
    from onefold.tools.compiling import read_text
    from onefold.tools.show.fields import rows, table

    canonical, data = compiled.compilation.canonical, compiled.compilation.data
    if canonical is None or data is None:
        return ""
    source = read_text(compiled.data, compiled.frontend, compiled.workspace.limits).value
    counted = f"  {len(data)} bytes are hashed: the fields that count, as canonical JSON"
    return f"{table(rows(canonical.workflow, source))}\n{counted}\n"
