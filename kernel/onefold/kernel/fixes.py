"""What mends a finding for certain, so that nobody needs to look at it."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from onefold.kernel.source import Span

    Fix: TypeAlias = "Splices | Removal"


@frozen
class Edit:
    """One splice of a source: the characters of a span are replaced by a text."""

    span: Span
    text: str


@frozen
class Splices:
    """Splices that are made together."""

    edits: tuple[Edit, ...]
    """In the order of their places; none overlaps another."""


@frozen
class Removal:
    """What stands at the finding's place, a member of a list, is taken out."""
