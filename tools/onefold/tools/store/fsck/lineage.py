"""Hold revisions against each other and against the objects that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding
from onefold.kernel.digest import PREFIX
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.tools.store.channel import Channel, heads_of
from onefold.tools.store.faults import NOWHERE, Damaged, Fault, several_heads, unreadable
from onefold.tools.store.looks import Looks
from onefold.tools.store.names import digits_of, short
from onefold.tools.store.objects import Objects
from onefold.tools.store.refs import Ref
from onefold.tools.store.revision import Revision
from onefold.tools.store.shelf import Shelf


@define
class Examined:
    """The revisions of a channel, as far as they can be read."""

    channel: Channel
    revisions: dict[str, Revision] = Factory(dict)
    faults: list[Fault] = Factory(list)

    looks: Looks | None = None
    """How its folders looked before; only where the heads are to be kept."""

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads; what they are is known only where there is no fault."""
        return heads_of(self.revisions.values())

    def keep_heads(self) -> None:
        """Write the ref file."""
        self.channel.keep(Ref(self.heads, self.looks))


def read_all(channel: Channel, *, surveys: bool) -> Examined:
    """Read every revision of a channel; `surveys` where its heads are to be kept."""
    examined = Examined(channel)
    if surveys:
        with suppress(Damaged):
            examined.looks = channel.survey()
    for digits in every_file(channel.shelf, examined.faults):
        try:
            examined.revisions[PREFIX + digits] = channel.read(PREFIX + digits)
        except Damaged as damaged:
            examined.faults.append(damaged.fault)
    return examined


def every_file(shelf: Shelf, faults: list[Fault]) -> Iterator[str]:
    """The digits of all files of a shelf, in order; `faults` gets the folders that cannot be read."""
    folder = shelf.folder
    try:
        buckets = sorted(shelf.buckets())
    except OSError as error:
        faults.append(Fault(folder, unreadable(error)))
        return
    for bucket in buckets:
        try:
            yield from shelf.digits_in(bucket)
        except OSError as error:
            faults.append(Fault(folder / bucket, unreadable(error)))


def lineage_faults(examined: Examined, everywhere: Mapping[str, Revision]) -> Iterator[Fault]:
    """What revisions say of their parents and is not so; `everywhere` are the revisions of all channels.

    An id is the digest of a record that holds the ids of its parents, so what goes round in a circle has a record
    that is not what its name says, which is a fault already.
    """
    for revision in examined.revisions.values():
        path = _path(examined, revision)
        for parent, version in zip(revision.parents, revision.parent_versions, strict=True):
            found = everywhere.get(parent)
            if found is None:
                if not examined.channel.shelf.path_of(digits_of(parent)).exists():
                    arguments = {"revision": parent, "by": f"the revision {revision.id}"}
                    yield Fault(path, Finding("missing-revision", NOWHERE, arguments))
            elif parent not in examined.revisions:
                yield _contradiction(path, revision, f"its parent is on {found.workflow}@{found.channel}")
            elif found.version != version:
                yield _contradiction(
                    path, revision, f"its parent {short(parent)} names {short(found.version)}, not {short(version)}"
                )


def object_faults(examined: Examined, objects: Objects, workflows: Mapping[str, WorkflowDef]) -> Iterator[Fault]:
    """What revisions say of versions and is not so; `workflows` are the workflows of all objects that are sound."""
    for revision in examined.revisions.values():
        path = _path(examined, revision)
        workflow = workflows.get(revision.version)
        if workflow is None:
            if not objects.path_of(revision.version).exists():
                arguments = {"version": revision.version, "by": f"the revision {revision.id}"}
                yield Fault(path, Finding("missing-object", NOWHERE, arguments))
        elif workflow.workflow != revision.workflow:
            yield _contradiction(path, revision, f"{short(revision.version)} is a version of `{workflow.workflow}`")


def heads_faults(examined: Examined) -> Iterator[Fault]:
    """The fault of a channel that has several heads."""
    heads = [examined.revisions[each] for each in examined.heads]
    if len(heads) > 1:
        yield Fault(examined.channel.shelf.folder, several_heads(heads))


def _path(examined: Examined, revision: Revision) -> Path:
    return examined.channel.shelf.path_of(digits_of(revision.id))


def _contradiction(path: Path, revision: Revision, reason: str) -> Fault:
    arguments = {"revision": revision.id, "reason": reason}
    return Fault(path, Finding("contradicting-revision", NOWHERE, arguments))
