"""The comments of a YAML text."""

from __future__ import annotations

from onefold.frontends.yaml.events import accepted
from onefold.frontends.yaml.guards import text_range
from onefold.kernel import patterns
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Source

_COMMENT: Final = patterns.compile(r"(?<![^ \t\r\n])#[^\r\n]*+")


def comments(source: Source, _limits: Limits) -> list[Span]:
    """Every comment of a text that both parsers read as the same tree, so either may say where its scalars are."""
    found = []
    index = 0
    for start, end in [*_scalars(source), (len(source.text), len(source.text))]:
        while match := _COMMENT.search(source.text, index, start):
            found.append(Span(source, *match.span()))
            index = match.end()
        index = max(index, end)
    return found


def _scalars(source: Source) -> list[tuple[int, int]]:
    """The ranges in which `#` is text, in order."""
    return [text_range(source, event) for event in accepted(source.text) if _is_scalar(event)]


def _is_scalar(event: Event) -> bool:
    return event.__class__.__name__ == "ScalarEvent"
