"""The limits on a value, checked once for all formats."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.frontends.frontend import Limits, Reading
    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.values import JsonValue


_LONGEST_CHARACTER: Final = 4
"""Bytes of a character in UTF-8."""
DECLARED_LEVELS: Final = 6
"""Levels of nesting of a workflow with every field, but for what is below values that may be of any form."""


@frozen
class Size:
    """How much a value holds."""

    text_bytes: int
    """UTF-8 bytes of all keys and strings."""
    finding: Finding | None
    """The first limit that is exceeded, if any; then the counts end there."""
    is_counted: bool = True
    """Whether it was counted. Otherwise there may be less text."""
    is_shallow: bool = True
    """Whether the value is known to be no deeper than it may be."""


@frozen
class AtMost:
    """How much can be in a value."""

    nodes: int
    text_bytes: int
    levels: int | None
    """Levels of nesting; `None` where there may be any number of them."""


def at_most(text: str, made_up: int = 0, levels: int | None = None) -> AtMost:
    """How much can be in a value that is written in `text`, and has so many levels.

    Each node has a character there for itself, and no key or string is longer than it is written, but for `made_up`
    bytes a node.
    """
    nodes = len(text) + 1
    return AtMost(nodes, nodes * (made_up + (1 if text.isascii() else _LONGEST_CHARACTER)), levels)


def told(reading: Reading, limits: Limits) -> Size | None:
    """What a value holds that exceeds no limit, but for that of its depth, if its reading tells that much.

    Where the depth is not told, whoever takes this for the size has to look at the values that may be of any form.
    """
    most = reading.at_most
    if (
        most is None
        or limits.depth < DECLARED_LEVELS
        or most.nodes > limits.nodes
        or most.text_bytes > limits.text_bytes
    ):
        return None
    is_shallow = most.levels is not None and most.levels <= limits.depth
    return Size(most.text_bytes, None, is_counted=False, is_shallow=is_shallow)


def is_within(value: JsonValue, levels: int) -> bool:
    """Whether a value has no more levels of nesting than these, of which it is the first."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if levels < (2 if members else 1):
        return False
    below = [each for each in members if isinstance(each, (dict, list))]
    return not below or all(is_within(each, levels - 1) for each in below)


def measure(value: JsonValue, limits: Limits) -> Size:
    """Count a value, up to the first limit that it exceeds.

    Shared parts (aliases) count as often as they stand there; counting stops at the limit, so a small source
    that would expand without end costs no more than the limit.
    """
    text = _text_within(value, limits)
    return Size(text, None) if text is not None else _walk(value, limits)


def _text_within(value: JsonValue, limits: Limits) -> int | None:
    """The bytes of text in a value within the limits, counted level by level; `None` when it exceeds one."""
    nodes, text = 1, 0
    level = [value]
    for _ in range(limits.depth):
        words: list[str] = []
        below: list[JsonValue] = []
        for each in level:
            if isinstance(each, str):
                words.append(each)
            elif isinstance(each, dict):
                words.extend(each)
                below.extend(each.values())
            elif isinstance(each, list):
                below.extend(each)
            if nodes + len(below) > limits.nodes:
                return None
        nodes += len(below)
        text += sum(map(len if all(map(str.isascii, words)) else _size, words))
        if text > limits.text_bytes:
            return None
        if not below:
            return text
        level = below
    return None


def _walk(value: JsonValue, limits: Limits) -> Size:
    """The same with the place of the first limit that is exceeded."""
    nodes = text = 0
    stack: list[Iterator[tuple[Segment, JsonValue]]] = [iter([("", value)])]
    path: list[Segment] = []
    while stack:
        for segment, child in stack[-1]:
            nodes += 1
            path.append(segment)
            if isinstance(segment, str):
                text += _size(segment)
            if isinstance(child, str):
                text += _size(child)
            if len(stack) > limits.depth:
                return Size(text, Finding("nesting-too-deep", _place(path), {"limit": limits.depth}))
            if nodes > limits.nodes:
                return Size(text, Finding("too-many-nodes", _place(path), {"limit": limits.nodes}))
            if text > limits.text_bytes:
                return Size(text, Finding("too-much-text", _place(path), {"limit": limits.text_bytes}))
            if isinstance(child, dict):
                stack.append(iter(child.items()))
                break
            if isinstance(child, list):
                stack.append(iter(enumerate(child)))
                break
            path.pop()
        else:
            stack.pop()
            if path:
                path.pop()
    return Size(text, None)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _place(path: list[Segment]) -> Place:
    below_root: IrPath = tuple(path[1:])
    return Place(below_root)
