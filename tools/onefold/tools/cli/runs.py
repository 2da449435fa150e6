"""The event log, as the commands use it: which one it is, and how its faults are told."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import wraps
from pathlib import Path

from onefold.tools.cli.exits import FINDINGS, UNABLE
from onefold.tools.cli.streams import complain, reason_of
from onefold.tools.events import EventLog, InvalidEvent, Tampered, Unopenable
from onefold.tools.events.log import FILE
from onefold.tools.store import Store
from onefold.tools.workspace import workspace_root


def add_log(parser: ArgumentParser) -> None:
    """The argument that says which log is meant."""
    parser.add_argument("--log", metavar="FILE", help=f"the event log; {FILE} of this workspace when left out")


def log_path(options: Namespace) -> Path:
    """The file of the log."""
    # The workspace of a file, any file, in the current folder.
    return Path(options.log) if options.log else workspace_root(Path("-")) / FILE


def writable_log(options: Namespace) -> EventLog:
    """The log to append to, which is made where there is none; git is told not to keep that of a workspace."""
    if not options.log:
        Store.at(workspace_root(Path("-"))).prepare()
    return EventLog(log_path(options))


def existing_log(options: Namespace) -> EventLog | None:
    """The log, if there is one: to read from one makes none. Raises `Unopenable` for a file that was named and is not.

    In a workspace where nothing ran yet there is none, and that is no fault.
    """
    path = log_path(options)
    reason = _why_none(path)
    if not reason:
        return EventLog(path)
    if options.log:
        raise Unopenable(path, reason)
    return None


def _why_none(path: Path) -> str:
    """Why no log is in a file, as a clause; what is no log at all is told where it is opened."""
    try:
        return "" if path.stat().st_size else "it is empty"
    except (OSError, ValueError) as error:
        return reason_of(error) if isinstance(error, OSError) else "no file can have that name"


def telling_log_faults(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Let a command that cannot go on with a log tell why: 1 for what is wrong in it, 2 for what it cannot use."""

    @wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            return run(options)
        except Tampered as tampered:
            complain(str(tampered))
            return FINDINGS
        except (InvalidEvent, Unopenable) as fault:
            complain(str(fault))
            return UNABLE

    return guarded
