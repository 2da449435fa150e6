"""Say what a patch changes, whether it gives a valid bundle, and whether it asks for more than it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.patches.operands import add_operands, judged, require_sayable
from onefold.tools.cli.patches.words import lines, tell
from onefold.tools.cli.streams import write
from onefold.tools.show.cells import escaped_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    add_operands(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Validate; the exit code."""
    found = judged(options)
    require_sayable(options, found)
    if options.format == "json":
        write_envelope("validate", found.report.is_valid, found.report.data(), command="patch")
    else:
        tell(found, options.patch)
        write(escaped_lines(lines(found)))
    return DONE if found.report.is_valid else FINDINGS
