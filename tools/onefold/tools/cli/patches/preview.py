"""Show what the patched bundle will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.bundles.preview import preview_text
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
    parser.add_argument("--mermaid", action="store_true", help="print the graph as Mermaid text")


@telling_refusals
def run(options: Namespace) -> int:
    """Show the patched bundle, also where it is not valid; the exit code says whether it is."""
    found = judged(options)
    require_sayable(options, found)
    is_valid = not found.failures and found.after.is_valid
    if options.format == "json":
        report = found.report.data()
        write_envelope("preview", is_valid, found.preview.data, command="patch", patch=report)
    elif options.mermaid:
        tell(found, options.patch)
        write(f"{found.preview.mermaid}\n")
    else:
        tell(found, options.patch)
        write(escaped_lines((*lines(found), "")))
        write(preview_text(found.after, found.preview))
    return DONE if is_valid else FINDINGS
