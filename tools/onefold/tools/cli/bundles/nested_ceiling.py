"""Say whether a bundle, a workflow or a harness asks for more than a ceiling allows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onefold.kernel.ceiling.documents import document_of
from onefold.tools.bundle.ceilings import read_ceiling
from onefold.tools.bundle.requests import excesses_of, name_of, read_request
from onefold.tools.cli.bundles.asking import is_usable, nested_report, tell_unknown, told_excesses, warnings_of
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import gate_of
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.streams import say_diagnostics, write
from onefold.tools.show.cells import escaped
from onefold.tools.workspace import workspace_root

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="bundle, workflow or harness manifest")
    parser.add_argument(
        "--parent", metavar="FILE", required=True, help="the ceiling: `ceiling: ID`, or policy JSON of the contract"
    )
    add_format(parser)
    parser.set_defaults(strict=False, allow_unsigned=True, require_trusted_signer=False, trust_policy=None)


@telling_refusals
def run(options: Namespace) -> int:
    """Compare; the exit code."""
    parent = read_ceiling(Path(options.parent))
    asked = read_request(Path(options.file), gate_of(options))
    if not is_usable(asked, options, "nested-ceiling"):
        return FINDINGS
    found = excesses_of(asked, parent.ceiling, workspace_root(Path(options.file)))
    if options.format == "json":
        written = {
            "parent": document_of(parent.ceiling, name_of(parent.path.name.partition(".")[0])),
            "requested": asked.document(),
        }
        write_envelope(
            "nested-ceiling",
            not found,
            nested_report(asked, parent, found),
            warnings=warnings_of(asked),
            ceilings=written,
        )
    else:
        say_diagnostics(parent.diagnostics, str(parent.path))
        tell_unknown(asked)
        allowed = escaped(f"`{asked.label}` asks for nothing beyond `{parent.path}`.")
        write(told_excesses(asked, parent, found) if found else f"{allowed}\n")
    return FINDINGS if found else DONE
