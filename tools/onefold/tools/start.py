"""The process of the command `onefold`: begin with what an earlier one left prepared, run, and leave at once.

Nothing is imported here that is not needed before the image is there: see `onefold.tools.image`.
"""

from __future__ import annotations

import gc
import sys

from onefold.tools import image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

# The functions that run while a process of this command does, by their modules.
_OUTERMOST: Final = (("__main__", "<module>"), ("runpy", "_run_code"), ("runpy", "_run_module_as_main"))


def start() -> NoReturn:
    """Run the command that the arguments of this process name, and end the process."""
    _collect_seldom()
    prepared = image.begin(sys.argv[1] if len(sys.argv) > 1 else "")
    from onefold.kernel.remembered import share_parts
    from onefold.tools.cli.main import main

    share_parts()
    code = main(sys.argv[1:])
    image.keep(prepared)
    _leave(code)


def _collect_seldom() -> None:
    """Let the collector look for garbage in ten million new objects at a time, and never in those there are already.

    Nearly all that a command makes lives until its end, some sixty objects for each step of a large document, and to
    look through them takes longer than to encode them. Only what refers to itself waits for the collector: some hundred
    objects a file. It is not switched off, so that what hundreds of thousands of files leave behind does not pile up.
    """
    gc.freeze()
    gc.set_threshold(10_000_000, 20, 100)


def _leave(code: int) -> NoReturn:
    """End the process. To take everything apart first, object by object, takes longer than many a command."""
    import atexit
    import os

    threading = sys.modules.get("threading")
    if _is_within_another() or (threading is not None and threading.active_count() > 1):
        sys.exit(code)
    try:
        atexit._run_exitfuncs()  # noqa: SLF001 - what others have asked for, such as a measurement of coverage
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        sys.exit(code)
    os._exit(code)


def _is_within_another() -> bool:
    """Whether another program runs this one, such as a profiler, and has something to do afterwards.

    Between the interpreter and this module there are only the script or `__main__`, and what finds that.
    """
    frame = sys._getframe(2).f_back  # noqa: SLF001 - `inspect` is large
    while frame is not None:
        if (frame.f_globals.get("__name__"), frame.f_code.co_name) not in _OUTERMOST:
            return True
        frame = frame.f_back
    return bool(sys.flags.inspect)
