"""Replace `latest` and channels of sub-workflows by the versions that they name now in the version store.

Comments, layout and every other byte of the sources stay. Nothing is written unless every selector can be replaced,
and before it is written, each text is proved to mean what it meant but for those selectors.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Final

from onefold.kernel.diagnostics import Finding
from onefold.tools.cli.exits import FINDINGS
from onefold.tools.cli.inputs import Compiled, add_inputs
from onefold.tools.cli.pins import replace_selectors, tell_findings
from onefold.tools.cli.sources import compiled_sources
from onefold.tools.cli.stored import telling_damage
from onefold.tools.pinning import Selectors, frozen_selectors, loose_selectors
from onefold.tools.store import Store

EXAMPLE: Final = "onefold freeze release.fold.yaml\nonefold freeze --check flows/"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit with 1 when a selector floats or names a version that the store lacks",
    )


@telling_damage
def run(options: Namespace) -> int:
    """Freeze the sources, or look whether they are frozen; the exit code."""
    if not options.check:
        return replace_selectors(options, _choose)
    sources, code = compiled_sources(options)
    for each in sources:
        workflow = each.compilation.workflow
        if workflow and tell_findings(each, loose_selectors(workflow, _store(each))):
            code = max(code, FINDINGS)
    return code


def _choose(compiled: Compiled) -> tuple[Selectors, Iterable[Finding]]:
    workflow = compiled.compilation.workflow
    return frozen_selectors(workflow, _store(compiled)) if workflow else ({}, ())


def _store(compiled: Compiled) -> Store:
    return Store.at(compiled.workspace.root)
