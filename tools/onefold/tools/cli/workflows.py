"""List the definitions that are found: their ids, their WorkflowDefinitionHash, and what they say they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.json.render import render
from onefold.kernel.identity.definitions import Definition
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import Failed, add_inputs, compile_inputs
from onefold.tools.cli.parser import WordParser
from onefold.tools.cli.streams import complain, say_diagnostics, write
from onefold.tools.documents import is_unread
from onefold.tools.show.cells import escaped, width

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.compile import Compilation
    from onefold.kernel.values import JsonObject

EXAMPLE: Final = "onefold workflows list\nonefold workflows list flows/ --format json"
HAS_SUBCOMMANDS: Final = True


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="COMMAND", required=True)
    found = chosen.add_parser("list", help="list the definitions that are found")
    add_inputs(found, optional=True)
    found.add_argument("--format", choices=("text", "json"), default="text", help="how they are printed (text)")
    found.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the definitions; the exit code."""
    code = DONE
    rows: list[tuple[str, Definition]] = []
    for each in compile_inputs(options, others=True):
        if isinstance(each, Failed):
            code = UNABLE
        elif isinstance(each.compilation.meaning, Definition):
            rows.append((each.input.name, each.compilation.meaning))
        elif each.compilation.kind == "definition" or _may_be_one(each.compilation, named=not each.input.is_found):
            say_diagnostics(each.compilation.complaints, each.input.name)
            code = max(code, FINDINGS)
        elif not each.input.is_found:
            complain(f"`{each.input.name}` is no definition: one begins with `definition: ID`")
            code = UNABLE
    if options.format == "json":
        write(render({"onefold": "workflows/1", "ok": code == DONE, "definitions": [_object(*row) for row in rows]}))
    else:
        write(_table(rows))
    return code


def _may_be_one(compilation: Compilation, *, named: bool) -> bool:
    """Whether a source may be a definition that cannot be read; one that was named is told of in any case."""
    if not is_unread(compilation):
        return False
    # An escape may stand for any letter.
    return named or any(each in compilation.source.text for each in ("definition", "\\"))


def _object(path: str, definition: Definition) -> JsonObject:
    return {
        "id": definition.id,
        "hash": definition.hash,
        "description": definition.record.description,
        "path": path,
    }


def _table(rows: Iterable[tuple[str, Definition]]) -> str:
    cells = [(definition.id, definition.hash, escaped(definition.record.description)) for _, definition in rows]
    widest = max((width(name) for name, _, _ in cells), default=0)
    return "".join(f"{f'{name:<{widest}}  {digest}  {said}'.rstrip()}\n" for name, digest, said in cells)
