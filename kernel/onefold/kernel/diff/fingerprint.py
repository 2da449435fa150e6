"""The fingerprint of a change: the same for the same change, whatever else changes around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.digest import digest
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from onefold.kernel.diff.difference import Entry
    from onefold.kernel.ir.path import Segment
    from onefold.kernel.values import JsonValue


def fingerprint(entry: Entry, workflow: str) -> str:
    """The digest of what changed from what to what, in the workflow that had this id before.

    Where a member stands in its list plays no part, so that another member before it makes no other change of it.
    """
    path: list[JsonValue] = [_name(each) for each in entry.path]
    return digest("change", encode_value([workflow, entry.kind, path, entry.old, entry.new]))


def _name(segment: Segment) -> str | None:
    if isinstance(segment, TransitionSegment):
        return segment.label
    return None if isinstance(segment, int) else segment
