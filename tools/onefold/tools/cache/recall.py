"""Recall what an earlier run found in a source, if all is as it was; keep what this one finds."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from onefold.frontends.decode import decode
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.texts import Refusal
from onefold.kernel.classes import define, field
from onefold.kernel.source import Source
from onefold.tools.cache.digests import Digests, read_digest, signature_of
from onefold.tools.cache.environment import environment
from onefold.tools.cache.folder import cache_folder
from onefold.tools.cache.ledger import Entries, Ledger, ledger_name
from onefold.tools.cache.trace import digest_of, fingerprint, recording
from onefold.tools.files import inside, read_source, text_resolver
from onefold.tools.surroundings import Surrounding
from onefold.tools.workspace import root_of

if TYPE_CHECKING:
    from pathlib import Path

    from onefold.tools.cache.trace import Answers, Taken, Trace
    from onefold.tools.packing import Packed

    # What is kept of a source, in this order: what holds in its workspace, the digest of its bytes, the texts that it
    # names, what it took of other workflows if anything, what came of it, the names of the sources that this points to,
    # and the other workflows that it asked for.
    _Entry = tuple[
        bytes, bytes, tuple[tuple[str, bytes], ...], bytes | None, Packed, tuple[str, ...], tuple[str | None, ...]
    ]

# How many sources that a run did not come to are remembered, besides as many as it did come to.
_SPARE: Final = 1000


@define(eq=False)
class _Waiting:
    """What a run found in sources that took other workflows of one workspace."""

    around: Surrounding
    entries: dict[str, _Entry] = field(factory=dict, init=False)
    answers: dict[tuple[str, str], bytes] = field(factory=dict, init=False)
    """The texts that the others name."""
    understood: set[str] = field(factory=set, init=False)
    is_torn: bool = field(default=False, init=False)
    """Whether one text was read twice and was not the same."""

    def add(self, trace: Trace) -> None:
        """What was read for a source, and for others by the same process since it last told."""
        self.understood.update(trace.understood)
        for path, name, digest in trace.around:
            if self.answers.setdefault((path, name), digest) != digest:
                self.is_torn = True


@define(eq=False)
class Recall:
    """The memory of one run. Sources are known by the names that they are called by in the current folder."""

    ledger: Ledger
    digests: Digests
    entries: Entries
    """By the name of a source."""
    worlds: Entries
    """What workflows took of others, by its digest: the state of all files, and the texts that these name."""
    has_news: bool = False
    _contexts: dict[int, bytes] = field(factory=dict, init=False)
    _files: dict[int, bytes] = field(factory=dict, init=False)
    _holds: dict[tuple[int, bytes], bool] = field(factory=dict, init=False)
    _folders: dict[str, str] = field(factory=dict, init=False)
    """Absolute folders, by how they are called."""
    _waiting: dict[int, _Waiting] = field(factory=dict, init=False)
    """By workspace: sources that took others, of which it is still open whether those stayed the same."""
    taken: dict[str, Taken] = field(factory=dict, init=False)
    """What the sources of this run took, by their names."""

    @classmethod
    def open(cls, frontends: Sequence[Frontend]) -> Recall | None:
        """What is remembered; `None` where nothing can be."""
        folder, programs = cache_folder(), environment(frontends)
        if folder is None or programs is None:
            return None
        key = fingerprint((programs, os.getcwd()))  # noqa: PTH109 - a text is wanted
        ledger = Ledger.read(folder / "check" / ledger_name(key))
        digests = Digests(ledger.table("digests"))
        return cls(ledger, digests, ledger.table("entries"), ledger.table("worlds"))

    def find(self, name: str, around: Surrounding) -> tuple[Packed, tuple[Source, ...]] | None:
        """What `packed` gave for a source, if everything is as it was."""
        entry: _Entry | None = self.entries.get(name)
        if entry is None:
            return None
        context, digest, answers, world, value, names, asked = entry
        limits = around.workspace.limits
        if self._context(around) != context or self.digests.of(self._absolute(name), limits) != digest:
            return None
        found: Answers = {}
        if answers and not _same(name, answers, limits, found):
            return None
        if world is not None and not self._holds_still(around, world):
            return None
        sources = _sources(names, name, digest, limits, found) if names else ()
        if sources is not None:
            self.taken[name] = tuple(text for text, _ in answers), asked
            return value, sources
        return None

    def keep(self, name: str, around: Surrounding, trace: Trace, value: Packed, names: Sequence[str]) -> None:
        """Remember what came of a source."""
        self.taken[name] = trace.taken
        if trace.digest is None or trace.signature is None:
            return
        self.digests.note(self._absolute(name), trace.signature, trace.digest)
        entry = (self._context(around), trace.digest, trace.answers, None, value, tuple(names), trace.asked)
        if trace.asked:
            waiting = self._waiting.setdefault(id(around), _Waiting(around))
            waiting.add(trace)
            waiting.entries[name] = entry
        else:
            self.entries[name] = entry
            self.has_news = True

    def close(self) -> None:
        """Write down what is new."""
        for waiting in self._waiting.values():
            world = self._world(waiting)
            for name, entry in waiting.entries.items() if world is not None else ():
                self.entries[name] = (*entry[:3], world, *entry[4:])
                self.has_news = True
        if self.has_news or self.digests.has_news:
            self._forget()
            self.ledger.write()

    def _context(self, around: Surrounding) -> bytes:
        """All that holds for every source of a workspace."""
        known = self._contexts.get(id(around))
        if known is None:
            workspace = around.workspace
            catalogs = [
                (str(each.path), each.compilation.source.text, each.compilation.source.marked)
                for each in around.catalogs
            ]
            state = (str(workspace.root), repr(workspace.settings), workspace.configured is None)
            known = self._contexts[id(around)] = fingerprint((state, around.catalog is None, catalogs))
        return known

    def _holds_still(self, around: Surrounding, world: bytes) -> bool:
        """Whether what was taken of other workflows would be found again."""
        key = (id(around), world)
        if key not in self._holds:
            files, answers = self.worlds.get(world.hex(), (b"", ()))
            self._holds[key] = files == self._state(around) and all(
                _same(path, ((name, digest),), around.neighbours.limits, {}) for path, name, digest in answers
            )
        return self._holds[key]

    def _state(self, around: Surrounding) -> bytes:
        """The state of all files that may define a workflow of the workspace."""
        known = self._files.get(id(around))
        if known is None:
            neighbours = around.neighbours
            limits = neighbours.limits
            files = [(each, self.digests.of(each, limits) or b"") for each in map(self._absolute, neighbours.files())]
            listed = [
                (name, str(inside(each.folder, neighbours.root, each.name))) for name, each in neighbours.listed.items()
            ]
            known = self._files[id(around)] = fingerprint((files, listed))
        return known

    def _world(self, waiting: _Waiting) -> bytes | None:
        """The digest of what sources took of others; `None` where that may have changed while they did."""
        state = self._state(waiting.around)
        files = set(map(self._absolute, waiting.around.neighbours.files()))
        if waiting.is_torn or not files.issuperset(waiting.understood) or not all(map(self._stayed, files)):
            return None
        world = (state, tuple((path, name, digest) for (path, name), digest in waiting.answers.items()))
        digest = fingerprint(world)
        self.worlds[digest.hex()] = world
        return digest

    def _stayed(self, path: str) -> bool:
        """Whether a file is as it was before the run; what is not known of it cannot be read."""
        signature = signature_of(path)
        known = self.digests.known.get(path)
        return self.digests.settled(signature) and (known is None or known[0] == signature)

    def _absolute(self, path: str | Path) -> str:
        """As `workspace.absolute`, for many: folders are looked up once."""
        folder, name = os.path.split(path)
        if name in ("", ".", ".."):
            return os.path.abspath(path)  # noqa: PTH100 - `resolve` would follow links
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = os.path.join(os.path.abspath(folder), "")  # noqa: PTH100, PTH118 - a text
        return known + name

    def _forget(self) -> None:
        """Forget the oldest of what no longer can be said to be of use."""
        spare = len(self.taken) + _SPARE
        others = [name for name in self.entries if name not in self.taken]
        for name in others[: max(0, len(others) - spare)]:
            del self.entries[name]
        _keep_only(self.worlds, {entry[3].hex() for entry in self.entries.values() if entry[3] is not None})
        paths = set(map(self._absolute, self.entries))
        _keep_only(self.digests.known, paths | self.digests.seen())


def _keep_only(table: Entries, keys: set[str]) -> None:
    for key in [each for each in table if each not in keys]:
        del table[key]


def _same(path: str, answers: Sequence[tuple[str, bytes]], limits: Limits, found: Answers) -> bool:
    """Whether the texts that a source names are those that they were; they are noted in `found`."""
    resolve = recording(text_resolver(path, root_of(path), limits), found)
    return all(digest_of(resolve(name)) == digest for name, digest in answers)


def _sources(
    names: Sequence[str], path: str, digest: bytes, limits: Limits, found: Mapping[str, Source | Refusal]
) -> tuple[Source, ...] | None:
    """The sources that diagnostics point into; `None` where they cannot be had as they were."""
    known = {each.name: each for each in found.values() if isinstance(each, Source)}
    if path in names:
        try:
            data = read_source(path, limits)
        except (OSError, ValueError):
            return None
        if read_digest(data, limits) != digest:
            return None
        known[path], _ = decode(path, data, limits)
    sources = tuple(known[name] for name in names if name in known)
    return sources if len(sources) == len(names) else None
