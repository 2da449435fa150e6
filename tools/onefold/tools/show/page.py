"""A page in Markdown, as people read it in a terminal: headings, wrapped text, examples set in."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from onefold.kernel import patterns
from onefold.tools.show.cells import escaped, width
from onefold.tools.show.style import Style

_INDENT: Final = "    "
_ITEM: Final = patterns.compile(r"(?:[-*]|\d+\.) ")


def render_page(text: str, style: Style, columns: int) -> str:
    """The page without a line end at its end."""
    blocks = [_rendered(block, style, columns) for block in _blocks(text)]
    return "\n\n".join(blocks)


def _blocks(text: str) -> Iterator[list[str]]:
    """Paragraphs, headings and whole fenced examples, as lists of lines."""
    block: list[str] = []
    fenced = False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        if (line or fenced) and not line.startswith("## "):
            block.append(line)
            continue
        if block:
            yield block
        block = []
        if line:
            yield [line]
    if block:
        yield block


def _rendered(block: list[str], style: Style, columns: int) -> str:
    first = block[0]
    if first.startswith("## "):
        heading = escaped(first.removeprefix("## "))
        return f"{style.paint('strong', heading)}\n{style.paint('faint', '-' * width(heading))}"
    if first.startswith("```"):
        lines = [line for line in block if not line.startswith("```")]
        return "\n".join(f"{_INDENT}{escaped(line)}".rstrip() for line in lines)
    return "\n".join(line for item in _items(block) for line in _wrapped(item, columns))


def _items(block: list[str]) -> list[str]:
    """The paragraph, or the items of a list, each on one line."""
    items: list[str] = []
    for line in block:
        if items and not _ITEM.match(line):
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def _wrapped(item: str, columns: int) -> list[str]:
    marker = _ITEM.match(item)
    hanging = " " * (marker.end() if marker else 0)
    return wrap(escaped(item), columns, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False)
