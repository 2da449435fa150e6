"""Diagnostics as annotations of a build on GitHub: one workflow command a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Final

    from onefold.kernel.diagnostics import Diagnostic, Severity

COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "notice"}
"""From the most serious on; the commands are called a little otherwise than severities are."""
# No more of a kind are shown in one step, and the others would push out those of other steps.
MOST: Final = 10


def lines(found: Iterable[tuple[Diagnostic, str | None]]) -> Iterator[str]:
    """The lines for findings, each with the path of its source: errors first, and at most `MOST` of each severity."""
    by_severity: dict[Severity, list[tuple[Diagnostic, str | None]]] = {severity: [] for severity in COMMANDS}
    for diagnostic, path in found:
        by_severity[diagnostic.severity].append((diagnostic, path))
    for group in by_severity.values():
        yield from (annotation(diagnostic, path) for diagnostic, path in group[:MOST])
    left = sum(max(0, len(group) - MOST) for group in by_severity.values())
    if left:
        yield f"{left} more"


def annotation(diagnostic: Diagnostic, path: str | None) -> str:
    """The command for one finding; `path` names the source where it has no span."""
    properties = [*_place(diagnostic, path), ("title", f"{diagnostic.code} {diagnostic.name}")]
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties)
    shown = "\n".join(escaped(line) for line in (diagnostic.message, diagnostic.help) if line)
    return f"::{COMMANDS[diagnostic.severity]} {listed}::{_data(shown)}"


def _place(diagnostic: Diagnostic, path: str | None) -> Sequence[tuple[str, str]]:
    span = diagnostic.span
    if span is None:
        return [("file", _file(path))] if path else []
    start, end = span.source.position(span.start), span.source.position(span.end)
    place = [("file", _file(span.source.name)), ("line", str(start.line)), ("endLine", str(end.line))]
    if start.line == end.line:
        # Of several lines GitHub shows none when columns are given.
        place += [("col", str(start.column)), ("endColumn", str(end.column))]
    return place


def _file(name: str) -> str:
    """The name as GitHub knows the file; ends of lines in it are encoded with the rest."""
    return "".join(each if each in "\r\n" else escaped(each) for each in re.split(r"([\r\n])", name) if each)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
