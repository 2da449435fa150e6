"""Print the script that completes commands, options and file names in a shell."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final

from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write

EXAMPLE: Final = """\
eval "$(onefold completion bash)"
onefold completion zsh > ~/.zfunc/_onefold
onefold completion fish > ~/.config/fish/completions/onefold.fish"""

SHELLS: Final = ("bash", "zsh", "fish")


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(options: Namespace) -> int:
    """Print the script; the exit code."""
    import shtab

    from onefold.tools.cli.commands import whole_parser
    from onefold.tools.cli.parser import FILES, FOLDERS

    parser = whole_parser()
    for action in _actions(parser):
        if action.metavar in (*FILES, "NAME"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # how shtab is told, by its documentation
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # the same
    write(f"{shtab.complete(parser, options.shell)}\n")
    return DONE


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    """The arguments of a parser and of the commands below it."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to list them
        yield action
        if isinstance(action.choices, dict):
            for below in action.choices.values():
                yield from _actions(below)
