"""Show the most that a bundle, a workflow or a harness asks for, as a ceiling that can be kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onefold.frontends.yaml.render import render
from onefold.tools.bundle.requests import read_request
from onefold.tools.cli.bundles.asking import is_usable, tell_unknown, warnings_of
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import gate_of
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.streams import write
from onefold.tools.show.cells import escaped_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="bundle, workflow or harness manifest")
    add_format(parser)
    parser.set_defaults(strict=False, allow_unsigned=True, require_trusted_signer=False, trust_policy=None)


@telling_refusals
def run(options: Namespace) -> int:
    """Show it; the exit code."""
    asked = read_request(Path(options.file), gate_of(options))
    if not is_usable(asked, options, "ceiling"):
        return FINDINGS
    document = asked.document()
    if options.format == "json":
        write_envelope("ceiling", True, asked.policy(), warnings=warnings_of(asked), ceiling=document)
    else:
        tell_unknown(asked)
        write(escaped_lines(render(document).splitlines()))
    return DONE
