"""Draw the graph of a workflow, as text for other programs or as a picture.

An arrow says on what outcome and condition it is taken; one that says nothing is taken on success.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import Final

from onefold.kernel.ir.nodes import WorkflowDef
from onefold.tools.cli.exits import DONE, UNABLE, UsageError
from onefold.tools.cli.inputs import add_inputs
from onefold.tools.cli.sources import compiled_sources
from onefold.tools.cli.streams import complain, write
from onefold.tools.graph.layout import TooLarge
from onefold.tools.graph.scenery import scene_of

EXAMPLE: Final = """\
onefold graph review.fold.yaml --format html > review.html
onefold graph review.fold.yaml --format dot | dot -Tpdf > review.pdf"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument(
        "--format",
        choices=tuple(_FORMATS),
        default="mermaid",
        help="mermaid (default), dot: the language of Graphviz, svg: a picture, html: a page with the picture",
    )


def run(options: Namespace) -> int:
    """Print the graph; the exit code."""
    compiled, code = compiled_sources(options)
    if len(compiled) > 1:
        raise UsageError(f"a graph is of one workflow, and these are {len(compiled)}")
    if code != DONE:
        return code
    for each in compiled:
        canonical, version = each.compilation.canonical, each.compilation.version
        assert canonical and version  # noqa: S101, PT018 - only what has a version comes here
        try:
            write(_FORMATS[options.format](canonical.workflow, version))
        except TooLarge:
            count = len(canonical.workflow.steps)
            complain(f"with {count} steps the graph is too large to be drawn: --format dot and mermaid draw nothing")
            return UNABLE
    return DONE


def _mermaid(workflow: WorkflowDef, _version: str) -> str:
    from onefold.tools.graph.mermaid import mermaid

    return mermaid(scene_of(workflow))


def _dot(workflow: WorkflowDef, _version: str) -> str:
    from onefold.tools.graph.dot import dot

    return dot(scene_of(workflow))


def _svg(workflow: WorkflowDef, _version: str) -> str:
    from onefold.tools.graph.picture import picture

    return picture(scene_of(workflow))


def _html(workflow: WorkflowDef, version: str) -> str:
    from onefold.tools.show.graph import render

    return render(scene_of(workflow), workflow.description, version)


_FORMATS: Final[Mapping[str, Callable[[WorkflowDef, str], str]]] = {
    "mermaid": _mermaid,
    "dot": _dot,
    "svg": _svg,
    "html": _html,
}
