"""Show what two workflows differ in by meaning: steps, fields, prompts word by word, and edges of the graph.

Exits with 0 when both are the same version, with 1 when they differ, with 2 when one of them does not compile.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import Final

from onefold.kernel.diff import Difference, compare, to_json
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.operands import Operand, add_operands, compile_operands
from onefold.tools.cli.stored import tell_fault
from onefold.tools.cli.streams import has_colour, write
from onefold.tools.store import Damaged

EXAMPLE: Final = """\
onefold diff main:flows/review.fold.yaml flows/review.fold.yaml
onefold diff pr-review@stable flows/review.fold.toml --format html > review.html
onefold diff --from json - flows/review.fold.yaml --format json < old.json"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_operands(parser)
    parser.add_argument(
        "--format",
        choices=tuple(_FORMATS),
        default="text",
        help="text (default); json: one object, which can be applied; markdown: for a review comment; "
        "html: one page with the graph and prompts side by side",
    )


def run(options: Namespace) -> int:
    """Print the difference; the exit code."""
    try:
        operands = compile_operands(options)
    except Damaged as damaged:
        tell_fault(damaged.fault)
        return UNABLE
    if operands is None:
        return UNABLE
    old, new = operands
    difference = compare(old.canonical, new.canonical)
    write(_FORMATS[options.format](difference, old, new))
    return DONE if difference.is_empty else FINDINGS


def _text(difference: Difference, old: Operand, new: Operand) -> str:
    from onefold.tools.show.difference.text import render

    return render(difference, old.name, new.name, colour=has_colour(sys.stdout))


def _json(difference: Difference, old: Operand, new: Operand) -> str:
    from onefold.frontends.json.render import render

    return render(to_json(difference, old.name, new.name))


def _markdown(difference: Difference, old: Operand, new: Operand) -> str:
    from onefold.tools.show.difference.markdown import render

    return render(difference, old.name, new.name)


def _html(difference: Difference, old: Operand, new: Operand) -> str:
    from onefold.tools.graph.scenery import scene_of_versions
    from onefold.tools.show.difference.html import render

    return render(difference, scene_of_versions(difference, old.canonical, new.canonical), old.name, new.name)


_FORMATS: Final[Mapping[str, Callable[[Difference, Operand, Operand], str]]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
    "html": _html,
}
