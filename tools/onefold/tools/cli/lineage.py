"""Show what led to the steps of a run: version, definition, orchestrator, and the runs above.

A link that the log does not bear out is shown as broken, and the command exits with 1.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.kernel.classes import Factory, define
from onefold.kernel.identity.events import Event
from onefold.kernel.identity.lineage import lineage
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.runs import add_log, existing_log, require_run, telling_log_faults
from onefold.tools.cli.streams import complain, has_colour, write
from onefold.tools.events import EventLog, Tampered
from onefold.tools.show.json import printed
from onefold.tools.show.lineage import lineage_object, mermaid, tree
from onefold.tools.show.style import Style

EXAMPLE: Final = """\
onefold lineage run_review-7
onefold lineage run_review-7 'candidates[3].review' --format mermaid"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("run_id", metavar="RUN", help="id of the run")
    parser.add_argument("step", nargs="?", metavar="STEP", help="path of one step; all when left out")
    parser.add_argument(
        "--format", choices=("tree", "json", "mermaid"), default="tree", help="how it is printed (tree)"
    )
    add_log(parser)


@define
class _Runs:
    """The runs of a log that were asked for, each read and verified once."""

    log: EventLog
    _known: dict[str, tuple[tuple[Event, ...], Tampered | None]] = Factory(dict)

    def events(self, run_id: str) -> tuple[Event, ...]:
        """The events of a run as far as they can be read."""
        return self._examined(run_id)[0]

    def fault(self, run_id: str) -> str:
        """Why a run is not what was appended, as a clause."""
        tampered = self._examined(run_id)[1]
        if tampered is None:
            return ""
        return f"{f'event {tampered.sequence} of ' if tampered.sequence else ''}{run_id}: {tampered.reason}"

    @property
    def faults(self) -> list[str]:
        """What is wrong with the runs that were asked for, in sentences."""
        return [str(tampered) for _, tampered in self._known.values() if tampered is not None]

    def _examined(self, run_id: str) -> tuple[tuple[Event, ...], Tampered | None]:
        if run_id not in self._known:
            self._known[run_id] = self.log.examined(run_id)
        return self._known[run_id]


@telling_log_faults
def run(options: Namespace) -> int:
    """Print the lineage; the exit code."""
    with existing_log(options) as log:
        runs = _Runs(log)
        require_run(log, options.run_id)
        found = lineage(options.run_id, runs.events, options.step, runs.fault)
    for fault in runs.faults:
        complain(fault)
    if found is None:
        complain(f"the run `{options.run_id}` never had a session for a step `{options.step}`")
        return UNABLE
    if options.format == "json":
        write(printed(lineage_object(found)))
    else:
        write(mermaid(found) if options.format == "mermaid" else tree(found, Style(has_colour(sys.stdout))))
    return DONE if found.is_whole else FINDINGS
