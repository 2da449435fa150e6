"""Where each character of a scalar's value stands in the source."""

from __future__ import annotations

from collections.abc import Sequence

from onefold.frontends.fold.scalars import money, money_positions
from onefold.frontends.fold.strings import quoted
from onefold.frontends.fold.text_block import DELIMITER, text_block
from onefold.frontends.pieces import joined, positions
from onefold.frontends.refusal import Refused
from onefold.frontends.tree import ScalarNode


def characters(node: ScalarNode) -> Sequence[int] | None:
    """One index for each character of a string, and one for its end; `None` where the value is no such string."""
    source, start, end = node.span.source, node.span.start, node.span.end
    if not isinstance(node.value, str):
        return None
    if len(node.value) == end - start:
        # A bare word, or a predicate: white space stands for each character of its comments.
        return range(start, end + 1)
    written = node.span.text
    if money(written) == node.value:
        return money_positions(written, start)
    try:
        is_block = written.startswith(DELIMITER)
        pieces = text_block(source, start, end) if is_block else quoted(source, start, end)
    except Refused:
        return None
    if not written.startswith('"') or joined(pieces) != node.value:
        return None
    return positions(pieces, end - (len(DELIMITER) if is_block else 1))
