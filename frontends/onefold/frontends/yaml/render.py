"""Write a document as YAML for people to read: block style, nothing folded, nothing that readers disagree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from onefold.frontends.fields import WORKFLOW, fields, inside
from onefold.frontends.yaml.paragraphs import Paragraph, paragraphs
from onefold.frontends.yaml.spelling import LONGEST_KEY, inline, spelled
from onefold.frontends.yaml.yaml_1_1 import number_spelling
from onefold.kernel.classes import define
from onefold.kernel.ir.declare import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.values import JsonObject, JsonValue

_STEP: Final = "  "


@define
class _Open:
    """A collection that is being written."""

    value: JsonValue
    rest: Iterator[tuple[str | None, JsonValue]]
    shape: Shape | None
    indent: str
    first: str
    """What the line of the first entry begins with: the indentation, or what already stands on that line."""
    starts: list[int] | None = None
    """Where the lines of each entry begin, for a collection that is divided into paragraphs."""


def render(document: JsonObject) -> str:
    """The document, every mapping in its own order; it is read back as an equal value."""
    if not document:
        return "{}\n"
    lines: list[str] = []
    stack = [_open(document, WORKFLOW, "", "")]
    stack[0].starts = []
    while stack:
        collection = stack[-1]
        for key, value in collection.rest:
            if collection.starts is not None:
                collection.starts.append(len(lines))
            head = _head(collection, key)
            collection.first = collection.indent
            inner = _inner(collection, key, value, head, lines)
            if inner:
                inner.starts = [] if len(stack) == 1 and key == "steps" else None
                stack.append(inner)
                break
        else:
            _divide(lines, stack.pop().starts or [])
    return "".join(f"{line}\n" for line in lines)


def _divide(lines: list[str], starts: Sequence[int]) -> None:
    """Put empty lines between the entries that begin at `starts` and go on to the end."""
    if starts:
        entries = [Paragraph(lines[start:end]) for start, end in pairwise((*starts, len(lines)))]
        lines[starts[0] :] = paragraphs(entries)


def _open(value: JsonValue, shape: Shape | None, indent: str, first: str) -> _Open:
    entries: Iterator[tuple[str | None, JsonValue]] = iter(())
    if isinstance(value, Mapping):
        entries = iter(value.items())
    elif isinstance(value, Sequence):
        entries = ((None, item) for item in value)
    return _Open(value, entries, shape, indent, first)


def _inner(collection: _Open, key: str | None, value: JsonValue, head: str, lines: list[str]) -> _Open | None:
    """Write one entry; a list or mapping that is not empty is opened, to be written next."""
    indent = collection.indent + _STEP
    if isinstance(value, str):
        is_line = isinstance(inside(collection.shape, collection.value, key), Text)
        lines.append(f"{head} {spelled(value, indent, is_line=is_line)}")
        return None
    if value is None or isinstance(value, bool | int | float) or not value:
        lines.append(f"{head} {word(value)}")
        return None
    shape = inside(collection.shape, collection.value, key)
    if key is None:
        return _open(value, shape, indent, f"{head} ")
    lines.append(head)
    return _open(value, shape, indent, indent)


def _head(collection: _Open, key: str | None) -> str:
    """What stands before a value: `-`, or a key and its colon."""
    if key is None:
        return f"{collection.first}-"
    # YAML 1.1 reads `on` as a truth value, but a field of ours is known to be one, and quotes would only puzzle.
    # A key of an author's own keeps its quotes: nobody else knows that it is a string.
    written = key if key in fields(collection.shape, collection.value) else inline(key)
    if len(written) > LONGEST_KEY:
        return f"{collection.first}? {written}\n{collection.indent}:"
    return f"{collection.first}{written}:"


def word(value: JsonValue) -> str:
    """What is no string and holds nothing."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_spelling(value)
    return "{}" if isinstance(value, Mapping) else "[]"
