"""Report what is wrong with workflows: print what was found in each, and a summary.

Exits with 1 when there is an error, with 2 when something could not be read or no workflow was found at all.
"""

from __future__ import annotations

import sys

from onefold.tools import witness
from onefold.tools.cli.checking import check_inputs
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.fixing import add_fixing, refuse_standard_input
from onefold.tools.cli.inputs import add_inputs
from onefold.tools.cli.selection import add_selection, selection
from onefold.tools.cli.streams import columns, has_colour, write
from onefold.tools.show.report import EACH, MACHINE, REPORTERS, Report, Result, Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Sequence
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.tools.cache.parts import Parts
    from onefold.tools.cache.recall import Recall
    from onefold.tools.cli.checking import Checked, Checks, Fix, Silence
    from onefold.tools.cli.selection import Selection
    from onefold.tools.witness import Witness

    _Found: TypeAlias = tuple[Sequence[Result], int, tuple[Diagnostic, ...], int]
    """Results; how many other sources there are, of which nothing is said; notes; and what could not be read."""

EXAMPLE: Final = """\
onefold check
onefold check flows/ --strict --ignore OF6
onefold check --fix flows/review.fold.yaml
onefold check --stdin-filename flows/review.fold.yaml - < draft.yaml"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser, optional=True)
    parser.add_argument("--format", choices=tuple(REPORTERS), default="text", help="how results are printed (text)")
    add_selection(parser)
    parser.add_argument("--strict", action="store_true", help="let warnings fail too")
    add_fixing(parser)
    parser.add_argument("--jobs", type=_number, metavar="N", help="processes that share the work (by number of files)")
    parser.add_argument(
        "--no-cache", dest="cache", action="store_false", help="neither use nor keep what is known from earlier runs"
    )


def run(options: Namespace) -> int:
    """Check the sources; the exit code."""
    chosen = selection(options)
    refuse_standard_input(options)
    seen = witness.present()
    found = None if seen is None or seen.before is None else _renewed(seen, chosen, options)
    results, others, notes, unreadable = found or _found(seen, chosen, options)
    diagnostics = [diagnostic for result in results for diagnostic in result.diagnostics]
    code = UNABLE if unreadable else FINDINGS if _fails(diagnostics, strict=options.strict) else DONE
    report = Report(results, unreadable, ok=code == DONE, notes=notes, others=others)
    if results or others or options.format in MACHINE:
        write(REPORTERS[options.format](report, Screen(has_colour(sys.stdout), columns(sys.stdout))))
    return code


def _found(seen: Witness | None, chosen: Selection, options: Namespace) -> _Found:
    """What a check of all sources finds."""
    checks = check_inputs(options, *_changes(options, chosen))
    results = [_result(each, chosen) for each in checks.sources]
    notes = chosen.of(checks.notes)
    recall = checks.recall
    if seen is not None and recall is not None and _is_bounded_alike(checks):
        seen.account = lambda: _parts(checks, recall, results, notes, options)
    return results, 0, notes, checks.unreadable


def _is_bounded_alike(checks: Checks) -> bool:
    """Whether one set of bounds holds for all: by another, a source may be well formed for some workspaces only."""
    around = {id(each.surrounding): each.surrounding for each in checks.sources}
    return len({each.workspace.limits for each in around.values()}) == 1


def _parts(
    checks: Checks, recall: Recall, results: Sequence[Result], notes: Sequence[Diagnostic], options: Namespace
) -> bytes:
    """What is kept of each source."""
    from onefold.tools.cache.parts import parts_of  # Only with many sources.

    shown, is_versioned = [each.diagnostics for each in results], options.format in EACH
    return parts_of(checks.sources, shown, notes, recall.taken, is_versioned=is_versioned).plain()


def _renewed(seen: Witness, chosen: Selection, options: Namespace) -> _Found | None:
    """What is found where what an earlier run found stands but for a few sources; `None` where more has to be done."""
    from onefold.tools.cli.renewed import renewed  # Only where there is something to go on from.

    parts = renewed(seen, chosen, options.paths or ["."])
    if parts is None:
        return None
    count = len(parts.names)
    numbers = range(count) if options.format in EACH else sorted(parts.words)
    results = [_kept(parts, each) for each in numbers]
    return results, count - len(results), parts.said_of_all(), 0


def _changes(options: Namespace, chosen: Selection) -> tuple[Fix | None, Silence | None]:
    """What is done to the files that are checked."""
    if not (options.fix or options.add_ignores):
        return None, None
    from onefold.tools.cli.mending import with_fixes, with_ignores  # Most runs change nothing.

    return (
        (lambda each: with_fixes(each, chosen.of)) if options.fix else None,
        (lambda each, found: with_ignores(each, found, chosen.of)) if options.add_ignores else None,
    )


def _kept(parts: Parts, number: int) -> Result:
    """What an earlier run found in a source."""
    version = parts.version(number)
    return Result(parts.names[number], parts.workflow(number), lambda: version, parts.said(number))


def _result(checked: Checked, chosen: Selection) -> Result:
    member, shown = checked.examined.member, chosen.of(checked.diagnostics)
    if member is None:
        return Result(checked.name, None, lambda: None, shown)
    return Result(checked.name, member.workflow, member.find_version, shown)


def _number(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        from argparse import ArgumentTypeError  # Its import takes long.

        raise ArgumentTypeError(f"`{text}` is no number of processes")
    return number


def _fails(found: Iterable[Diagnostic], *, strict: bool) -> bool:
    failing = ("error", "warning") if strict else ("error",)
    return any(each.severity in failing for each in found)
