"""Examine many sources ahead of the one by one check: shared out to several processes."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache

from onefold.frontends.compile import Compilation
from onefold.kernel.classes import define
from onefold.kernel.source import Source
from onefold.tools.cli.inputs import Failed, Input, compile_input
from onefold.tools.cli.streams import finish
from onefold.tools.examined import Examined
from onefold.tools.packing import packed, unpacked
from onefold.tools.parallel import can_share, shared, usual_jobs
from onefold.tools.surroundings import Surroundings
from onefold.tools.workspace import BrokenConfiguration, absolute


def examined_ahead(
    found: Sequence[Input | Failed], surroundings: Surroundings, jobs: int | None
) -> Iterator[Examined | None]:
    """What there is to say of each source, in order; `None` where the caller has to see for itself.

    That is so for all that cannot be read or has to be told of, for catalogues of the workspace, and for everything
    where sharing does not pay.
    """
    bulk = _Bulk(found, surroundings)
    count = min(jobs or usual_jobs(len(found)), len(found))
    if count < 2 or not can_share():
        yield from (None for _ in found)
        return
    bulk.prepare()
    with closing(shared(len(found), bulk.message, count)) as messages:
        for number, message in enumerate(messages):
            yield bulk.understood(number, message)


@define(eq=False)
class _Bulk:
    """The sources of one run, by number."""

    found: Sequence[Input | Failed]
    surroundings: Surroundings

    def prepare(self) -> None:
        """Do once what every process would do for itself."""
        finish()  # A buffer that is not empty would be written by every process.
        for each in self.found:
            if isinstance(each, Input):
                try:
                    self.surroundings.of(each.place)
                except BrokenConfiguration:
                    continue  # It is told when the source's turn comes.

    def message(self, number: int) -> bytes:
        """What came of a source, as bytes; none where it must be looked at by who can tell of it."""
        source = self.found[number]
        try:
            compilation = None if isinstance(source, Failed) else self._compiled(source)
        except Exception:  # whatever it is, it will come again and be told
            return b""
        if compilation is None:
            return b""
        value, sources = packed(Examined.of(compilation))
        return marshal.dumps((value, tuple((each.name, each.text, each.marked) for each in sources)))

    def understood(self, number: int, message: bytes) -> Examined | None:
        """What a message says."""
        source = self.found[number]
        if not message or isinstance(source, Failed):
            return None
        value, sources = marshal.loads(message)  # noqa: S302 - it comes from a fork of this process
        return unpacked(value, [Source(*each) for each in sources], cache(lambda: self.whole(source)))

    def whole(self, source: Input) -> Compilation:
        """All that comes of a source. Raises `OSError` where it no longer can be read."""
        compilation = self._compiled(source)
        if compilation is None:
            raise OSError(f"`{source.name}` was changed while it was checked")
        return compilation

    def _compiled(self, source: Input) -> Compilation | None:
        around = self.surroundings.of(source.place)
        path = absolute(source.place)
        if source.piped or any(each.path == path for each in around.catalogs):
            return None
        outcome = compile_input(source, around.workspace, around.catalog)
        return None if isinstance(outcome, Failed) else outcome.compilation
