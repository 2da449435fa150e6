"""A YAML text as it is written: its nodes in order, with aliases, merge keys and keys that are no strings yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.splices import line_start
from onefold.frontends.yaml import properties
from onefold.frontends.yaml.events import accepted
from onefold.kernel.classes import Factory, define, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Source

MERGE_KEY: Final = "<<"
_STARTS: Final = ("MappingStartEvent", "SequenceStartEvent")
_ENDS: Final = ("MappingEndEvent", "SequenceEndEvent")
_LEAVES: Final = ("ScalarEvent", "AliasEvent")


@define(eq=False)
class Node:
    """A scalar, an alias or a collection."""

    event: Event
    start: int
    content: int
    """Where it begins after its anchor and tag."""
    column: int
    """That of its content."""
    end: int
    """Where its last character ends; the empty lines after a block of text are not part of it here."""
    children: list[Node] = Factory(list)
    """The items of a list; keys and values of a mapping, in turn."""
    target: Node | None = None
    """What an alias stands for."""

    @property
    def kind(self) -> str:
        """`Scalar`, `Alias`, `Mapping` or `Sequence`."""
        return self.event.__class__.__name__.removesuffix("Event").removesuffix("Start")

    @property
    def is_leaf(self) -> bool:
        """Whether it is a scalar or an alias."""
        return self.kind in ("Scalar", "Alias")

    @property
    def is_merge_key(self) -> bool:
        """Whether it is the key that brings in the entries of other mappings."""
        return self.kind == "Scalar" and self.event.value == MERGE_KEY and not (self.event.style or self.event.tag)

    def entries(self) -> Iterator[tuple[Node | None, Node]]:
        """Keys and values; items of a list have no key."""
        if self.kind == "Mapping":
            return zip(self.children[::2], self.children[1::2], strict=True)
        return ((None, item) for item in self.children)


@frozen
class Document:
    """The only document of a text."""

    root: Node
    opening: Event
    """What begins it."""


def written(source: Source) -> Document:
    """The nodes of an accepted text."""
    opening, *events = (each for each in accepted(source.text) if each.__class__.__name__ != "StreamStartEvent")
    return Document(_root(source, events), opening)


def _root(source: Source, events: Iterable[Event]) -> Node:
    open_around: list[Node] = []
    anchors: dict[str, Node] = {}
    for event in events:
        name = event.__class__.__name__
        if name in _ENDS:
            node = open_around.pop()
            node.end = event.end_mark.index
            if not open_around:
                return node
        elif name in _STARTS or name in _LEAVES:
            node = _node(source, event, anchors)
            if open_around:
                open_around[-1].children.append(node)
            if name in _STARTS:
                open_around.append(node)
            elif not open_around:
                return node
    raise ValueError("a text that was accepted has a root")


def _node(source: Source, event: Event, anchors: dict[str, Node]) -> Node:
    start = content = event.start_mark.index
    if event.__class__.__name__ == "AliasEvent":
        target = anchors.get(event.anchor or "")
        return Node(event, start, start, 0, event.end_mark.index, target=target)
    is_scalar = event.__class__.__name__ == "ScalarEvent"
    if event.anchor is not None or event.tag is not None:
        # The end of what begins a collection is no bound: some parsers have it before the content.
        end = event.end_mark.index if is_scalar else len(source.text)
        content = properties.written(source, start, end).content
    end = event.end_mark.index
    if is_scalar and event.style in ("|", ">"):
        # Parsers end a block where the next line begins; what stands on that line does not follow on the block's own.
        end = len(source.text[:end].rstrip(" \t\r\n"))
    node = Node(event, start, content, content - line_start(source, content), end)
    if event.anchor is not None:
        anchors[event.anchor] = node
    return node
