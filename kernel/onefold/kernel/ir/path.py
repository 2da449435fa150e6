"""Addresses in the IR. A path names a node by what it is, never by a line."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Segment: TypeAlias = "str | int | TransitionSegment"
    IrPath: TypeAlias = tuple[Segment, ...]

_PLAIN = patterns.compile(r"[A-Za-z_][A-Za-z0-9_]*", patterns.ASCII)


@frozen
class TransitionSegment:
    """One transition: found by `index` in the order it was written, shown by what it connects."""

    index: int
    label: str
    """`FROM→TO:OUTCOME:PRIORITY`."""


def format_path(path: IrPath) -> str:
    """The path in words.

    >>> format_path(("steps", "unit-test", "retry", "on", 0))
    'steps["unit-test"].retry.on[0]'
    >>> format_path(("transitions", TransitionSegment(3, "a→b:success:0"), "when"))
    'transitions[a→b:success:0].when'
    """
    parts: list[str] = []
    for segment in path:
        if isinstance(segment, TransitionSegment):
            parts.append(f"[{segment.label}]")
        elif isinstance(segment, int):
            parts.append(f"[{segment}]")
        elif _PLAIN.fullmatch(segment):
            parts.append(f".{segment}" if parts else segment)
        else:
            escaped = segment.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f'["{escaped}"]')
    return "".join(parts)
