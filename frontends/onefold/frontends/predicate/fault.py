"""What can be wrong with a predicate's text, with its place inside the text."""

from __future__ import annotations

from onefold.kernel.classes import Factory, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen
class Fault:
    """One thing that is wrong in a text. Whoever knows where the text stands makes a finding of it."""

    code: str
    """Name of the code, such as `predicate-syntax`."""
    start: int
    """Index of the first character meant; the range may be empty only at the end of the text."""
    end: int
    arguments: Mapping[str, str | int] = Factory(dict)
    """Arguments of the code's message."""
    help: str | None = None
    """Replaces the code's own help line."""


def syntax_fault(start: int, end: int, message: str, help_line: str | None = None) -> Fault:
    """A `predicate-syntax` fault; `message` is a clause in lower case without a full stop."""
    return Fault("predicate-syntax", start, end, {"message": message}, help_line)
