"""Show the history of a workflow, newest revision first.

WORKFLOW alone means its channel `main`, as everywhere; WORKFLOW@CHANNEL another one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from itertools import islice
from typing import TYPE_CHECKING

from onefold.frontends.json.render import render as render_json
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.stored import store_here, tell_fault, telling_damage
from onefold.tools.cli.streams import complain, has_colour, say, write
from onefold.tools.show.revisions import revision_lines, revision_object
from onefold.tools.show.style import Style
from onefold.tools.store import DEFAULT_CHANNEL, Damaged
from onefold.tools.store.history import history
from onefold.tools.store.resolve import no_head
from onefold.tools.store.store import LATEST

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable
    from typing import Final

    from onefold.kernel.values import JsonObject, JsonValue
    from onefold.tools.store import Revision

EXAMPLE: Final = "onefold log pr-review\nonefold log pr-review@stable -n 5\nonefold log pr-review --format json"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("workflow", metavar="WORKFLOW", help="id of a workflow, or WORKFLOW@CHANNEL")
    parser.add_argument("-n", "--limit", type=_count, metavar="N", help="show the newest N revisions only")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how revisions are printed (text)")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"`{text}` is no number of revisions")
    return int(text)


@telling_damage
def run(options: Namespace) -> int:
    """Print the history; the exit code."""
    workflow, _, channel = options.workflow.partition("@")
    channel = DEFAULT_CHANNEL if channel in ("", LATEST) else channel
    store = store_here()
    found = store.channel(workflow, channel)
    heads = found.heads()
    if not heads:
        complain(no_head(store, workflow, channel))
        return UNABLE
    revisions = islice(history(found), options.limit)
    if options.format == "json":
        return _print_json(workflow, channel, heads, revisions)
    if len(heads) > 1:
        say(f"{workflow}@{channel} has {len(heads)} heads; `onefold record --merge` makes one of them")
    style = Style(has_colour(sys.stdout))
    for number, revision in enumerate(revisions):
        write(("\n" if number else "") + "".join(f"{line}\n" for line in revision_lines(revision, heads, style)))
    return DONE


def _print_json(workflow: str, channel: str, heads: Iterable[str], revisions: Iterable[Revision]) -> int:
    shown: list[JsonObject] = []
    code = DONE
    try:
        shown.extend(revision_object(each) for each in revisions)
    except Damaged as damaged:
        tell_fault(damaged.fault)
        code = FINDINGS
    value: dict[str, JsonValue] = {"onefold": "log/1", "ok": code == DONE, "workflow": workflow, "channel": channel}
    write(render_json({**value, "heads": list(heads), "revisions": shown}))
    return code
