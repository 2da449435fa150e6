"""What an answer keeps of each source, so that a few that changed can be checked alone and the others stand."""

from __future__ import annotations

import marshal
import os

from onefold.kernel.classes import define, field
from onefold.kernel.digest import is_version
from onefold.kernel.source import Source
from onefold.kernel.workspace import Member
from onefold.tools.packing import packed_diagnostics, packed_facts, unpacked_diagnostics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.tools.cache.trace import Taken
    from onefold.tools.cli.checking import Checked
    from onefold.tools.examined import Examined
    from onefold.tools.packing import Packed

    Words = tuple[Packed, tuple[tuple[str, str, bool], ...]]
    """Diagnostics, and the sources that they point into."""

_VERSION: Final = 1
"""Where the version of a workflow stands among its facts."""


@define(eq=False)
class Parts:
    """The sources of a run in the order of its results. `marshal` can write all of it."""

    names: Sequence[str]
    numbers: Mapping[str, int]
    """By absolute path."""
    facts: list[bytes | None]
    """What others are compared with, of those that can be checked alone."""
    heads: list[tuple[str | None, str | None]]
    """The id and the version of each workflow, where they are known."""
    words: dict[int, Words]
    """What was said of those of which something was."""
    notes: Words
    """What was said once for all."""
    bound: frozenset[int]
    """Those of which something was said when they were compared with others."""
    exact: frozenset[str]
    """Ids of workflows of which others depend on the version."""
    texts: dict[str, list[int]] = field(factory=dict)
    """By absolute path: those that name the text."""
    askers: dict[str | None, list[int]] = field(factory=dict)
    """By the id of a workflow: those that took it; `None`: those that took what there is."""

    def plain(self) -> bytes:
        """All of it, for `read`."""
        tables = (self.names, self.numbers, self.facts, self.heads, self.words, self.notes)
        return marshal.dumps((*tables, self.bound, self.exact, self.texts, self.askers))

    @classmethod
    def read(cls, data: bytes) -> Parts:
        """What `plain` gave."""
        return cls(*marshal.loads(data))  # noqa: S302 - an answer is ours, and whole

    def touched_by(self, paths: Iterable[str]) -> set[int] | None:
        """The sources that have to be checked when these files changed; `None` where it may be all."""
        found: set[int] = set()
        for path in map(os.path.abspath, paths):  # `resolve` would follow links
            named = self.texts.get(path, ())
            own = self.numbers.get(path)
            if own is None and not named:
                return None
            found.update(named, () if own is None else (own,))
        ids = {self.heads[each][0] for each in found} - {None}
        for each in (*ids, None) if found else ():
            found.update(self.askers.get(each, ()))
        return None if found & self.bound or any(self.facts[each] is None for each in found) else found

    def replace(self, number: int, examined: Examined, shown: tuple[Diagnostic, ...], taken: Taken) -> bool:
        """Let a source have changed; whether others still come out of a comparison with it as they did."""
        workflow, version = self.heads[number]
        if self.facts[number] != _told(examined):
            return False
        member = examined.member
        if member is not None:
            if member.version != version and workflow in self.exact:
                return False
            self.heads[number] = member.workflow, member.version
        self.words.pop(number, None)
        if shown:
            self.words[number] = _packed(shown)
        self._forget(number)
        self.take(number, taken)
        return True

    def take(self, number: int, taken: Taken) -> None:
        """Note what a source takes."""
        texts, asked = taken
        folder = os.path.dirname(os.path.abspath(self.names[number]))  # noqa: PTH100, PTH120 - `resolve` follows links
        for name in texts:
            self.texts.setdefault(os.path.normpath(os.path.join(folder, name)), []).append(number)  # noqa: PTH118
        for workflow in asked:
            self.askers.setdefault(workflow, []).append(number)

    def _forget(self, number: int) -> None:
        """Note that a source takes nothing."""
        for known in (self.texts, self.askers):
            for numbers in known.values():
                if number in numbers:
                    numbers.remove(number)

    def said(self, number: int) -> tuple[Diagnostic, ...]:
        """What was said of a source."""
        return _understood(self.words.get(number, ((), ())))

    def said_of_all(self) -> tuple[Diagnostic, ...]:
        """What was said once for all sources."""
        return _understood(self.notes)


def parts_of(
    checked: Sequence[Checked],
    shown: Sequence[tuple[Diagnostic, ...]],
    notes: Sequence[Diagnostic],
    taken: Mapping[str, Taken],
) -> Parts:
    """What is kept of a run: what it checked, what it showed of each and of all, and what the sources took."""
    known = [None if each.compiled is not None else taken.get(each.name) for each in checked]
    members = [each.examined.member for each in checked]
    parts = Parts(
        [each.name for each in checked],
        {os.path.abspath(each.place): number for number, each in enumerate(checked)},  # noqa: PTH100
        [None if each is None else _told(one.examined) for one, each in zip(checked, known, strict=True)],
        [(None, None) if each is None else (each.workflow, each.version) for each in members],
        {number: _packed(each) for number, each in enumerate(shown) if each},
        _packed(notes),
        frozenset(_bound(checked)),
        frozenset(_exact([each for each in members if each is not None])),
    )
    for number, each in enumerate(known):
        if each is not None:
            parts.take(number, each)
    return parts


def _told(examined: Examined) -> bytes:
    """All that others are compared with, but for the version."""
    kind, is_lowered, document = packed_facts(examined)
    if isinstance(examined.document, Member):
        document = (*document[:_VERSION], None, *document[_VERSION + 1 :])
    return marshal.dumps((kind, is_lowered, document), 2)


def _bound(checked: Sequence[Checked]) -> Iterator[int]:
    """The sources of which comparing them with others said something, and those that it pointed into."""
    compared = [number for number, each in enumerate(checked) if each.diagnostics is not each.examined.diagnostics]
    yield from compared
    spans = [each.span for number in compared for found in checked[number].diagnostics for each in found.related]
    names = {each.source.name for each in spans if each is not None}
    yield from (number for number, each in enumerate(checked) if each.name in names) if names else ()


def _exact(members: Sequence[Member]) -> Iterator[str]:
    """Ids of which there are several workflows, or that a step runs at one version."""
    seen: set[str] = set()
    for each in members:
        if each.workflow in seen:
            yield each.workflow
        seen.add(each.workflow)
        yield from (call.workflow for call in each.calls if is_version(call.version))


def _packed(found: Iterable[Diagnostic]) -> Words:
    diagnostics, sources = packed_diagnostics(found)
    return diagnostics, tuple((each.name, each.text, each.marked) for each in sources)


def _understood(words: Words) -> tuple[Diagnostic, ...]:
    diagnostics, sources = words
    return unpacked_diagnostics(diagnostics, [Source(*each) for each in sources]) if diagnostics else ()
