"""Print the events of a run, one JSON envelope a line, or verify what the log holds.

Events are chained: each names the digest of the one before, and the head of a run that of the last. `--verify` follows
the chains and finds any edit, gap, swap or removal; whoever can write all tables anew can hide one, unless the digest
that `--head` prints was kept elsewhere.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.kernel.jcs import encode_value
from onefold.kernel.words import counted
from onefold.tools.cli.exits import DONE, FINDINGS, UsageError
from onefold.tools.cli.runs import add_log, existing_log, require_run, telling_log_faults
from onefold.tools.cli.streams import complain, write
from onefold.tools.events import EventLog
from onefold.tools.show.json import visible

EXAMPLE: Final = """\
onefold events run_2026-10-06
onefold events run_2026-10-06 --type 'harness.*'
onefold events --verify"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("run_id", nargs="?", metavar="RUN", help="id of the run; all with --verify and --head")
    parser.add_argument("--type", metavar="T", help="print events of this type, or with * at its end that begin so")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--verify", action="store_true", help="follow the chain of every event, and print what is wrong")
    how.add_argument("--head", action="store_true", help="print the digest of the last event, to keep elsewhere")
    add_log(parser)


@telling_log_faults
def run(options: Namespace) -> int:
    """Print or verify; the exit code."""
    if options.run_id is None and not (options.verify or options.head):
        raise UsageError("which run? name it, or use --verify or --head for all")
    if options.type and (options.verify or options.head):
        raise UsageError("--type chooses the events that are printed")
    with existing_log(options) as log:
        if options.run_id is not None:
            require_run(log, options.run_id)
        if options.verify:
            return _verify(log, options.run_id)
        if options.head:
            return _print_heads(log, options.run_id)
        for event in log.events(options.run_id, options.type):
            write(f"{visible(encode_value(event.envelope()).decode())}\n")
    return DONE


def _verify(log: EventLog, run_id: str | None) -> int:
    faults = log.verify(run_id)
    for fault in faults:
        complain(str(fault))
    runs = log.runs() if run_id is None else [run_id]
    followed = f"{counted(sum(map(log.count, runs)), 'event')} of {counted(len(runs), 'run')}"
    write(f"{followed} verified: {counted(len(faults), 'fault') if faults else 'no faults'}\n")
    return FINDINGS if faults else DONE


def _print_heads(log: EventLog, run_id: str | None) -> int:
    for each in log.runs() if run_id is None else [run_id]:
        head = log.head(each)
        if head is not None:
            write(f"{head.digest}\n" if run_id else f"{head.digest}  {each}\n")
    return DONE
