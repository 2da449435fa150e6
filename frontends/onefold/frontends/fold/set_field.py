"""Change or add one field of a step in a fold text, and leave the rest of the text as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.frontends.splices import indentation, insertion, line_break, replacement
from onefold.frontends.tree import MappingNode
from onefold.kernel import patterns
from onefold.kernel.fixes import Edit

# What may follow a field on its line when the next field has a line of its own.
_REST: Final = patterns.compile(r"[ \t]*,?[ \t]*(?://[^\r\n]*)?(?=[\r\n])")
_EQUALS: Final = "="


def set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    """The ways to make the field `name` say `value`, best first; a new field comes after the field `after`.

    After what a step takes with `=`, that is `@` and the value.
    """
    source = mapping.span.source
    written = mapping.entries.get(name)
    if written:
        span = written.node.span
        yield (replacement(source, span.start, span.end, _spelled(value, span.text)),)
        return
    sibling = mapping.entries[after]
    end = sibling.node.span.end
    spelled = _spelled(value, sibling.node.span.text)
    if sibling.key.text == _EQUALS:
        yield (insertion(source, end, f" @ {spelled}"),)
        return
    indent, rest = indentation(source, sibling.key.start), _REST.match(source.text, end)
    if indent is not None and rest:
        yield (insertion(source, rest.end(), f"{line_break(source, end)}{indent}{name} {spelled}"),)
    yield (insertion(source, end, f" {name} {spelled}"),)


def _spelled(value: str, like: str) -> str:
    """The value, quoted where the other text is."""
    return f'"{value}"' if like.startswith('"') else value
