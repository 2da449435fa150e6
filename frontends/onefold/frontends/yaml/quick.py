"""A quick reader of the YAML that people nearly always write, made of what `str` can do; it has no diagnostics.

It gives what `frontends.yaml.read` gives for a source, or nothing: for a text with a fault, for what is remarked on,
and for all that it does not know, such as anchors, tags, and scalars of several lines. A test compares the two on
everything there is.

A text is its lines. What a line says does not depend on those around it (`quick_lines`), so lines that are written
often, in one text or in many, are looked at once; only a block of text takes lines of its own (`quick_texts`). How far
lines are indented makes the tree.
"""

from __future__ import annotations

from onefold.frontends.frontend import Unsure
from onefold.frontends.yaml.glance import may_be_one_line
from onefold.frontends.yaml.quick_inline import flow
from onefold.frontends.yaml.quick_lines import BELOW, Later, entries
from onefold.frontends.yaml.quick_texts import block, continued

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, TypeAlias

    from onefold.frontends.frontend import Limits
    from onefold.frontends.yaml.quick_lines import Entry
    from onefold.frontends.yaml.scalars import Scalar
    from onefold.kernel.values import JsonValue

    # A list or mapping and the column where its entries begin.
    _Open: TypeAlias = tuple[int, Any]

# What is deeper is left to others, whatever limit is configured: brackets within brackets are read recursively.
_DEEPEST: Final = 64
MOST_LEVELS: Final = _DEEPEST + 2
"""Levels of nesting that a value has at most: that many collections, and what is in the last."""
# Lines that are written often are short, and known after a few texts.
_MOST_KNOWN: Final = 4096
_LONGEST_KNOWN: Final = 100
_KNOWN: Final[dict[str, tuple[Entry, ...]]] = {}


def quick(text: str, limits: Limits) -> JsonValue:
    """The mapping or list that a text is, within the limits; `None` where that is not sure."""
    # Other line ends, control characters and byte order marks are not printable.
    if not text.replace("\n", "").replace("\t", "").isprintable() or _may_be_too_much(text, limits.nodes):
        return None
    lines = text.split("\n")
    try:
        _drop_document_start(lines)
        lines.reverse()
        return _nested(lines, min(limits.depth, _DEEPEST))
    except Unsure:
        return None


def _may_be_too_much(text: str, nodes: int) -> bool:
    """Whether a text may have more nodes: besides the first two there is one for two characters, and a sign of each."""
    return len(text) // 2 + 2 > nodes and sum(map(text.count, ("\n", "- ", ",", "[", "{")), start=2) > nodes


def _drop_document_start(lines: list[str]) -> None:
    """Empty the line of the `---` that may come before the document."""
    for number, line in enumerate(lines):
        if line.rstrip(" ") == "---":
            lines[number] = ""
        if line and line[0] != "#":
            return


def _nested(lines: list[str], deepest: int) -> JsonValue:
    """What all lines say together; they are taken from the end of `lines`, so that those that are done with go away.

    A value is null until a line shows that it stands below its key or dash.
    """
    known = _KNOWN
    document: dict[str, JsonValue] = {"": None}
    around: list[_Open] = []
    column: int = -1
    inner: Any = document
    waiting: str | int | None = ""  # where in `inner` a value may still come
    key: str | None = None
    written: Scalar | Later = BELOW
    line = ""
    while lines:
        before, line = line, lines.pop()
        found = known.get(line)
        if found is None:
            found = entries(line)
            if found is None:
                # A text that goes on with the last value, or is the one that may come.
                if not around or (waiting is None and written.__class__ is Later):
                    raise Unsure
                place = waiting if waiting is not None else -1 if key is None else key
                inner[place] = continued(line, lines, column, before if waiting is None else None)
                waiting = None
                continue
            if len(line) <= _LONGEST_KNOWN:
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                known[line] = found
        for start, key, written in found:
            if start != column or (key is None) is not (inner.__class__ is list):
                column, inner = _collection(around, (column, inner), waiting, start, key)
                if len(around) > deepest:
                    raise Unsure
            waiting = None
            value: Any = written
            if value.__class__ is Later:
                if value is BELOW:
                    value, waiting = None, -1 if key is None else key
                elif value.text[0] in "|>":
                    value = block(lines, column, value.text)
                    if value[-1] == "\n" and may_be_one_line(key, len(around)):
                        raise Unsure
                else:
                    value = flow(value.text, deepest - len(around))
            if key is None:
                inner.append(value)
            elif key not in inner:
                inner[key] = value
            else:
                raise Unsure
    return document[""]


def _collection(around: list[_Open], inner: _Open, waiting: str | int | None, start: int, key: str | None) -> _Open:
    """The collection that an entry at column `start` belongs to; those that it is not in are closed."""
    column, values = inner
    if waiting is not None and (start > column or (start == column and key is None)):
        around.append(inner)
        values[waiting] = [] if key is None else {}
        return start, values[waiting]
    while start < column:
        column, values = around.pop()
    if key is not None and values.__class__ is list:
        # A list that stands no deeper than its key ends where the next key comes.
        column, values = around.pop()
    if start != column or (key is None) is not (values.__class__ is list):
        raise Unsure
    return column, values
