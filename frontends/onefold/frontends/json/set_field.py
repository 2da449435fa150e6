"""Change or add one field of an object in a JSON text, and leave the rest of the text as it is."""

from __future__ import annotations

from collections.abc import Iterator

from onefold.frontends.members import add_member
from onefold.frontends.splices import replacement
from onefold.frontends.tree import MappingNode
from onefold.kernel.fixes import Edit


def set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    """The way to make the field `name` say `value`; a new field comes after the field `after`."""
    source = mapping.span.source
    written = mapping.entries.get(name)
    if written:
        yield (replacement(source, written.node.span.start, written.node.span.end, f'"{value}"'),)
        return
    sibling = mapping.entries[after]
    colon = source.text[sibling.key.end : sibling.node.span.start]
    separator = colon if not colon.strip(" :") else ": "
    yield add_member(source, sibling.key.start, sibling.node.span.end, f'"{name}"{separator}"{value}"')
