"""From a place in the IR to a span of the source."""

from __future__ import annotations

from onefold.frontends.predicate.ranges import ranges
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode
from onefold.kernel.classes import Factory, frozen
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onefold.frontends.frontend import Characters
    from onefold.frontends.tree import Node
    from onefold.kernel.diagnostics import Place
    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.source import Source


@frozen
class Locator:
    """Finds places in one source."""

    root: Node
    characters: Characters
    files: Mapping[IrPath, Source]
    """Sources of texts that stand in files of their own, by their IR path."""
    _decoded: dict[int, Sequence[int] | None] = Factory(dict)
    """The places of the characters of scalars, by the identity of the node: a text may hold thousands of findings."""

    def span(self, place: Place) -> Span | None:
        """The span of a place; of its nearest parent where the place itself is not written down."""
        if place.span is not None or place.path is None:
            return place.span
        if place.within is not None and place.path in self.files:
            return _within_file(self.files[place.path], place.within)
        node, key, whole = self._find(place.path)
        if place.node is not None and whole and isinstance(node, ScalarNode):
            within = _range_in_predicate(node, place)
            return node.span if within is None else self._within(node, within)
        if place.part == "key" or not whole:
            return key or _first_line(node.span)
        if place.within is not None and isinstance(node, ScalarNode):
            return self._within(node, place.within)
        return node.span

    def _find(self, path: IrPath) -> tuple[Node, Span | None, bool]:
        """The node at a path or its nearest parent, the span of its key, and whether the whole path was there."""
        node, key = self.root, None
        for segment in path:
            if _is_sugar(node, segment):
                continue
            if isinstance(node, MappingNode) and segment in node.entries:
                entry = node.entries[str(segment)]
                node, key = entry.node, entry.key
            elif isinstance(node, SequenceNode) and not isinstance(segment, str):
                index = segment.index if isinstance(segment, TransitionSegment) else segment
                node, key = node.items[index], None
            else:
                return node, key, False
        return node, key, True

    def _within(self, node: ScalarNode, within: tuple[int, int]) -> Span:
        start, end = within
        places = self._places(node)
        if places is None or end >= len(places):
            return node.span
        source = node.span.source
        first, last = places[start], places[end]
        if end > start and "\n" in source.text[first:last]:
            # The next character stands on a later line: the range ends with its own last character.
            last = places[end - 1] + 1
        return Span(source, first, last)

    def _places(self, node: ScalarNode) -> Sequence[int] | None:
        if id(node) not in self._decoded:
            self._decoded[id(node)] = self.characters(node)
        return self._decoded[id(node)]


def _range_in_predicate(node: ScalarNode, place: Place) -> tuple[int, int] | None:
    """The characters of a subexpression in the text of its predicate."""
    found = ranges(node.value) if isinstance(node.value, str) else None
    if found is None or place.node is None:
        return None
    return found.name(place.node) if place.part == "key" else found.whole(place.node)


def _is_sugar(node: Node, segment: Segment) -> bool:
    """A named field of a list or a scalar: the short form stands for the mapping that has the field."""
    return isinstance(segment, str) and not isinstance(node, MappingNode)


def _first_line(span: Span) -> Span:
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end < 0 else Span(span.source, span.start, line_end)


def _within_file(source: Source, within: tuple[int, int]) -> Span:
    """The range in a file whose CRLF line ends are single characters in the text."""
    places = []
    index = 0
    while index < len(source.text):
        places.append(index)
        index += 2 if source.text.startswith("\r\n", index) else 1
    places.append(index)
    start, end = within
    return Span(source, places[start], places[end])
