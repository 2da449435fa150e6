"""Command-line arguments, as argparse reads them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from importlib import import_module
from shutil import get_terminal_size
from textwrap import fill

from onefold.kernel.words import nearest
from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.streams import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Sequence
    from typing import Any, Final, NoReturn

    from _typeshed import SupportsWrite

FOLDERS: Final = ("DIR",)
FILES: Final = ("A", "B", "CASE", "ENTRY", "FILE", "NEW", "OLD", "PATH")
"""What arguments are called whose values are paths."""
_FRAME: Final = 2
"""Columns that argparse leaves free beside its own paragraphs."""


class Parser(ArgumentParser):
    """A parser whose help ends with an example and whose errors are one harmless line."""

    def __init__(self, prog: str, description: str, example: str) -> None:
        """`example` is one or more commands, a line each."""
        lines = "\n".join(f"  {line}" for line in example.splitlines())
        super().__init__(
            prog,
            description=description.strip(),
            epilog=f"Example:\n{lines}",
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help as everything is printed: argparse would pass over a full disk, and no witness see it."""
        if file is None:
            write(self.format_help())
        else:
            super().print_help(file)

    def format_help(self) -> str:
        """The help, as wide as the terminal: argparse sees to all but the paragraphs of the description."""
        width = get_terminal_size().columns - _FRAME
        paragraphs = (self.description or "").split("\n\n")
        self.description = "\n\n".join(fill(" ".join(each.split()), width) for each in paragraphs)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError`."""
        raise UsageError(message, self.prog)

    def parse_known_args(  # type: ignore[override]  # argparse declares it for namespaces of any class
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """The options and what was not understood. Raises `UsageError`, also for values that no argument can have."""
        options, rest = super().parse_known_args(args, namespace)
        self._refuse_unknown(rest)
        for action in self._actions:
            value = getattr(options, action.dest, None)
            # What was not given is what the command declared.
            fault = None if value is action.default else _fault_of(value, action)
            if fault is not None:
                self.error(f"argument {'/'.join(action.option_strings) or action.metavar}: {fault}")
        return options, rest

    def _refuse_unknown(self, rest: Sequence[str]) -> None:
        """Raise `UsageError` for an option that there is not, with the nearest that there is."""
        for word in rest:
            name = word.partition("=")[0]
            if name.startswith("--"):
                found = nearest(name, [each for each in self._option_string_actions if each.startswith("--")])
                self.error(f"there is no option `{name}`" + (f": did you mean `{found}`?" if found else ""))


class WordParser(Parser):
    """The parser of what follows a word that a command takes first."""

    def __init__(self, prog: str, description: str = "", **_settings: object) -> None:
        """The examples are those of the command, which is `prog` without its last word, for this word."""
        command = prog.split(" ")[1]
        examples: list[str] = import_module(f"onefold.tools.cli.{command}").EXAMPLE.splitlines()
        super().__init__(prog, description, "\n".join([e for e in examples if e.startswith(f"{prog} ")] or examples))


class CommandParser(Parser):
    """The parser of one command, which has a module of its own name."""

    def __init__(self, prog: str, **_settings: object) -> None:
        """`prog` ends with the command's name. The module has `EXAMPLE`, `arguments(parser)` and `run(options)`."""
        module = import_module(f"onefold.tools.cli.{prog.rpartition(' ')[2].replace('-', '_')}")
        super().__init__(prog, module.__doc__ or "", module.EXAMPLE)
        self.has_subcommands: bool = getattr(module, "HAS_SUBCOMMANDS", False)
        self._last: str | None = getattr(module, "TAKES_THE_REST", None)
        module.arguments(self)
        if not self.has_subcommands:
            self.set_defaults(run=module.run)

    def split(self, arguments: list[str]) -> tuple[list[str], list[str] | None]:
        """The arguments up to the option that takes all others, and those others; `None` where it is not there.

        What belongs to another program, dashes included, is nothing for argparse.
        """
        if self._last is None or self._last not in arguments:
            return arguments, None
        end = arguments.index(self._last)
        return arguments[:end], arguments[end + 1 :]

    def take(self, options: Namespace, rest: list[str]) -> None:
        """Give that option its arguments."""
        if not rest:
            self.error(f"argument {self._last}: expected at least one argument")
        setattr(options, str(self._last).removeprefix("--").replace("-", "_"), rest)


def _fault_of(value: Any, action: Action) -> str | None:  # noqa: ANN401 - whatever the argument's type gives
    """What is wrong with the value of an argument, as the end of a sentence."""
    is_option = bool(action.option_strings)
    if is_option and value == []:
        # This is what argparse makes of `--option=--`.
        return "expected one argument"
    if action.metavar in (*FILES, *FOLDERS):
        # An empty variable of a script must mean neither that nothing was asked for nor the current folder.
        return "the path is empty" if "" in (value if isinstance(value, list) else [value]) else None
    if not is_option or not isinstance(value, str):
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        return "it is no UTF-8"
    return None
