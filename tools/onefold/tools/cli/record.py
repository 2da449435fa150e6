"""Record workflows in the version store: their canonical bytes, and a revision whose parent is the channel's head.

Recording the content of the head again changes nothing; going back to earlier content is a new revision. Sources are
only read. Nothing is recorded unless everything compiles.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

from onefold.frontends.lower.identifiers import is_identifier
from onefold.tools.authorship import BadTime, author, now
from onefold.tools.cli.exits import DONE, FINDINGS, UsageError
from onefold.tools.cli.inputs import Compiled, add_inputs
from onefold.tools.cli.sources import compiled_sources
from onefold.tools.cli.stored import tell_fault, telling_damage
from onefold.tools.cli.streams import write
from onefold.tools.store import DEFAULT_CHANNEL, Fault, Note, Recorded, SeveralHeads, Store
from onefold.tools.store.faults import several_heads
from onefold.tools.store.revision import CHANNEL

EXAMPLE: Final = """\
onefold record review.fold.yaml -m "Ask for sources"
onefold record flows/ --channel stable
onefold record --merge review.fold.yaml -m "Take both changes\""""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument("-m", "--message", default="", metavar="MESSAGE", help="what the revision is about")
    parser.add_argument(
        "--channel", default=DEFAULT_CHANNEL, metavar="NAME", help=f"the channel that goes on ({DEFAULT_CHANNEL})"
    )
    parser.add_argument("--merge", action="store_true", help="make a channel's several heads the parents of one")


@telling_damage
def run(options: Namespace) -> int:
    """Record the sources; the exit code."""
    _require_words(options)
    compiled, code = compiled_sources(options)
    if code != DONE:
        return code
    _refuse_rivals(compiled)
    return max([_record(each, options) for each in compiled], default=DONE)


def _require_words(options: Namespace) -> None:
    """Raise `UsageError` for a channel or a message that no revision can have."""
    if not is_identifier(CHANNEL, options.channel):
        raise UsageError(
            f"`{options.channel}` is no name for a channel: use letters, digits, `_` and `-`, not `latest`"
        )
    try:
        options.message.encode()
    except UnicodeEncodeError:
        raise UsageError("the message is not UTF-8") from None


def _refuse_rivals(compiled: Sequence[Compiled]) -> None:
    """Raise `UsageError` where a search found a workflow twice, with different meanings: neither is the newest."""
    first: dict[str, Compiled] = {}
    for each in compiled:
        canonical = each.compilation.canonical
        assert canonical  # noqa: S101 - only what compiled is recorded
        workflow = canonical.workflow.workflow
        other = first.setdefault(workflow, each)
        differs = other.compilation.version != each.compilation.version
        if differs and (other.input.is_found or each.input.is_found):
            names = f"`{other.input.name}` and `{each.input.name}`"
            raise UsageError(f"{names} are different versions of `{workflow}`: name the one that is to be recorded")


def _record(compiled: Compiled, options: Namespace) -> int:
    canonical = compiled.compilation.canonical
    assert canonical  # noqa: S101 - only what compiled is recorded
    root = compiled.workspace.root
    store = Store.at(root)
    try:
        note = Note(author(root), now(), options.message)
        recorded = store.record(canonical, options.channel, note, merge=options.merge)
    except BadTime as bad:
        raise UsageError(str(bad)) from None
    except SeveralHeads as several:
        tell_fault(
            Fault(
                store.channel(canonical.workflow.workflow, options.channel).shelf.folder, several_heads(several.heads)
            )
        )
        return FINDINGS
    write(_line(recorded))
    return DONE


def _line(recorded: Recorded) -> str:
    revision = recorded.revision
    where = f"{revision.workflow}@{revision.channel}"
    if not recorded.is_new:
        return f"unchanged {where}: the head {revision.id} is version {revision.version} already\n"
    return f"recorded {where}: revision {revision.id} of version {revision.version}\n"
