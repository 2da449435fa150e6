"""Say whether a packed bundle is what was signed, by whom, and whether its parts belong together."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from onefold.tools.bundle.verifying import NOT_CHECKED, STRICT, verify, verify_report
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import add_gate, gate_of
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write
from onefold.tools.show.cells import escaped_lines


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="packed bundle")
    add_format(parser)
    add_gate(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Verify; the exit code."""
    path = Path(options.file)
    verified = verify(path, gate_of(options))
    report = verify_report(path, verified)
    if options.format == "json":
        write_envelope("verify", True, report)
    else:
        signer = f"signed by {verified.key_id}" if verified.key_id else "unsigned"
        lines = [f"{verified.hash}  {path}", f"  {signer}"]
        for name, result in verified.checks.items():
            hint = " (--strict does)" if result == NOT_CHECKED and name in STRICT and not options.strict else ""
            lines.append(f"  {name.replace('_', ' '):<16} {result}{hint}")
        write(escaped_lines(lines))
    return DONE
