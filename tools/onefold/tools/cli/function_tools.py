"""List the tools that a model may call: they read documents of the workspace and change nothing.

`onefold mcp` serves them over the Model Context Protocol.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from onefold.tools.cli.bundles.envelope import add_format
from onefold.tools.cli.envelope import write_envelope
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write
from onefold.tools.functions.tools import TOOLS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from onefold.tools.functions.declare import FunctionTool

EXAMPLE: Final = "onefold function-tools\nonefold function-tools --format json"
# Lines of prose longer than this are hard to read.
_PROSE: Final = 88


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_format(parser)


def run(options: Namespace) -> int:
    """Print the list; the exit code."""
    if options.format == "json":
        listed = [each.listed() for each in TOOLS.values()]
        write_envelope("function-tools", True, listed)
    else:
        write("\n".join("".join(f"{line}\n" for line in _lines(each)) for each in TOOLS.values()))
    return DONE


def _lines(tool: FunctionTool) -> Iterator[str]:
    yield f"{tool.name}: {tool.title}"
    yield from wrap(tool.description, _PROSE, initial_indent="  ", subsequent_indent="  ")
    for each in tool.arguments:
        optional = "" if each.is_required else ", optional"
        text = f"{each.name} ({' or '.join(each.forms)}{optional}): {each.doc}"
        yield from wrap(text, _PROSE, initial_indent="  - ", subsequent_indent="    ")
