"""A fold text as it is written: its statements in their order, and how each value is spelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.tables import tables
from onefold.frontends.refusal import syntax_error
from onefold.frontends.tally import Tally
from onefold.kernel.classes import field, frozen
from onefold.kernel.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from onefold.frontends.fold.parse import Act
    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source

# A token is only its place.
Token: TypeAlias = tuple[int, int]


@frozen
class Piece:
    """What one rule of the grammar takes of a text."""

    rule: str
    """The rule's action: `step`, `field`, `string`, …"""
    tokens: Sequence[Token]
    """The keywords, names and signs of it that have a value."""
    parts: Sequence[Piece] = field(repr=False)
    """The pieces in it."""
    span: Span

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.span.end

    def word(self, index: int = 0) -> str:
        """The text of one of its tokens."""
        start, end = self.tokens[index]
        return self.span.source.text[start:end]


def written(source: Source, limits: Limits) -> Piece:
    """The whole of an accepted text."""

    def act(rule: str) -> Act:
        def make(parts: list[Piece | Token], start: int, end: int) -> Piece:
            pieces = [each for each in parts if isinstance(each, Piece)]
            tokens = [each for each in parts if isinstance(each, tuple)]
            return Piece(rule, tokens, pieces, Span(source, start, end))

        return make

    made = tables()
    parse = Parse(source, made, Tally(source, limits, refuses_depth=False), [made.start], act)
    whole: Piece = parse.run(lambda _, position: syntax_error("fold", Span(source, position, position), "unexpected"))
    return whole
