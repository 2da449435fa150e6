"""Say which changes between two workflows break what others rely on: the difference, each change with its class.

interface: workflow id, inputs, outputs. topology: steps, start, transitions, branches, join, then, otherwise.
behaviour: prompts, args, tools, verify, retry, timeout, models, sub-workflows, rubric. budget. label: description.

A change that was accepted, which .onefold/accepted.toml of the workspace records by fingerprint, does not fail again.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

from onefold.frontends.json.render import render as render_json
from onefold.kernel.diff import CLASSES, Class, compare
from onefold.kernel.words import counted
from onefold.tools.acceptance import BrokenAcceptance, accept, accepted
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.operands import Operand, add_operands, compile_operands
from onefold.tools.cli.stored import tell_fault
from onefold.tools.cli.streams import complain, has_colour, in_the_way, say, write
from onefold.tools.show.breaking import Judged, Verdict, breaking_object, judge, render
from onefold.tools.store import Damaged
from onefold.tools.workspace import workspace_root

EXAMPLE: Final = """\
onefold breaking main:flows/review.fold.yaml flows/review.fold.yaml
onefold breaking pr-review@stable flows/review.fold.toml --fail-on interface,topology
onefold breaking main:review.fold review.fold --accept"""

_DEFAULT: Final[tuple[Class, ...]] = ("interface", "topology", "behaviour")


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_operands(parser)
    parser.add_argument(
        "--fail-on",
        action="append",
        metavar="CLASS",
        help=f"classes that fail, several with commas or repeated: {', '.join(CLASSES)} ({', '.join(_DEFAULT)})",
    )
    parser.add_argument(
        "--accept", action="store_true", help="record what fails as accepted, so that it does not fail again"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how changes are printed (text)")


def run(options: Namespace) -> int:
    """Print the changes with their classes; the exit code."""
    failing = _failing(options.fail_on)
    try:
        operands = compile_operands(options)
    except Damaged as damaged:
        tell_fault(damaged.fault)
        return UNABLE
    if operands is None:
        return UNABLE
    old, new = operands
    root = workspace_root(new.place)
    try:
        verdict = judge(compare(old.canonical, new.canonical), failing, accepted(root))
        if options.accept:
            accept(root, {each.fingerprint: each.record(verdict.workflow) for each in verdict.failed})
    except BrokenAcceptance as broken:
        complain(str(broken))
        return UNABLE
    except OSError as error:
        complain(in_the_way(error))
        return UNABLE
    return _tell(options, verdict, old, new)


def _failing(lists: Sequence[str] | None) -> frozenset[Class]:
    words = [word.strip() for each in lists or [",".join(_DEFAULT)] for word in each.split(",") if word.strip()]
    known: dict[str, Class] = {each: each for each in CLASSES}
    unknown = next((word for word in words if word not in known), None)
    if unknown is not None:
        raise UsageError(f"there is no class `{unknown}`: the classes are {', '.join(CLASSES)}")
    return frozenset(known[word] for word in words)


def _tell(options: Namespace, verdict: Verdict, old: Operand, new: Operand) -> int:
    failed: Sequence[Judged] = () if options.accept else verdict.failed
    if options.format == "json":
        write(render_json(breaking_object(verdict, old.name, new.name, ok=not failed)))
    else:
        write(render(verdict, colour=has_colour(sys.stdout)))
    if options.accept and verdict.failed:
        count = len(verdict.failed)
        say(f"{counted(count, 'change')} accepted in .onefold/accepted.toml: commit it with the change")
    elif failed and options.format == "text":
        say("accept what is meant with --accept")
    return FINDINGS if failed else DONE
