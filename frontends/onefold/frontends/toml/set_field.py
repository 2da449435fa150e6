"""Change or add one field of a table in a TOML text, and leave the rest of the text as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.frontends.members import add_member
from onefold.frontends.splices import insertion, line_break, line_start, replacement
from onefold.frontends.tree import Entry, MappingNode
from onefold.kernel import patterns
from onefold.kernel.fixes import Edit
from onefold.kernel.source import Source

# The beginning of a dotted key, up to its last dot.
_PREFIX: Final = r"""(?:(?:[A-Za-z0-9_-]+|"[^"\r\n]*"|'[^'\r\n]*')[ \t]*\.[ \t]*)"""
_LINE: Final = patterns.compile(rf"[ \t]*{_PREFIX}*")
_DOTTED: Final = patterns.compile(rf"[{{,\s]({_PREFIX}*)\Z")
_REST: Final = patterns.compile(r"[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")


def set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    """The ways to make the field `name` say `value`, best first; a new field comes after the field `after`."""
    source = mapping.span.source
    written = mapping.entries.get(name)
    if written:
        span = written.node.span
        quote = "'" if span.text.startswith("'") else '"'
        yield (replacement(source, span.start, span.end, f"{quote}{value}{quote}"),)
        return
    sibling = mapping.entries[after]
    quote = "'" if sibling.node.span.text.startswith("'") else '"'
    field = f"{name}{_equals(source, sibling)}{quote}{value}{quote}"
    yield from _as_a_line(source, sibling, field)
    yield from _as_a_member(source, sibling, field)


def _equals(source: Source, sibling: Entry) -> str:
    return "=" if source.text[sibling.key.end : sibling.node.span.start] == "=" else " = "


def _as_a_line(source: Source, sibling: Entry, field: str) -> Iterator[tuple[Edit, ...]]:
    """Below the line of the sibling, with the beginning of its dotted key."""
    start, end = line_start(source, sibling.key.start), sibling.node.span.end
    prefix, rest = source.text[start : sibling.key.start], _REST.match(source.text, end)
    if _LINE.fullmatch(prefix) and rest:
        yield (insertion(source, rest.end(), f"{line_break(source, end)}{prefix}{field}"),)


def _as_a_member(source: Source, sibling: Entry, field: str) -> Iterator[tuple[Edit, ...]]:
    """In an inline table."""
    start = line_start(source, sibling.key.start)
    dotted = _DOTTED.search(f"\n{source.text[start : sibling.key.start]}")
    if dotted:
        prefix = dotted[1]
        yield add_member(source, sibling.key.start - len(prefix), sibling.node.span.end, f"{prefix}{field}")
