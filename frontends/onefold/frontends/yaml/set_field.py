"""Change or add one field of a mapping in a YAML text, and leave the rest of the text as it is.

A field that a mapping has from elsewhere, by a merge key, is not changed where it stands: the mapping gets one of its
own, which wins. An alias is replaced by the value, since its anchor may be meant for others too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.frontends.members import add_member
from onefold.frontends.splices import indentation, insertion, line_break, line_start, replacement
from onefold.frontends.tree import Entry, MappingNode
from onefold.frontends.yaml.spelling import inline, quoted
from onefold.kernel import patterns
from onefold.kernel.fixes import Edit
from onefold.kernel.source import Source, Span

# The colon, and a space behind it unless that has to stay between the value and a comment.
_COLON: Final = patterns.compile(r"\s*:(?: (?!#))?")
_ALIAS: Final = patterns.compile(r"\s*:\s*(\*[^\s,\[\]{}]+)")
_REST: Final = patterns.compile(r"[ \t]*(?:[ \t]#[^\r\n]*)?(?=[\r\n]|\Z)")


def set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    """The ways to make the field `name` say `value`, best first; a new field comes after the field `after`."""
    source = mapping.span.source
    written = _own(mapping, name)
    if written:
        yield (_replaced(source, written, value),)
    is_flow = mapping.span.text.startswith("{")
    indent = _indent(mapping)
    sibling = _own(mapping, after)
    if sibling:
        yield from _after(source, sibling, name, value, None if is_flow else indent)
    field = f"{name}: {inline(value)}"
    start = mapping.span.start
    if is_flow:
        yield (insertion(source, start + 1, f"{field}, "),)
    else:
        yield (insertion(source, start, f"{field}{line_break(source, start)}{indent}"),)


def _replaced(source: Source, entry: Entry, value: str) -> Edit:
    span = _place(source, entry)
    text = _spelled(value, span.text)
    if not span.text and not source.text[span.start - 1 : span.start].isspace():
        text = f" {text}"
    return replacement(source, span.start, span.end, text)


def _own(mapping: MappingNode, name: str) -> Entry | None:
    """The field of that name if it is written in the mapping itself."""
    entry, span = mapping.entries.get(name), mapping.span
    return entry if entry and span.start <= entry.key.start <= entry.key.end <= span.end else None


def _place(source: Source, entry: Entry) -> Span:
    """The characters that give a field its value: an alias, the scalar, or the empty place behind the colon."""
    alias = _ALIAS.match(source.text, entry.key.end)
    if alias:
        return Span(source, *alias.span(1))
    colon = _COLON.match(source.text, entry.key.end)
    if entry.node.span.start == entry.node.span.end and colon:
        return Span(source, colon.end(), colon.end())
    return entry.node.span


def _indent(mapping: MappingNode) -> str:
    """The white space before the keys of a block mapping."""
    source, start = mapping.span.source, mapping.span.start
    own = [entry.key.start for name in mapping.entries if (entry := _own(mapping, name))]
    indents = (indentation(source, index) for index in own)
    return next((each for each in indents if each is not None), " " * (start - line_start(source, start)))


def _after(source: Source, sibling: Entry, name: str, value: str, indent: str | None) -> Iterator[tuple[Edit, ...]]:
    """The field behind its sibling, with the quotes that the sibling has; without `indent` in a flow mapping."""
    place = _place(source, sibling)
    key = f"{sibling.key.text[0]}{name}{sibling.key.text[0]}" if sibling.key.text[0] in "'\"" else name
    field = f"{key}: {_spelled(value, place.text)}"
    if indent is None:
        yield add_member(source, sibling.key.start, place.end, field)
        return
    rest = _REST.match(source.text, place.end)
    if rest and "\n" not in place.text and "\r" not in place.text:
        yield (insertion(source, rest.end(), f"{line_break(source, place.end)}{indent}{field}"),)


def _spelled(value: str, like: str) -> str:
    """The value, quoted where the other text is, and where a plain scalar would be something else."""
    if like.startswith("'"):
        return f"'{value}'"
    return quoted(value) if like.startswith('"') else inline(value)
