"""Examine many sources ahead of the check one by one: recall what is known of them, share the rest out to processes."""

from __future__ import annotations

import marshal
import os
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from onefold.frontends.compile import Compilation
from onefold.kernel.classes import define, field
from onefold.kernel.source import Source
from onefold.tools.cache.digests import read_digest, signature_of
from onefold.tools.cache.trace import Tale, Trace, digests_of, traced
from onefold.tools.cli.inputs import Failed, Input
from onefold.tools.cli.streams import finish
from onefold.tools.compiling import UnknownFormat
from onefold.tools.examined import Examined
from onefold.tools.packing import is_versioned, packed, unpacked
from onefold.tools.parallel import can_share, shared, usual_jobs
from onefold.tools.surroundings import Surrounding, Surroundings
from onefold.tools.workspace import BrokenConfiguration, Workspace, absolute

if TYPE_CHECKING:
    from onefold.tools.cache.recall import Recall
    from onefold.tools.packing import Packed


def examined_ahead(
    found: Sequence[Input | Failed],
    surroundings: Surroundings,
    jobs: int | None,
    recall: Recall | None,
    *,
    is_versioned: bool,
) -> Generator[Examined | None, None, None]:
    """What there is to say of each source, in order; `None` where the caller has to see for itself.

    That is so for all that cannot be read or has to be told of, for catalogues of the workspace, and for everything
    where nothing is gained. With `is_versioned`, the versions of all workflows will be asked for.
    """
    processes = (jobs or usual_jobs(len(found))) if can_share() else 1
    if recall is None and min(processes, len(found)) < 2:
        yield from (None for _ in found)
        return
    bulk = _Bulk([_task(each, surroundings) for each in found], recall, is_versioned)
    known = [bulk.recalled(each) for each in bulk.tasks] if recall else [None] * len(found)
    open_tasks = [task for task, one in zip(bulk.tasks, known, strict=True) if task is not None and one is None]
    count = min(jobs or usual_jobs(len(open_tasks)), len(open_tasks)) if processes > 1 else 1
    with closing(bulk.examined(open_tasks, count)) as examined:
        for task, one in zip(bulk.tasks, known, strict=True):
            yield one if one is not None or task is None else next(examined)
    if recall is not None:
        recall.close()


@define(eq=False)
class _Task:
    """A source that may be examined ahead."""

    name: str
    """How it is called, which says where it is."""
    workspace: Workspace
    around: Surrounding


def _task(source: Input | Failed, surroundings: Surroundings) -> _Task | None:
    if isinstance(source, Failed) or source.piped or source.file is None:
        return None
    try:
        around = surroundings.of(source.file)
    except BrokenConfiguration:
        return None  # It is told when the source's turn comes.
    is_catalog = any(each.path == absolute(source.file) for each in around.catalogs)
    return None if is_catalog else _Task(source.file, surroundings.workspaces.of(source.file), around)


@define(eq=False)
class _Whole:
    """All that comes of a source, worked out where somebody asks for it. Most are never asked for."""

    bulk: _Bulk
    task: _Task
    _known: Compilation | None = field(default=None, init=False)

    def __call__(self) -> Compilation:
        if self._known is None:
            self._known = self.bulk.whole(self.task)
        return self._known


@define(eq=False)
class _Bulk:
    """The sources of one run."""

    tasks: Sequence[_Task | None]
    recall: Recall | None
    is_versioned: bool
    _tales: dict[int, Tale] = field(factory=dict, init=False)
    """By workspace."""

    def recalled(self, task: _Task | None) -> Examined | None:
        """What an earlier run found, if it holds."""
        if task is None or self.recall is None:
            return None
        found = self.recall.find(task.name, task.around)
        if found is None or (self.is_versioned and not is_versioned(found[0])):
            return None
        return self._understood(task, *found)

    def examined(self, tasks: Sequence[_Task], jobs: int) -> Generator[Examined | None, None, None]:
        """What comes of each source, in order, worked out by several processes where there shall be several."""
        if jobs < 2:
            yield from (self._told(task, self._message(task)) for task in tasks)
            return
        finish()  # A buffer that is not empty would be written by every process.
        ready = self._first_of_each(tasks)

        def work(number: int) -> bytes:
            known = ready.get(number)
            return self._message(tasks[number]) if known is None else known

        with closing(shared(len(tasks), work, jobs)) as messages:
            yield from (self._told(task, message) for task, message in zip(tasks, messages, strict=True))

    def _first_of_each(self, tasks: Sequence[_Task]) -> dict[int, bytes]:
        """The messages about the first source of each ending: what they import every process has from the beginning."""
        first: dict[str, int] = {}
        for number, task in enumerate(tasks):
            first.setdefault(os.path.splitext(task.name)[1], number)  # noqa: PTH122 - a text
        return {number: self._message(tasks[number]) for number in first.values()}

    def _message(self, task: _Task) -> bytes:
        """What came of a source, as bytes; none where it must be looked at by who can tell of it."""
        try:
            compilation, trace = self._compiled(task)
        except (Exception, SystemExit):  # whatever it is, it comes again and is told
            return b""
        value, sources = packed(Examined.of(compilation), is_versioned=self.is_versioned)
        told = (trace.signature, trace.digest, trace.answers, trace.asked, trace.around, trace.understood)
        return marshal.dumps((value, tuple((each.name, each.text, each.marked) for each in sources), told))

    def _told(self, task: _Task, message: bytes) -> Examined | None:
        """What a message says; it is kept for later runs."""
        if not message:
            return None
        value, sources, told = marshal.loads(message)  # noqa: S302 - this process or a fork of it wrote it
        if self.recall is not None:
            names = tuple(name for name, _, _ in sources)
            self.recall.keep(task.name, task.around, Trace(*told), value, names)
        return self._understood(task, value, tuple(Source(*each) for each in sources))

    def _understood(self, task: _Task, value: Packed, sources: Sequence[Source]) -> Examined:
        return unpacked(value, sources, _Whole(self, task))

    def whole(self, task: _Task) -> Compilation:
        """All that comes of a source. Raises `OSError` where it no longer can be read."""
        try:
            return self._compiled(task)[0]
        except (ValueError, UnknownFormat):
            raise OSError(f"`{task.name}` was changed while it was checked") from None

    def _compiled(self, task: _Task) -> tuple[Compilation, Trace]:
        """Compile a source. Raises `OSError`, `ValueError`, `UnknownFormat`, and what its front-end does."""
        neighbours = task.around.neighbours
        signature = signature_of(task.name)
        found = traced(task.name, task.workspace, task.around)
        tale = self._tales.setdefault(id(task.around), Tale(neighbours))
        news = tale.news() if found.asked else ((), ())
        digest = read_digest(found.data, task.around.workspace.limits)
        return found.compilation, Trace(signature, digest, digests_of(found.answers), found.asked, *news)
