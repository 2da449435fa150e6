"""What `freeze` and `thaw` have in common: rewrite the sources, all or none, and say what was replaced."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import TypeAlias

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.inputs import STANDARD_INPUT, Compiled
from onefold.tools.cli.rewriting import rewrite
from onefold.tools.cli.sources import compiled_sources
from onefold.tools.cli.streams import say_diagnostics, write
from onefold.tools.pinning import Selectors, rewritten, sub_workflows
from onefold.tools.show.cells import escaped_lines

# New selectors for a source, and what keeps others from being replaced.
Choose: TypeAlias = Callable[[Compiled], tuple[Selectors, Iterable[Finding]]]


@frozen
class _Change:
    """A source that is to be written."""

    compiled: Compiled
    selectors: Selectors
    data: bytes


def replace_selectors(options: Namespace, choose: Choose) -> int:
    """Give sources other selectors; the exit code. Nothing is written unless all of them can be changed."""
    if STANDARD_INPUT in options.paths:
        raise UsageError("this changes files, and standard input is none")
    sources, code = compiled_sources(options)
    changes: list[_Change] = []
    for each in sources:
        selectors, findings = choose(each)
        made = _changed(each, selectors) if selectors else []
        if tell_findings(each, [*findings, *(made if isinstance(made, list) else [])]):
            code = max(code, FINDINGS)
        elif isinstance(made, _Change):
            changes.append(made)
    if code != DONE:
        return code
    if not rewrite([(each.compiled, each.data) for each in changes]):
        return UNABLE
    for change in changes:
        write(_lines(change))
    return DONE


def tell_findings(compiled: Compiled, findings: Iterable[Finding]) -> bool:
    """Show findings on standard error; whether there are any."""
    found = [*findings]
    if found:
        from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

        say_diagnostics(diagnose(found, compiled.compilation.locate), compiled.input.name)
    return bool(found)


def _changed(compiled: Compiled, selectors: Selectors) -> _Change | list[Finding]:
    """The source with other selectors, or why they cannot be replaced."""
    limits = compiled.workspace.limits
    made = rewritten(compiled.compilation, selectors, compiled.frontend, limits, compiled.again)
    if made.data is not None:
        return _Change(compiled, selectors, made.data)
    return [
        Finding(
            "unspliceable-selector",
            Place(("steps", step, "version")),
            {"step": step, "selector": selectors[step]},
        )
        for step in made.stuck
    ]


def _lines(change: _Change) -> str:
    """One line for each selector that was replaced."""
    workflow = change.compiled.compilation.workflow
    steps = dict(sub_workflows(workflow)) if workflow else {}
    lines = (
        f"{change.compiled.input.name}: {step}: {steps[step].workflow} {steps[step].version.text} -> {selector}"
        for step, selector in change.selectors.items()
    )
    return escaped_lines(lines)
