"""What `check` prints: the results of all sources, in the format that was asked for.

What one format needs is imported for that format alone.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.words import counted
from onefold.tools.show import text
from onefold.tools.show.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Diagnostic, Severity

    Reporter: TypeAlias = "Callable[[Report, Screen], str]"


@frozen
class Result:
    """What was found in one source."""

    path: str
    workflow: str | None
    """Its id, where it is known."""
    find_version: Callable[[], str | None]
    """Its version, where it has one; it may be worked out only now."""
    diagnostics: tuple[Diagnostic, ...]


@frozen
class Report:
    """What was found in all sources."""

    results: Sequence[Result]
    unreadable: int
    """How many sources and folders could not be read."""
    ok: bool
    """Whether the command exits with 0."""
    notes: tuple[Diagnostic, ...] = ()
    """What is said once for all sources."""
    others: int = 0
    """How many more sources there are, of which nothing is said; none where the format names each."""


@frozen
class Screen:
    """Where a report is printed."""

    colour: bool = False
    columns: int = text.COLUMNS


def text_report(report: Report, screen: Screen) -> str:
    """Every diagnostic with its source lines, an empty line after each, and the summary."""
    blocks = [
        text.render(each, colour=screen.colour, path=result.path, columns=screen.columns)
        for result in report.results
        for each in result.diagnostics
    ]
    notes = [text.render(each, colour=screen.colour, columns=screen.columns) for each in report.notes]
    return "\n\n".join([*blocks, *notes, Style(screen.colour).paint("strong", summary(report))]) + "\n"


def concise_report(report: Report, _screen: Screen) -> str:
    """Every diagnostic on one line, and the summary."""
    from onefold.tools.show import concise

    lines = [concise.render(each, path=result.path) for result in report.results for each in result.diagnostics]
    notes = [concise.render(each) for each in report.notes]
    return "\n".join([*lines, *notes, summary(report)]) + "\n"


def json_report(report: Report, _screen: Screen) -> str:
    """One JSON object."""
    from onefold.tools.show.json import check_object, printed, result_object

    results = [
        result_object(each.path, each.workflow, each.find_version(), each.diagnostics) for each in report.results
    ]
    return printed(check_object(report.ok, results, report.notes))


def sarif_report(report: Report, _screen: Screen) -> str:
    """One SARIF log."""
    from onefold.tools.show.json import printed
    from onefold.tools.show.sarif import Sighted, log

    found = [Sighted(each, result.path, result.workflow) for result in report.results for each in result.diagnostics]
    return printed(log(found, report.notes, complete=not report.unreadable))


def github_report(report: Report, _screen: Screen) -> str:
    """Annotations, and the summary."""
    from onefold.tools.show import github

    found = [(each, result.path) for result in report.results for each in result.diagnostics]
    lines = github.lines([*found, *((note, None) for note in report.notes)])
    return "\n".join([*lines, summary(report)]) + "\n"


REPORTERS: Final[Mapping[str, Reporter]] = {
    "text": text_report,
    "concise": concise_report,
    "json": json_report,
    "sarif": sarif_report,
    "github": github_report,
}
MACHINE: Final = ("json", "sarif")
"""Formats that are one object, even when nothing could be read."""

EACH: Final = ("json",)
"""Formats that name each source."""


def summary(report: Report) -> str:
    """One line: how many sources, and how much was found of what.

    >>> summary(Report((), 0, True))
    '0 files checked: nothing found'
    """
    found = [each.severity for result in report.results for each in result.diagnostics]
    severities: tuple[Severity, ...] = ("error", "warning", "note")
    counts = ", ".join(counted(found.count(each), each) for each in severities if each in found)
    unread = f", {report.unreadable} could not be read" if report.unreadable else ""
    return f"{counted(len(report.results) + report.others, 'file')} checked{unread}: {counts or 'nothing found'}"
