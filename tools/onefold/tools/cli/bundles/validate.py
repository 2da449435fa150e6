"""Report what is wrong with a bundle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import opened
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.streams import say_diagnostics, write
from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="bundle or workflow")
    add_format(parser)
    parser.set_defaults(strict=False, allow_unsigned=True, require_trusted_signer=False, trust_policy=None)


@telling_refusals
def run(options: Namespace) -> int:
    """Validate; the exit code."""
    bundle = opened(options)
    if options.format == "json":
        write_envelope("validate", bundle.is_valid, bundle.report())
    else:
        say_diagnostics(bundle.diagnostics, str(bundle.path))
        write(f"{escaped(bundle.summary)}\n  bundle  {bundle.hash}\n")
    return DONE if bundle.is_valid else FINDINGS
