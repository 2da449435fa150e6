"""The commands, each in a module of its own that is imported only when it runs."""

from __future__ import annotations

import sys

from onefold.tools.cli.exits import UNABLE, UsageError
from onefold.tools.cli.plain_arguments import plainly_parsed
from onefold.tools.cli.streams import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from typing import Final

    from onefold.tools.cli.parser import CommandParser, Parser

COMMANDS: Final[Mapping[str, str]] = {
    "check": "report what is wrong with workflows",
    "hash": "print the version of workflows",
    "compile": "print the canonical document of a workflow in any format",
    "fmt": "lay out sources in their own format, comments kept",
    "diff": "show what two workflows differ in by meaning",
    "breaking": "say which differences break what others rely on",
    "golden": "write the canonical form of every workflow for review",
    "graph": "draw the graph of a workflow",
    "record": "record workflows in the version store",
    "log": "show the history of a workflow",
    "show": "print a recorded workflow",
    "fsck": "examine the version store",
    "freeze": "pin sub-workflows to the versions that they name now",
    "thaw": "let frozen sub-workflows float again",
    "workflows": "list definitions with their hashes",
    "manifest": "build the manifest of a session, or compare two",
    "session": "start a session of a run, unless its manifest has drifted",
    "events": "print the events of a run, or verify the log",
    "lineage": "show what led to a step of a run",
    "bundle": "show, run, pack, sign and verify bundles",
    "patch": "hold a small edit against a bundle, and apply it",
    "function-tools": "list the tools that a model may call",
    "mcp": "serve these tools over the Model Context Protocol",
    "eval": "judge the answer to a case of an authoring pack",
    "git-setup": "let git show workflows by meaning and merge goldens",
    "explain": "show what a diagnostic code means",
    "init": "write a starter workflow",
    "schema": "print the JSON Schema of a kind of document",
    "completion": "print the completion script of a shell",
}
"""Names, and what each does in a few words."""

PLUMBING: Final = ("git-textconv", "git-diff", "git-merge", "git-summary")
"""Commands that git and the builds of a host run, and people need not know of."""

_EXITS: Final = """\
Exit codes: 0 nothing to report, 1 findings, 2 the command could not do its work, 130 interrupted."""


def run(arguments: list[str]) -> int:
    """Run the command that the first argument names; the exit code. Raises `UsageError`."""
    first, *rest = arguments
    if first in ("-h", "--help", "help"):
        write(overview())
        return 0
    if first in ("-V", "--version"):
        from onefold.tools.cli.version import version_line

        write(f"{version_line()}\n")
        return 0
    if first not in COMMANDS and first not in PLUMBING:
        raise UsageError(*_unknown(first))
    try:
        options = _parsed(first, rest)
    except SystemExit as ended:  # how argparse ends after --help
        return ended.code if isinstance(ended.code, int) else UNABLE
    except UsageError as error:
        raise UsageError(str(error), error.program or f"onefold {first}") from None
    from onefold.tools.witness import keep_what_is_read, let_go

    keep_what_is_read()
    try:
        code: int = options.run(options)
    except UsageError as error:
        raise UsageError(str(error), " ".join(("onefold", first, *getattr(options, "word", ())))) from None
    finally:
        let_go()
    return code


def _parsed(name: str, arguments: list[str]) -> Namespace:
    """The arguments of one command; options may stand between them, except where a word chooses what comes next."""
    __import__(module := f"onefold.tools.cli.{name.replace('-', '_')}")
    command = sys.modules[module]
    if not getattr(command, "HAS_SUBCOMMANDS", False):
        plain = plainly_parsed(command.arguments, arguments)
        if plain is not None:
            plain.run = command.run
            return plain
    parser = parser_of(name)
    arguments, rest = parser.split(arguments)
    own = _dashed(arguments)
    options = parser.parse_args(own) if parser.has_subcommands else parser.parse_intermixed_args(own)
    if rest is not None:
        parser.take(options, rest)
    return options


def _dashed(arguments: list[str]) -> list[str]:
    """The arguments with `--` gone and what follows it spelled so that it cannot be taken for options.

    argparse loses its way when `--` meets options that stand between paths. Raises `UsageError` where nothing follows:
    whoever ends the options with it means to name something, and no command may then choose for itself.
    """
    if "--" not in arguments:
        return arguments
    end = arguments.index("--")
    if end == len(arguments) - 1:
        raise UsageError("nothing is named after `--`")
    rest = [f"./{each}" if each.startswith("-") and each != "-" else each for each in arguments[end + 1 :]]
    return [*arguments[:end], *rest]


def parser_of(name: str) -> CommandParser:
    """The parser of one command's arguments."""
    from onefold.tools.cli.parser import CommandParser

    return CommandParser(f"onefold {name}")


def whole_parser() -> Parser:
    """The parser of all commands at once; only shell completion needs it."""
    from onefold.tools.cli.parser import CommandParser, Parser

    parser = Parser("onefold", "One workflow, many formats, one identity.", "onefold check")
    parser.add_argument("-V", "--version", action="store_true", help="show the version of onefold")
    chosen = parser.add_subparsers(parser_class=CommandParser, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        chosen.add_parser(name, help=summary)
    return parser


def overview() -> str:
    """What `onefold --help` prints."""
    width = max(map(len, COMMANDS))
    lines = [
        "One workflow, many formats, one identity.",
        "",
        "Usage: onefold COMMAND [ARGUMENTS]",
        "",
        "Commands:",
        *(f"  {name:<{width}}  {summary}" for name, summary in COMMANDS.items()),
        "",
        "Options:",
        "  -h, --help     show this; `onefold COMMAND --help` shows more, with examples",
        "  -V, --version  show the version of onefold",
        "",
        _EXITS,
        "",
        "Example:",
        "  onefold init review && onefold check && onefold hash review.fold.yaml",
    ]
    return "\n".join(lines) + "\n"


def _unknown(name: str) -> tuple[str, str]:
    """Why a command is not run, and whose help says more, if it does."""
    from onefold.kernel.words import nearest

    found = nearest(name, COMMANDS)
    reason = f"there is no command `{name}`"
    return (f"{reason}: did you mean `{found}`?", "") if found else (reason, "onefold")
