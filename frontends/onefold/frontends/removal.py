"""Take a member out of a list as text: with the comma or the line that belongs to it, and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from onefold.frontends.tree import SequenceNode, nodes
from onefold.kernel.fixes import Edit
from onefold.kernel.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from onefold.frontends.tree import Node
    from onefold.kernel.source import Source


def removals(root: Node, spans: Iterable[Span], comments: Sequence[Span]) -> Iterator[Edit]:
    """The splices that take out the members at `spans`, none of which is the first one of its list.

    There is none for what is no such member, nor for one that cannot go without a comment.
    """
    lists = [node for node in nodes(root) if isinstance(node, SequenceNode)]
    members = {
        (item.span.start, item.span.end): (each, index)
        for each in lists
        for index, item in enumerate(each.items)
        if index
    }
    for span in spans:
        member = members.get((span.start, span.end))
        edit = _edit(*member, comments) if member else None
        if edit is not None:
            yield edit


def _edit(sequence: SequenceNode, index: int, comments: Sequence[Span]) -> Edit | None:
    """What goes of the text; an item with a line of its own goes with its line where anything else takes a comment."""
    source = sequence.span.source
    for start, end in (_item(sequence, index), _line(sequence, index)):
        if start < end and not any(each.start < end and start < each.end for each in comments):
            return Edit(Span(source, start, end), "")
    return None


def _item(sequence: SequenceNode, index: int) -> tuple[int, int]:
    """The item and one comma; nothing for an item after a dash."""
    item = sequence.items[index].span
    if _before(item).strip() == "-":
        return 0, 0
    if index + 1 < len(sequence.items):
        return item.start, sequence.items[index + 1].span.start
    return sequence.items[index - 1].span.end, item.end


def _line(sequence: SequenceNode, index: int) -> tuple[int, int]:
    """The line of an item, with its dash or its comma; nothing where something else stands there."""
    item = sequence.items[index].span
    end = _line_end(item.source, item.end)
    alone = _before(item).strip() in ("", "-") and item.source.text[item.end : end].strip() in ("", ",")
    return (item.start - len(_before(item)), end) if alone else (0, 0)


def _before(item: Span) -> str:
    """What stands before an item on its line."""
    text = item.source.text
    return text[max(text.rfind("\n", 0, item.start), text.rfind("\r", 0, item.start)) + 1 : item.start]


def _line_end(source: Source, index: int) -> int:
    """Where the line after `index` begins."""
    line = bisect_right(source.line_starts, index)
    return source.line_starts[line] if line < len(source.line_starts) else len(source.text)
