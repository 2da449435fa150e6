"""Start a session of a run: compare its manifest with the one before, and append `harness.session.started`.

Where the manifest has drifted nothing is written; what changed is printed, and the command exits with 1.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.kernel.identity.payloads import ROLES
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.identities import telling_faults
from onefold.tools.cli.parser import WordParser
from onefold.tools.cli.runs import add_log, telling_log_faults, writable_log
from onefold.tools.cli.streams import say, write
from onefold.tools.documents import read_manifest
from onefold.tools.events import CapabilityDriftError, start_session
from onefold.tools.events.payloads import require_run_id
from onefold.tools.show.cells import escaped

EXAMPLE: Final = """\
onefold session start run_2026-10-06 --manifest planner.json
onefold session start run_review-7 --manifest worker.json --parent run_2026-10-06"""
HAS_SUBCOMMANDS: Final = True


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="COMMAND", required=True)
    start = chosen.add_parser("start", help="check for drift, then append the start of the session")
    start.add_argument("run_id", metavar="RUN", help="id of the run: run_ and letters, digits, _ or -")
    start.add_argument("--manifest", metavar="FILE", required=True, help="document of the session's manifest")
    start.add_argument("--role", choices=tuple(ROLES), help="role of the session; that of the manifest when left out")
    start.add_argument("--parent", metavar="RUN", help="the run that started this one")
    add_log(start)
    start.set_defaults(run=run)


@telling_faults
@telling_log_faults
def run(options: Namespace) -> int:
    """Start the session; the exit code."""
    manifest = read_manifest(Path(options.manifest))
    for each in (options.run_id, options.parent):
        if each is not None:
            require_run_id(each)  # Before there is a log, which is made where there is none.
    try:
        with writable_log(options) as log:
            event = start_session(log, options.run_id, manifest, role=options.role, parent=options.parent)
    except CapabilityDriftError as drifted:
        say("\n".join(escaped(line) for line in str(drifted).split("\n")))
        return FINDINGS
    write(f"{event.run_id}: event {event.sequence}, {event.event_id}, manifest {event.payload['manifestHash']}\n")
    return DONE
