"""Lay out sources in their own format; comments stay, and the version is the same.

Each text is compiled before and after, and written only where version, values, comments and findings are what they
were. A source that is read and lowered is laid out whatever the rules find in it; any other is left, and told of.
Standard input is printed to standard output.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import Compiled, Failed, add_inputs, compile_inputs
from onefold.tools.cli.rewriting import rewrite
from onefold.tools.cli.streams import complain, say, say_diagnostics, write, write_bytes
from onefold.tools.formatting import Misplaced, Unproved, formatted
from onefold.tools.show.cells import escaped
from onefold.tools.show.unified import unified

EXAMPLE: Final = """\
onefold fmt flows/
onefold fmt --check .
onefold fmt --diff review.fold.yaml
onefold fmt --from yaml - < draft.yaml"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; list the files that would change, and exit with 1"
    )
    parser.add_argument("--diff", action="store_true", help="write nothing; show what would change, and exit with 1")
    parser.add_argument(
        "--fail-on-change", action="store_true", help="exit with 1 when a file was changed, as hooks should"
    )


def run(options: Namespace) -> int:
    """Lay out the sources; the exit code."""
    code = DONE
    for each in compile_inputs(options, others=True):
        if isinstance(each, Failed):
            code = UNABLE
        elif not each.compilation.is_lowered:
            say_diagnostics(each.compilation.complaints, each.input.name)
            code = max(code, FINDINGS)
        else:
            code = max(code, _lay_out(each, options))
    return code


def _lay_out(compiled: Compiled, options: Namespace) -> int:
    name = compiled.input.name
    if compiled.frontend.reformat is None:
        complain(f"`{name}` is left as it is: nothing is known about the layout of {compiled.frontend.name}")
        return UNABLE
    limits = compiled.workspace.limits
    try:
        data = formatted(compiled.data, compiled.compilation, compiled.frontend, limits, compiled.again)
    except Misplaced as misplaced:
        cure = "put it on a line of its own, above what it is meant for"
        complain(f"`{name}` is left as it is: in another layout {misplaced}; {cure}")
        return UNABLE
    except Unproved as unproved:
        complain(f"`{name}` is left as it is: in another layout {unproved}; please report this")
        return UNABLE
    if options.check or options.diff:
        return _tell(compiled, data, options)
    if compiled.input.piped:
        write_bytes(data)
        return DONE
    if data == compiled.data:
        return DONE
    if not rewrite([(compiled, data)]):
        return UNABLE
    say(escaped(f"formatted `{name}`"))
    return FINDINGS if options.fail_on_change else DONE


def _tell(compiled: Compiled, data: bytes, options: Namespace) -> int:
    """Say what would change, and write nothing."""
    if data == compiled.data:
        return DONE
    name = compiled.input.name
    write(unified(name, compiled.data.decode("utf-8"), data.decode("utf-8")) if options.diff else f"{escaped(name)}\n")
    return FINDINGS
