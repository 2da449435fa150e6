"""Add a member to a mapping whose members are separated by commas, in the layout that it has."""

from __future__ import annotations

from typing import Final

from onefold.frontends.splices import indentation, insertion, line_break
from onefold.kernel import patterns
from onefold.kernel.fixes import Edit
from onefold.kernel.source import Source

# What may follow a member on its line when the next member has a line of its own.
_REST: Final = patterns.compile(r"[ \t]*(,?)[ \t]*(?:#[^\r\n]*)?(?=[\r\n])")
_COMMA_BEFORE: Final = patterns.compile(r",([ \t]*)\Z")


def add_member(source: Source, start: int, end: int, written: str) -> tuple[Edit, ...]:
    """The edits that put the member `written` after the one that begins at `start` and ends at `end`.

    Where members have lines of their own, so has the new one, below the comment that the other may have.
    """
    indent = indentation(source, start)
    if indent is None:
        return (insertion(source, end, f",{_gap(source, start)}{written}"),)
    line = f"{line_break(source, end)}{indent}{written}"
    rest = _REST.match(source.text, end)
    if rest is None:
        return (insertion(source, end, f",{line}"),)
    if rest[1]:
        return (insertion(source, rest.end(), f"{line},"),)
    if rest.end() == end:
        return (insertion(source, end, f",{line}"),)
    return (insertion(source, end, ","), insertion(source, rest.end(), line))


def _gap(source: Source, start: int) -> str:
    """The white space between a comma and the next member on the line, as before the member at `start`."""
    found = _COMMA_BEFORE.search(source.text, max(0, start - 100), start)
    return found[1] if found else " "
