"""What an answer keeps of each source, so that a few that changed can be checked alone and the others stand."""

from __future__ import annotations

import marshal
import os

from onefold.frontends.registry import for_file
from onefold.kernel.classes import define, field
from onefold.kernel.digest import is_version
from onefold.kernel.member import Member
from onefold.kernel.rules.missing_workflow import is_slip
from onefold.kernel.source import Source
from onefold.tools.cache.lots import Lots
from onefold.tools.compiling import frontends
from onefold.tools.packing import packed_diagnostics, packed_facts, unpacked_diagnostics, unpacked_member
from onefold.tools.workspace import CONFIGURATION, PROJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.tools.cache.trace import Taken
    from onefold.tools.cli.checking import Checked
    from onefold.tools.examined import Examined
    from onefold.tools.packing import Packed

    Words: TypeAlias = tuple[Packed, tuple[tuple[str, str, bool], ...]]
    """Diagnostics, and the sources that they point into."""
    Record: TypeAlias = tuple[str | None, bytes | None]
    """The version of a workflow where that is told of each source, and what others are compared with, where it can be
    checked alone."""


# Files by these names say which sources there are and what holds for them, whoever names them as texts besides.
_SETTINGS: Final = frozenset({CONFIGURATION, PROJECT, ".git", ".gitignore", "exclude", "commondir"})


@define(eq=False)
class Parts:
    """The sources of a run in the order of its results. `marshal` can write all of it."""

    names: list[str]
    workflows: list[str]
    """The ids of workflows; nothing where there is none."""
    records: Lots
    """Of each a `Record`."""
    may_move: bool
    """Whether sources may come and go: a search found each, and there are no catalogues that may list one."""
    is_alone: bool
    """Whether nothing was looked for in workflows that are not among them."""
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
    called: frozenset[str]
    """Ids of workflows that steps run, whether there is one or not."""
    texts: dict[str, list[int]] = field(factory=dict)
    """By absolute path: those that name the text."""
    askers: dict[str | None, list[int]] = field(factory=dict)
    """By the id of a workflow: those that took it; `None`: those that took what there is."""

    def plain(self) -> bytes:
        """All of it, for `read`."""
        texts = ("\0".join(self.names), "\0".join(self.workflows), self.records.plain())
        how = (self.may_move, self.is_alone, self.is_versioned)
        told = (self.words, self.notes, self.bound, self.exact, self.called)
        return marshal.dumps((*texts, *how, *told, self.texts, self.askers))

    @classmethod
    def read(cls, data: bytes) -> Parts:
        """What `plain` gave."""
        names, workflows, records, *tables = marshal.loads(data)  # noqa: S302 - an answer is ours, and whole
        return cls(names.split("\0"), workflows.split("\0"), Lots(records), *tables)

    def workflow(self, number: int) -> str | None:
        """The id of a workflow, where it is known."""
        return self.workflows[number] or None

    def version(self, number: int) -> str | None:
        """Its version, where that is known and told."""
        found: str | None = self.records[number][0]
        return found

    def facts(self, number: int) -> bytes | None:
        """What others are compared with, of a source that can be checked alone."""
        found: bytes | None = self.records[number][1]
        return found

    def member(self, number: int) -> Member | None:
        """The same, of a workflow whose fields are well formed."""
        facts = self.facts(number)
        return None if facts is None else unpacked_member(marshal.loads(facts))  # noqa: S302 - as above

    def touched_by(self, paths: Iterable[str]) -> set[int] | None:
        """The sources that have to be checked when these files changed; `None` where it may be all."""
        found: set[int] = set()
        for path in paths:
            called, naming = set(self.sources_at(path)), self.texts.get(os.path.abspath(path), ())  # noqa: PTH100 - links stay
            if not (called or naming) or not self._is_only(path, called, naming):
                return None
            found |= {*called, *naming}
        ids = {self.workflow(each) for each in found}
        for each in {*ids, None} if found else ():
            found.update(self.askers.get(each, ()))
        return None if found & self.bound or any(self.facts(each) is None for each in found) else found

    def _is_only(self, path: str, called: Set[int], naming: Iterable[int]) -> bool:
        """Whether a file that is a source, or that sources name as a text, can be nothing else to the run."""
        name = os.path.basename(path)  # noqa: PTH119 - a text
        if name in _SETTINGS or called:
            return name not in _SETTINGS
        # Workflows that are not checked may name the text too, and have room for it or not.
        is_readable = self.is_alone and any(_is_document(self.facts(each)) for each in naming)
        return is_readable and for_file(frontends().frontends, name, explicit=True) is None

    def sources_at(self, path: str) -> Iterator[int]:
        """The source that a file is, as it may be called."""
        for name in {path, os.path.abspath(path), os.path.relpath(path)}:  # noqa: PTH100 - links stay
            if name in self.names:
                yield self.names.index(name)

    def replace(self, number: int, examined: Examined, shown: tuple[Diagnostic, ...], taken: Taken) -> bool:
        """Let a source have changed; whether others still come out of a comparison with it as they did."""
        new = _record(examined, is_alone=True, is_versioned=self.is_versioned)
        if new[1] != self.facts(number) or self.workflow(number) in self.exact:
            return False
        self.records[number] = new
        self._forget(number)
        self._note(number, shown, taken)
        return True

    def is_apart(self, member: Member) -> bool:
        """Whether nothing of all others may depend on whether a workflow is there, as far as they name it."""
        workflow = member.workflow
        asked = self.askers.get(workflow) or self.askers.get(None)
        if member.calls or asked or workflow in self.called or workflow in self.exact:
            return False
        return not any(is_slip(each, workflow) for each in self.called)

    def remove(self, number: int) -> None:
        """Let a source be gone."""
        self._forget(number)
        for column in (self.names, self.workflows, self.records):
            del column[number]
        self._renumber(lambda each: each - (each > number))

    def insert(self, number: int, name: str, examined: Examined, shown: tuple[Diagnostic, ...], taken: Taken) -> None:
        """Let a source come before the one with that number."""
        self._renumber(lambda each: each + (each >= number))
        self.names.insert(number, name)
        self.workflows.insert(number, _workflow(examined))
        self.records.insert(number, _record(examined, is_alone=True, is_versioned=self.is_versioned))
        self._note(number, shown, taken)

    def _renumber(self, changed: Callable[[int], int]) -> None:
        self.words = {changed(number): words for number, words in self.words.items()}
        self.bound = frozenset(map(changed, self.bound))
        for known in (self.texts, self.askers):
            for numbers in known.values():
                numbers[:] = map(changed, numbers)

    def _note(self, number: int, shown: tuple[Diagnostic, ...], taken: Taken) -> None:
        if shown:
            self.words[number] = _packed(shown)
        self.take(number, taken)

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
        """Note that nothing was said of a source, and that it takes nothing."""
        self.words.pop(number, None)
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
        [_workflow(each.examined) for each in checked],
        Lots.of(
            [
                _record(one.examined, is_alone=each is not None, is_versioned=is_versioned)
                for one, each in zip(checked, known, strict=True)
            ]
        ),
        not any(each.is_looked_up or each.surrounding.catalogs for each in checked),
        _are_alone(checked, known),
        is_versioned,
        {number: _packed(each) for number, each in enumerate(shown) if each},
        _packed(notes),
        frozenset(_bound(checked)),
        frozenset(_exact(members)),
        frozenset(call.workflow for each in members for call in each.calls),
    )
    for number, each in enumerate(known):
        if each is not None:
            parts.take(number, each)
    return parts


def _are_alone(checked: Sequence[Checked], known: Sequence[Taken | None]) -> bool:
    """Whether nothing was looked for in workflows but those that are checked."""
    asked = {id(each.surrounding) for each, taken in zip(checked, known, strict=True) if taken is not None and taken[1]}
    around = {id(each.surrounding): each.surrounding.neighbours for each in checked}
    others = {
        str(path)
        for key, each in around.items()
        for path in (each.files() if each.questions or key in asked else each.understood())
    }
    return not others or others <= {os.path.abspath(each.place) for each in checked}  # noqa: PTH100 - links stay


def _record(examined: Examined, *, is_alone: bool, is_versioned: bool) -> Record:
    member = examined.member
    version = None if member is None or not is_versioned else member.version
    facts = marshal.dumps(packed_facts(examined), 2) if is_alone else None
    return version, facts


def _workflow(examined: Examined) -> str:
    return "" if examined.member is None else examined.member.workflow


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
