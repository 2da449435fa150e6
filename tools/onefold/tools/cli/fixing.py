"""The arguments of `check` that change files; `mending` does what they say."""

from __future__ import annotations

from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.inputs import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_fixing(parser: ArgumentParser) -> None:
    """The arguments that change files."""
    parser.add_argument("--fix", action="store_true", help="make the fixes that cannot change what a workflow means")
    parser.add_argument(
        "--add-ignores",
        action="store_true",
        help="write a comment above everything that is found, so that only what is new is reported from then on",
    )


def refuse_standard_input(options: Namespace) -> None:
    """Raise `UsageError` where what shall be changed is no file."""
    if (options.fix or options.add_ignores) and STANDARD_INPUT in options.paths:
        raise UsageError("--fix and --add-ignores change files, and standard input is none")
