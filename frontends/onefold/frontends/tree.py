"""The common tree: what every front-end reads out of a source, with a span on every node and key.

On the happy path nobody needs spans, so a front-end's first reading gives the plain value only. The tree is the
second reading: it is made when a place has to be shown, and it must hold the same value.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from onefold.kernel.source import Span
    from onefold.kernel.values import JsonValue

    Node: TypeAlias = "ScalarNode | SequenceNode | MappingNode"


@frozen
class ScalarNode:
    """`null`, a boolean, a number or a string."""

    span: Span
    """The scalar as written, quotes and block indicators included."""
    value: bool | int | float | str | None


@frozen
class SequenceNode:
    """A list."""

    span: Span
    items: tuple[Node, ...]


@frozen
class Entry:
    """One key of a mapping and what stands there."""

    key: Span
    """The key as written, quotes included."""
    node: Node


@frozen
class MappingNode:
    """A mapping, its entries in the order they were written."""

    span: Span
    entries: dict[str, Entry]


def plain(node: Node) -> JsonValue:
    """The value a tree holds, without spans.

    Trees are at most as deep as the depth limit, so recursion is bounded.
    """
    match node:
        case ScalarNode():
            return node.value
        case SequenceNode():
            return [plain(item) for item in node.items]
        case MappingNode():
            return {key: plain(entry.node) for key, entry in node.entries.items()}


def nodes(node: Node) -> Iterator[Node]:
    """Every node of a tree, a parent before its children."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, SequenceNode):
            waiting.extend(reversed(current.items))
        elif isinstance(current, MappingNode):
            waiting.extend(entry.node for entry in reversed(current.entries.values()))
