"""What the user is told when something is wrong with a program and not with a source."""

from __future__ import annotations

import os

from onefold.tools.cli.streams import complain, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.frontend import Frontend

# Set to see where a fault happened.
TRACEBACK: Final = "ONEFOLD_TRACEBACK"
_LONGEST: Final = 200


def report_fault(fault: BaseException, path: str = "") -> None:
    """Tell of a fault of onefold itself, and ask for a report; `path` is the source it happened on."""
    _trace(fault)
    complain(f"internal fault{f' on `{path}`' if path else ''}: {in_words(fault)}")
    complain(f"this is no fault of yours: please report it, with what `{TRACEBACK}=1` in the environment adds")


def report_frontend(frontend: Frontend, path: str, fault: BaseException) -> None:
    """Tell of a fault met with a front-end; one that another package has installed is named as what failed."""
    from onefold.frontends.registry import FRONTENDS

    if frontend in FRONTENDS:
        report_fault(fault, path)
        return
    _trace(fault)
    complain(f"the front-end `{frontend.name}` of an installed package failed on `{path}`: {in_words(fault)}")


def in_words(fault: BaseException) -> str:
    """The kind of a fault and the first line of what it says."""
    words = str(fault).partition("\n")[0][:_LONGEST]
    return f"{type(fault).__name__}: {words}" if words else type(fault).__name__


def _trace(fault: BaseException) -> None:
    if os.environ.get(TRACEBACK):
        import traceback

        say("".join(traceback.format_exception(fault)).rstrip("\n"))
