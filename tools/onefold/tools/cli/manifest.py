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
from onefold.kernel.catalog import Catalog
from onefold.kernel.identity.build import (
    CannotBuild,
    fixer_manifest,
    orchestrator_manifest,
    planner_manifest,
    worker_manifest,
)
from onefold.kernel.identity.drift import changes
from onefold.kernel.identity.manifests import Manifest, manifest_hash, manifest_object
from onefold.kernel.identity.memory import MemoryCollision
from onefold.kernel.identity.step_path import MalformedStepPath
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.identities import telling_faults
from onefold.tools.cli.parser import WordParser
from onefold.tools.cli.streams import complain, write
from onefold.tools.documents import (
    definitions_around,
    read_catalog,
    read_definition,
    read_manifest,
    read_orchestrator,
    read_outer_loop,
    read_workflow,
)
from onefold.tools.show.cells import escaped

EXAMPLE: Final = """\
onefold manifest orchestrator hiring.fold.yaml --catalog tools.fold.yaml
onefold manifest planner review.fold.yaml --outer-loop cycle-2.json
onefold manifest worker review.fold.yaml --workflow plan.fold.yaml --step 'candidates[3].review'
onefold manifest diff before.json after.json"""
HAS_SUBCOMMANDS: Final = True


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    chosen = parser.add_subparsers(parser_class=WordParser, metavar="KIND", required=True)
    orchestrator = chosen.add_parser("orchestrator", help="of a session that chooses among definitions")
    orchestrator.add_argument("file", metavar="FILE", help="document of the orchestrator")
    orchestrator.set_defaults(build=_orchestrator)
    planner = chosen.add_parser("planner", help="of a session that writes a workflow")
    planner.add_argument("file", metavar="DEFINITION", help="document of the definition")
    planner.add_argument("--outer-loop", metavar="FILE", help="document of the cycles before, where it plans again")
    planner.set_defaults(build=_planner)
    for name, build in (("worker", worker_manifest), ("fixer", fixer_manifest)):
        step = chosen.add_parser(
            name, help=f"of a session that {'carries out' if name == 'worker' else 'mends'} a step"
        )
        step.add_argument("file", metavar="DEFINITION", help="document of the definition")
        step.add_argument("--workflow", metavar="FILE", required=True, help="the workflow that runs")
        step.add_argument(
            "--step", metavar="PATH", required=True, help="the step, such as review or candidates[3].review"
        )
        step.set_defaults(build=_step, builder=build)
    for each in chosen.choices.values():
        each.add_argument(
            "--catalog",
            metavar="FILE",
            action="append",
            default=[],
            help="catalogue of the tools there are; those of the workspace when left out",
        )
        each.set_defaults(run=run)
    diff = chosen.add_parser("diff", help="print what changed from one manifest to another")
    diff.add_argument("old", metavar="A", help="document of a manifest")
    diff.add_argument("new", metavar="B", help="document of another")
    diff.set_defaults(run=run_diff)


@telling_faults
def run(options: Namespace) -> int:
    """Print the manifest; the exit code."""
    try:
        manifest: Manifest = options.build(options)
    except (CannotBuild, MemoryCollision, MalformedStepPath) as fault:
        complain(str(fault))
        return UNABLE
    written = {"manifest": manifest.kind, **manifest_object(manifest), MANIFEST_HASH: manifest_hash(manifest)}
    write(render(written))
    return DONE


@telling_faults
def run_diff(options: Namespace) -> int:
    """Print the differences of two manifests; the exit code."""
    found = changes(read_manifest(Path(options.old)), read_manifest(Path(options.new)))
    for change in found:
        first, *more = f"- {change}".split("\n")
        write("".join(f"{escaped(line)}\n" for line in (first, *more)))
    return FINDINGS if found else DONE


def _orchestrator(options: Namespace) -> Manifest:
    path = Path(options.file)
    orchestrator = read_orchestrator(path)
    definitions = definitions_around(path, orchestrator.record.workflows)
    return orchestrator_manifest(orchestrator, definitions, _catalog_of(options))


def _planner(options: Namespace) -> Manifest:
    definition = read_definition(Path(options.file))
    loop = None if options.outer_loop is None else read_outer_loop(Path(options.outer_loop))
    return planner_manifest(definition, _catalog_of(options), loop)


def _step(options: Namespace) -> Manifest:
    definition = read_definition(Path(options.file))
    workflow = read_workflow(Path(options.workflow))
    manifest: Manifest = options.builder(definition, workflow, options.step, _catalog_of(options))
    return manifest


def _catalog_of(options: Namespace) -> Catalog:
    return read_catalog([Path(each) for each in options.catalog], Path(options.file))
