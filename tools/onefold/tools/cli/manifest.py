"""Build the manifest of a session, and compare two of them.

A manifest is what a session may do, as ids and digests. It is printed as JSON with its kind and its hash, and is
itself a document: `manifest diff` and `session start` take it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.frontends.documents import MANIFEST_HASH
from onefold.frontends.json.render import render
from onefold.kernel.identity.build import CannotBuild
from onefold.kernel.identity.drift import changes
from onefold.kernel.identity.manifests import OrchestratorManifest, PlannerManifest, manifest_hash, manifest_object
from onefold.kernel.identity.memory import MemoryCollision
from onefold.kernel.identity.step_path import MalformedStepPath
from onefold.kernel.identity.tools import tools_hash
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.identities import telling_faults
from onefold.tools.cli.parser import WordParser
from onefold.tools.cli.streams import complain, say, write
from onefold.tools.documents import read_manifest
from onefold.tools.manifests import build_manifest
from onefold.tools.show.cells import escaped_lines

EXAMPLE: Final = """\
onefold manifest orchestrator hiring.fold.yaml --catalog tools.fold.yaml
onefold manifest planner review.fold.yaml --outer-loop cycle-2.json
onefold manifest worker review.fold.yaml --workflow plan.fold.yaml --step 'candidates[3].review'
onefold manifest diff before.json after.json"""
HAS_SUBCOMMANDS: Final = True


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="KIND", required=True)
    kinds = {
        "orchestrator": "of a session that chooses among definitions",
        "planner": "of a session that writes a workflow",
        "worker": "of a session that carries out a step",
        "fixer": "of a session that mends a step",
    }
    for kind, summary in kinds.items():
        one = chosen.add_parser(kind, help=summary)
        one.set_defaults(run=run, kind=kind, workflow=None, step=None, outer_loop=None)
        _add_arguments(one, kind)
    diff = chosen.add_parser("diff", help="print what changed from one manifest to another")
    diff.add_argument("old", metavar="A", help="document of a manifest")
    diff.add_argument("new", metavar="B", help="document of another")
    diff.set_defaults(run=run_diff)


def _add_arguments(parser: ArgumentParser, kind: str) -> None:
    of = "orchestrator" if kind == "orchestrator" else "definition"
    parser.add_argument("file", metavar="FILE", help=f"document of the {of}")
    if kind == "planner":
        parser.add_argument("--outer-loop", metavar="FILE", help="document of the cycles before, where it plans again")
    if kind in ("worker", "fixer"):
        parser.add_argument("--workflow", metavar="FILE", required=True, help="the workflow that runs")
        steps = "the step, such as review or candidates[3].review"
        parser.add_argument("--step", metavar="STEP", required=True, help=steps)
    parser.add_argument(
        "--catalog",
        metavar="FILE",
        action="append",
        default=[],
        help="catalogue of the tools there are; those of the workspace when left out",
    )


@telling_faults
def run(options: Namespace) -> int:
    """Print the manifest; the exit code."""
    try:
        manifest = build_manifest(
            options.kind,
            Path(options.file),
            workflow=None if options.workflow is None else Path(options.workflow),
            step=options.step,
            outer_loop=None if options.outer_loop is None else Path(options.outer_loop),
            catalogs=[Path(each) for each in options.catalog],
        )
    except (CannotBuild, MemoryCollision, MalformedStepPath) as fault:
        complain(str(fault))
        return UNABLE
    if isinstance(manifest, OrchestratorManifest | PlannerManifest) and manifest.global_tools_hash == tools_hash({}):
        say("no catalogue lists a tool, so that a change of tools is no drift from this manifest: see --catalog")
    written = {"manifest": manifest.kind, **manifest_object(manifest), MANIFEST_HASH: manifest_hash(manifest)}
    write(render(written))
    return DONE


@telling_faults
def run_diff(options: Namespace) -> int:
    """Print the differences of two manifests; the exit code."""
    found = changes(read_manifest(Path(options.old)), read_manifest(Path(options.new)))
    for change in found:
        first, *more = f"- {change}".split("\n")
        write(escaped_lines((first, *more)))
    return FINDINGS if found else DONE
