"""What an answer keeps of each source, so that a few that changed can be checked alone and the others stand."""

from __future__ import annotations

import marshal
import os

from onefold.frontends.registry import for_file
from onefold.kernel.classes import define, field
from onefold.kernel.digest import is_version
from onefold.kernel.source import Source
from onefold.kernel.workspace import Member
from onefold.tools.cache.lots import Lots
from onefold.tools.compiling import frontends
from onefold.tools.packing import packed_diagnostics, packed_facts, unpacked_diagnostics
from onefold.tools.workspace import CONFIGURATION, PROJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.tools.cache.trace import Taken
    from onefold.tools.cli.checking import Checked
    from onefold.tools.examined import Examined
    from onefold.tools.packing import Packed

    Words: TypeAlias = tuple[Packed, tuple[tuple[str, str, bool], ...]]
    """Diagnostics, and the sources that they point into."""
    Record: TypeAlias = tuple[str | None, str | None, bytes | None]
    """The id of a workflow, its version where that is told of each source, and what others are compared with, where it
    can be checked alone."""


# Files by these names say which sources there are and what holds for them, whoever names them as texts besides.
_SETTINGS: Final = frozenset({CONFIGURATION, PROJECT, ".git", ".gitignore", "exclude", "commondir"})


@define(eq=False)
class Parts:
    """The sources of a run in the order of its results. `marshal` can write all of it."""

    names: list[str]
    records: Lots
    """Of each a `Record`."""
    is_versioned: bool
    """Whether the versions are told of each source."""
    words: dict[int, Words]
    """What was said of those of which something was."""
    notes: Words
    """What was said once for all."""
    bound: frozenset[int]
    """Those of which something was said when they were compared with others."""
    exact: frozenset[str]
    """Ids of workflows on whose versions others may depend."""
    texts: dict[str, list[int]] = field(factory=dict)
    """By absolute path: those that name the text."""
    askers: dict[str | None, list[int]] = field(factory=dict)
    """By the id of a workflow: those that took it; `None`: those that took what there is."""

    def plain(self) -> bytes:
        """All of it, for `read`."""
        told = (self.words, self.notes, self.bound, self.exact)
        taken = (self.texts, self.askers)
        return marshal.dumps(("\0".join(self.names), self.records.plain(), self.is_versioned, *told, *taken))

    @classmethod
    def read(cls, data: bytes) -> Parts:
        """What `plain` gave."""
        names, records, *tables = marshal.loads(data)  # noqa: S302 - an answer is ours, and whole
        return cls(names.split("\0"), Lots(records), *tables)

    def record(self, number: int) -> Record:
        """What is known of a source."""
        found: Record = self.records[number]
        return found

    def touched_by(self, paths: Iterable[str]) -> set[int] | None:
        """The sources that have to be checked when these files changed; `None` where it may be all."""
        found: set[int] = set()
        for path in paths:
            called, naming = set(self._called(path)), self.texts.get(os.path.abspath(path), ())  # noqa: PTH100 - links stay
            if not (called or naming) or not self._is_only(path, called, naming):
                return None
            found |= {*called, *naming}
        ids = {self.record(each)[0] for each in found}
        for each in {*ids, None} if found else ():
            found.update(self.askers.get(each, ()))
        return None if found & self.bound or any(self.record(each)[2] is None for each in found) else found

    def _is_only(self, path: str, called: Set[int], naming: Iterable[int]) -> bool:
        """Whether a file that is a source, or that sources name as a text, can be nothing else to the run."""
        name = os.path.basename(path)  # noqa: PTH119 - a text
        if name in _SETTINGS or called:
            return name not in _SETTINGS
        # Workflows that are not checked may name the text too: they can if a source can that is well formed.
        is_readable = any(_is_document(self.record(each)[2]) for each in naming)
        return is_readable and for_file(frontends().frontends, name, explicit=True) is None

    def _called(self, path: str) -> Iterator[int]:
        """The source that a file is, as it may be called."""
        for name in {path, os.path.abspath(path), os.path.relpath(path)}:  # noqa: PTH100 - links stay
            if name in self.names:
                yield self.names.index(name)

    def replace(self, number: int, examined: Examined, shown: tuple[Diagnostic, ...], taken: Taken) -> bool:
        """Let a source have changed; whether others still come out of a comparison with it as they did."""
        workflow, _, facts = self.record(number)
        new = _record(examined, is_alone=True, is_versioned=self.is_versioned)
        if new[2] != facts or workflow in self.exact:
            return False
        self.records[number] = new
        self.words.pop(number, None)
        if shown:
            self.words[number] = _packed(shown)
        self._forget(number)
        self.take(number, taken)
        return True

    def take(self, number: int, taken: Taken) -> None:
        """Note what a source takes."""
        texts, asked = taken
        for name in texts:
            # As the source names it, from its folder on; `resolve` would follow links.
            place = os.path.join(os.path.dirname(os.path.abspath(self.names[number])), name)  # noqa: PTH100, PTH118, PTH120
            self.texts.setdefault(os.path.normpath(place), []).append(number)
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
    *,
    is_versioned: bool,
) -> Parts:
    """What is kept of a run: what it checked, what it showed of each and of all, and what the sources took.

    With `is_versioned`, it showed the version of each.
    """
    known = [None if each.compiled is not None else taken.get(each.name) for each in checked]
    members = [member for each in checked if (member := each.examined.member) is not None]
    parts = Parts(
        [each.name for each in checked],
        Lots.of(
            [
                _record(one.examined, is_alone=each is not None, is_versioned=is_versioned)
                for one, each in zip(checked, known, strict=True)
            ]
        ),
        is_versioned,
        {number: _packed(each) for number, each in enumerate(shown) if each},
        _packed(notes),
        frozenset(_bound(checked)),
        frozenset(_exact(members)),
    )
    for number, each in enumerate(known):
        if each is not None:
            parts.take(number, each)
    return parts


def _record(examined: Examined, *, is_alone: bool, is_versioned: bool) -> Record:
    member = examined.member
    workflow = None if member is None else member.workflow
    version = None if member is None or not is_versioned else member.version
    facts = marshal.dumps(packed_facts(examined), 2) if is_alone else None
    return workflow, version, facts


def _is_document(facts: bytes | None) -> bool:
    """Whether facts are those of something that others are compared with."""
    return facts is not None and marshal.loads(facts)[2] is not None  # noqa: S302 - as above


def _bound(checked: Sequence[Checked]) -> Iterator[int]:
    """The sources of which comparing them with others said something, and those that it pointed into."""
    compared = [number for number, each in enumerate(checked) if each.is_compared]
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
