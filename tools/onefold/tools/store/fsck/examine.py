"""The examination: what is wrong with a store, and what can be made again from the rest of it."""

from __future__ import annotations

import errno
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding
from onefold.kernel.digest import PREFIX, is_version
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.ir.path import format_path
from onefold.tools.store.faults import NOWHERE, Damaged, Fault
from onefold.tools.store.fsck.lineage import every_file, heads_faults, lineage_faults, object_faults, read_all
from onefold.tools.store.fsck.sweep import sweep, temporaries
from onefold.tools.store.lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.tools.store.channel import Channel
    from onefold.tools.store.objects import Objects
    from onefold.tools.store.store import Store

_READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


@frozen
class Examination:
    """What was found."""

    faults: tuple[Fault, ...]
    """By path."""
    objects: int
    revisions: int
    channels: int


def examine(store: Store) -> Examination:
    """Read everything in a store that exists; write its ref files again and remove what was left half written.

    Nobody else writes meanwhile. Raises `OSError`.
    """
    with ExitStack() as held:
        may_write = _hold(held, store.folder / "lock")
        swept = list(sweep(store.folder))
        if may_write:
            _tidy(store.folder)
        workflows: dict[str, WorkflowDef] = {}
        found = _examine_objects(store.objects, workflows)
        channels = [read_all(each, surveys=may_write) for each in _channels(store, found)]
        everywhere = dict(chain.from_iterable(each.revisions.items() for each in channels))
        for each in channels:
            each.faults += lineage_faults(each, everywhere)
            if not each.faults:
                found += heads_faults(each)
                each.keep_heads()
            found += [*each.faults, *object_faults(each, store.objects, workflows)]
    return Examination(_without_repeats(swept, found), len(workflows), len(everywhere), len(channels))


def _hold(held: ExitStack, lock: Path) -> bool:
    """Take the lock; `False` where nothing can be written, so that nobody else writes either."""
    try:
        held.enter_context(locked(lock))
    except OSError as error:
        if error.errno not in _READ_ONLY:
            raise
        return False
    return True


def _tidy(store: Path) -> None:
    """Remove the files that processes were writing when they were stopped, and every ref file."""
    for path in temporaries(store):
        path.unlink(missing_ok=True)
    refs = store / "refs"
    if not refs.is_symlink():
        for path in refs.glob("*/*"):
            if path.is_file() and not path.is_symlink() and not path.parent.is_symlink():
                path.unlink(missing_ok=True)


def _examine_objects(objects: Objects, workflows: dict[str, WorkflowDef]) -> list[Fault]:
    """The faults of all objects; `workflows` gets those that are sound."""
    faults: list[Fault] = []
    for digits in every_file(objects.shelf, faults):
        try:
            workflows[PREFIX + digits] = objects.workflow(PREFIX + digits).workflow
        except Damaged as damaged:
            faults.append(damaged.fault)
    for version, workflow in workflows.items():
        for path, named in _pinned(workflow):
            if named not in workflows and not objects.path_of(named).exists():
                arguments = {"version": named, "by": f"`{format_path(path)}` of {version}"}
                faults.append(Fault(objects.path_of(version), Finding("missing-object", NOWHERE, arguments)))
    return faults


def _pinned(workflow: WorkflowDef) -> Iterator[tuple[IrPath, str]]:
    """The versions that sub-workflow steps name, and where."""
    for identifier, step in workflow.steps.items():
        if isinstance(step, SubWorkflow) and is_version(step.version.text):
            yield ("steps", identifier, "version"), step.version.text


def _channels(store: Store, faults: list[Fault]) -> Iterator[Channel]:
    try:
        yield from store.channels()
    except Damaged as damaged:
        faults.append(damaged.fault)


def _without_repeats(swept: list[Fault], found: list[Fault]) -> tuple[Fault, ...]:
    """All faults by path; where a file is out of place, nothing else is said of it and of what is below."""
    places = {fault.path for fault in swept}
    others = [each for each in found if places.isdisjoint((each.path, *each.path.parents))]
    return tuple(sorted([*swept, *others], key=lambda each: (each.path, each.finding.code)))
