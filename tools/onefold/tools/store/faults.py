"""What is wrong with a store: a finding, and the file it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place, Related
from onefold.tools.store.disk import NotPlain
from onefold.tools.store.revision import Revision

NOWHERE = Place()
"""Findings about a store have no place in a source."""


@frozen
class Fault:
    """One thing that is wrong."""

    path: Path
    finding: Finding


class Damaged(Exception):  # noqa: N818 - it says what the store is
    """What was asked for cannot be answered from what is in the store."""

    def __init__(self, path: Path, finding: Finding) -> None:
        """`path` is the file that the finding is about."""
        super().__init__(f"{finding.code}: {path}")
        self.fault = Fault(path, finding)


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn what keeps a file of the store from being read into `Damaged`; that it is not there passes."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Damaged(path, unreadable(error)) from None


def unreadable(error: OSError) -> Finding:
    """The finding about a file that cannot be read."""
    reason = (error.strerror or str(error)).lower()
    if isinstance(error, NotPlain):
        return Finding("linked-file", NOWHERE, {"reason": reason})
    return Finding("unreadable-record", NOWHERE, {"reason": reason})


def several_heads(heads: Sequence[Revision]) -> Finding:
    """The finding about a channel with these heads."""
    one = heads[0]
    arguments = {"workflow": one.workflow, "channel": one.channel, "count": len(heads)}
    related = tuple(Related(NOWHERE, f"{each.id}, {each.time}, {each.author}") for each in heads)
    return Finding("several-heads", NOWHERE, arguments, related)
