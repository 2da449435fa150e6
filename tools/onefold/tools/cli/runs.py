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
from onefold.tools.workspace import shown, workspace_root


def add_log(parser: ArgumentParser) -> None:
    """The argument that says which log is meant."""
    parser.add_argument("--log", metavar="FILE", help=f"the event log; {FILE} of this workspace when left out")


def log_path(options: Namespace) -> Path:
    """The file of the log."""
    # The workspace of a file, any file, in the current folder.
    return Path(options.log or shown(workspace_root(Path("-")) / FILE))


def writable_log(options: Namespace) -> EventLog:
    """The log to append to, which is made where there is none; git is told not to keep that of a workspace."""
    path = log_path(options)
    if not options.log:
        try:
            Store.at(workspace_root(Path("-"))).prepare()
        except OSError as error:
            raise Unopenable(path, reason_of(error)) from None
    return EventLog(path)


def existing_log(options: Namespace) -> EventLog:
    """The log to read from. Raises `Unopenable` where there is none: to read from one makes none."""
    path = log_path(options)
    reason = _why_none(path)
    if reason:
        raise Unopenable(path, reason)
    return EventLog(path)


def require_run(log: EventLog, run_id: str) -> None:
    """Raise `NoRun` where a log has nothing of a run: its id may be wrong, or the log, or the folder."""
    if not log.has(run_id):
        raise NoRun(f"the event log `{log.path}` has no run `{run_id}`")


class NoRun(Exception):  # noqa: N818 - it says what there is not
    """A run is asked for that is not in the log; the text says so."""


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
        except (InvalidEvent, NoRun, Unopenable) as fault:
            complain(str(fault))
            return UNABLE

    return guarded
