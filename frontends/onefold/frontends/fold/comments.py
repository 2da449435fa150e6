"""The comments of a fold text."""

from __future__ import annotations

from contextlib import suppress

from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.tables import tables
from onefold.frontends.refusal import Refused
from onefold.frontends.tally import Tally
from onefold.kernel import patterns
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source

_COMMENT: Final = patterns.compile(r"//[^\r\n]*+|/\*[\s\S]*?\*/")


def comments(source: Source, limits: Limits) -> list[Span]:
    """Every comment of a text, up to the place where it is refused."""
    made = tables()
    parse = Parse(source, made, tally=Tally(source, limits, refuses_depth=False), states=[made.start])
    with suppress(Refused):
        parse.advance(len(source.text) + 1)
    found = []
    for start, end in zip(parse.gaps[::2], parse.gaps[1::2], strict=True):
        found += [Span(source, *each.span()) for each in _COMMENT.finditer(source.text, start, end)]
    return found
