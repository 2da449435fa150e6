"""The command `onefold`: choose the command, run it, and turn whatever happens into an exit code."""

from __future__ import annotations

import os

from onefold.tools.cli.exits import DONE, INTERRUPTED, UNABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code. Without `arguments` those of the process are taken, and it ends.

    0: done, nothing to report. 1: findings. 2: the command could not do its work. 130: interrupted.
    """
    if arguments is None:
        from onefold.tools.start import start

        start()
    try:
        return _guarded(list(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED


def _guarded(arguments: list[str]) -> int:
    from onefold.tools.cli import streams

    streams.begin()
    try:
        code = _told(arguments)
        streams.finish()
    except streams.ClosedOutput:
        streams.abandon()
        return DONE
    except OSError as error:
        streams.abandon()
        streams.complain(streams.in_the_way(error))
        return UNABLE
    return code


def _told(arguments: list[str]) -> int:
    """Run the command and tell why it ends early, people in words and programs in the one object they asked for."""
    from onefold.tools.cli import streams
    from onefold.tools.cli.exits import UsageError

    kind = "failed"
    try:
        code = _run(arguments)
    except UsageError as error:
        kind, code = "usage", UNABLE
        streams.complain(streams.referred(str(error), f"{error.program} --help") if error.program else str(error))
    except (streams.ClosedOutput, OSError):
        raise
    except Exception as fault:  # the last guard: no input may ever produce a traceback
        from onefold.tools.cli.faults import report_fault

        report_fault(fault)
        kind, code = "fault", UNABLE
    if code != DONE and not streams.has_written() and any("json" in each for each in arguments):
        from onefold.tools.cli.asked import tell_programs

        tell_programs(arguments, kind)
    return code


def may_stand(arguments: list[str]) -> bool:
    """Whether what a command printed may hold for another run: git takes longer to tell than a check of one file."""
    return arguments[:1] == ["check"] and not any(map(os.path.isfile, arguments))


def _run(arguments: list[str]) -> int:
    if not may_stand(arguments):
        return _commanded(arguments)
    from onefold.tools.cli.again import again  # It takes time, which pays for folders.

    return again(arguments[1:], lambda: _commanded(arguments))


def _commanded(arguments: list[str]) -> int:
    from onefold.tools.cli import commands

    if not arguments:
        from onefold.tools.cli.streams import say

        say(commands.overview().rstrip("\n"))
        return UNABLE
    return commands.run(arguments)
