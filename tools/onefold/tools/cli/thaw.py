"""Let frozen sub-workflows float again: replace the full versions that steps name by `latest` or a channel.

Comments, layout and every other byte of the sources stay, as with `onefold freeze`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Final

from onefold.frontends.lower.identifiers import is_identifier
from onefold.kernel.diagnostics import Finding
from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.inputs import Compiled, add_inputs
from onefold.tools.cli.pins import replace_selectors
from onefold.tools.pinning import Selectors, thawed_selectors
from onefold.tools.store.revision import CHANNEL
from onefold.tools.store.store import LATEST

EXAMPLE: Final = "onefold thaw release.fold.yaml\nonefold thaw --channel stable flows/"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument("--channel", default=LATEST, metavar="NAME", help=f"what to write ({LATEST})")


def run(options: Namespace) -> int:
    """Thaw the sources; the exit code."""
    if options.channel != LATEST and not is_identifier(CHANNEL, options.channel):
        raise UsageError(f"`{options.channel}` is no name for a channel")

    def choose(compiled: Compiled) -> tuple[Selectors, Iterable[Finding]]:
        workflow = compiled.compilation.workflow
        return (thawed_selectors(workflow, options.channel) if workflow else {}), ()

    return replace_selectors(options, choose)
