"""Write a document as TOML for people to read.

A mapping becomes a table with a header, or stands in braces when it is short. What has no header comes before
what has one, as TOML wants it; apart from that the order is the document's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from onefold.frontends.frontend import Unprintable
from onefold.frontends.toml import literals
from onefold.kernel.ir.path import format_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue

_WIDTH: Final = 100
# A text without any key would be an empty document, which is refused.
_NOTHING: Final = "# There is nothing in this document.\n"


def render(document: JsonObject) -> str:
    """The document as TOML; raises `Unprintable` with the path of every null."""
    nulls = [format_path(path) for path in _nulls(document)]
    if nulls:
        raise Unprintable("TOML", nulls)
    sections = ["".join(f"{line}\n" for line in section) for section in _sections((), document, "")]
    return "\n".join(sections) or _NOTHING


def sections(path: tuple[str, ...], value: JsonValue) -> Iterator[list[str]]:
    """The lines of a table that has a header, or of the items of a list of tables, as `render` prints them."""
    keys = tuple(map(literals.key, path))
    dotted = ".".join(keys)
    if isinstance(value, Mapping):
        yield from _sections(keys, value, f"[{dotted}]")
    elif isinstance(value, Sequence):
        for item in value:
            if isinstance(item, Mapping):
                yield from _sections(keys, item, f"[[{dotted}]]")


def entry_lines(name: str, value: JsonValue) -> list[str]:
    """The lines of an entry that has no header."""
    return list(_entry(name, value))


def _nulls(document: JsonObject) -> Iterator[IrPath]:
    waiting: list[tuple[IrPath, JsonValue]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if value is None:
            yield path
        elif isinstance(value, Mapping):
            waiting.extend(((*path, name), item) for name, item in reversed(list(value.items())))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            waiting.extend(((*path, index), item) for index, item in reversed(list(enumerate(value))))


def _sections(path: tuple[str, ...], table: JsonObject, header: str) -> Iterator[list[str]]:
    """The lines of a table, its header first, and then those of the tables within, each a section."""
    inner = {name: value for name, value in table.items() if _needs_header(name, value)}
    if inner and all(isinstance(value, Mapping) and value for value in table.values()):
        # Mappings of one kind, such as steps, look alike: with one header, all have one.
        inner = dict(table)
    own = [line for name, value in table.items() if name not in inner for line in _entry(name, value)]
    # A header that only says that there are tables within is left out; within a list each item needs its own.
    if own or not inner or header.startswith("[["):
        section = [header, *own] if header else own
        if section:
            yield section
    for name, value in inner.items():
        inner_path = (*path, literals.key(name))
        dotted = ".".join(inner_path)
        if isinstance(value, Mapping):
            yield from _sections(inner_path, value, f"[{dotted}]")
        elif isinstance(value, Sequence):
            for item in value:
                if isinstance(item, Mapping):
                    yield from _sections(inner_path, item, f"[[{dotted}]]")


def _needs_header(name: str, value: JsonValue) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and not is_short(f"{literals.key(name)} = ", value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        tables = [item for item in value if isinstance(item, Mapping)]
        return len(tables) == len(value) and not all(_fits("  ", item) for item in tables)
    return False


def is_short(before: str, table: JsonObject) -> bool:
    """Whether a mapping reads well in braces: on one line, without mappings within."""
    return not any(isinstance(item, Mapping) and item for item in table.values()) and _fits(before, table)


def _fits(before: str, value: JsonValue) -> bool:
    """Whether a value may stand on one line."""
    return not literals.holds_lines(value) and len(before) + len(literals.value(value)) < _WIDTH


def _entry(name: str, value: JsonValue) -> Iterator[str]:
    """The lines of an entry that has no header."""
    before = f"{literals.key(name)} = "
    if isinstance(value, str) and literals.has_lines(value):
        yield before + literals.lines(value)
    elif isinstance(value, Sequence) and not isinstance(value, str) and _has_item_lines(before, value):
        yield f"{before}["
        yield from (f"  {_item(item)}," for item in value)
        yield "]"
    else:
        yield before + literals.value(value)


def _item(value: JsonValue) -> str:
    if isinstance(value, str) and literals.has_lines(value):
        return literals.lines(value)
    return literals.value(value)


def _has_item_lines(before: str, items: Sequence[JsonValue]) -> bool:
    """Whether a list is printed with one item a line: always when it holds mappings, else when it is long."""
    return any(isinstance(item, Mapping) for item in items) or not _fits(before, items)
