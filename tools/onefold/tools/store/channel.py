"""A channel: the revisions of one workflow that come one after another, and its heads."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding
from onefold.kernel.digest import PREFIX, digest
from onefold.tools.store import refs
from onefold.tools.store.disk import make_folder
from onefold.tools.store.faults import NOWHERE, Damaged, telling
from onefold.tools.store.lock import locked
from onefold.tools.store.looks import Looks, clock, survey, with_addition
from onefold.tools.store.names import digits_of, file_name
from onefold.tools.store.revision import KIND, LARGEST, Malformed, Revision, decoded
from onefold.tools.store.shelf import Shelf

_READ_ONLY: Final = (errno.EACCES, errno.EPERM, errno.EROFS)


@frozen
class Channel:
    """One channel of one workflow, known by its files."""

    place: tuple[str, str]
    """The names of the folders of the workflow and of the channel."""
    shelf: Shelf
    ref: Path
    """The file that caches the heads."""
    lock: Path

    @classmethod
    def of(cls, store: Path, workflow: str, name: str) -> Channel:
        """The channel in the store whose folder is `store`; it need not exist."""
        return cls.at(store, (file_name(workflow), file_name(name)))

    @classmethod
    def at(cls, store: Path, place: tuple[str, str]) -> Channel:
        """The channel with these folders."""
        shelf = Shelf(store.joinpath("revisions", *place), store, LARGEST)
        return cls(place, shelf, store.joinpath("refs", *place), store / "lock")

    def read(self, identifier: str) -> Revision:
        """A revision of the channel, its record hashed again. Raises `Damaged` where it is missing or altered."""
        path = self.shelf.path_of(digits_of(identifier))
        try:
            with telling(path):
                data = self.shelf.read(digits_of(identifier))
        except FileNotFoundError:
            finding = Finding("missing-revision", NOWHERE, {"revision": identifier, "by": "what was asked"})
            raise Damaged(path, finding) from None
        revision = checked(path, identifier, data)
        if (file_name(revision.workflow), file_name(revision.channel)) != self.place:
            arguments = {"revision": identifier, "workflow": revision.workflow, "channel": revision.channel}
            raise Damaged(path, Finding("misplaced-revision", NOWHERE, arguments))
        return revision

    def all_ids(self) -> Iterator[str]:
        """The ids of all revisions, in the order of their digits. Raises `Damaged`."""
        with telling(self.shelf.folder):
            for digits in self.shelf.all_digits():
                yield PREFIX + digits

    def starting_with(self, prefix: str) -> list[str]:
        """The ids of the revisions whose digits begin like this, in order. Raises `Damaged`."""
        with telling(self.shelf.folder):
            return [PREFIX + each for each in self.shelf.starting_with(prefix)]

    def heads(self) -> tuple[str, ...]:
        """The ids of the revisions that no other names as parent, in order. Raises `Damaged` and `OSError`."""
        ref = refs.load(self.ref, self.shelf)
        if ref is not None:
            return ref.heads
        with telling(self.shelf.folder):
            if not self.shelf.buckets():
                return ()
        try:
            with locked(self.lock):
                return self.settled().heads
        except OSError as error:
            if error.errno not in _READ_ONLY:
                raise
        return self._heads()

    def settled(self) -> refs.Ref:
        """The heads, kept for the next time; the caller holds the lock. Raises `Damaged` and `OSError`."""
        ref = refs.load(self.ref, self.shelf)
        if ref is None:
            looks = self.survey()
            ref = refs.Ref(self._heads(), looks)
            self.keep(ref)
        return ref

    def add(self, revision: Revision, ref: refs.Ref) -> None:
        """Write a revision that is the new head; the caller holds the lock, and `ref` is what is settled.

        Raises `Damaged` and `OSError`.
        """
        digits = digits_of(revision.id)
        if not self.shelf.add(digits, revision.encoded()):
            self.read(revision.id)
        if ref.looks is not None:
            with suppress(OSError):
                looks = with_addition(self.shelf, ref.looks, digits, clock(self.ref.parent))
                heads = {revision.id, *ref.heads} - set(revision.parents)
                self.keep(refs.Ref(tuple(sorted(heads)), looks))

    def survey(self) -> Looks | None:
        """How the folders look; what is read afterwards is as new. The caller holds the lock.

        `None` where nothing can be kept: without a ref file, the heads are worked out every time. Raises `Damaged`.
        """
        try:
            make_folder(self.ref.parent, self.shelf.top)
            looked = clock(self.ref.parent)
        except OSError:
            return None
        with telling(self.shelf.folder):
            return survey(self.shelf, looked)

    def keep(self, ref: refs.Ref) -> None:
        """Write the ref file, where that can be done; the caller holds the lock."""
        if ref.looks is not None:
            with suppress(OSError):
                refs.save(self.ref, ref, self.shelf.top)

    def _heads(self) -> tuple[str, ...]:
        """The heads by all revisions. Where one is missing, whatever came before it would look like a head."""
        revisions = {each: self.read(each) for each in self.all_ids()}
        for revision in revisions.values():
            for parent in revision.parents:
                if parent not in revisions:
                    self.read(parent)
        return heads_of(revisions.values())


def heads_of(revisions: Iterable[Revision]) -> tuple[str, ...]:
    """The ids of the revisions that no other names as parent, in order."""
    ids: set[str] = set()
    named: set[str] = set()
    for revision in revisions:
        ids.add(revision.id)
        named.update(revision.parents)
    return tuple(sorted(ids - named))


def checked(path: Path, identifier: str, data: bytes) -> Revision:
    """The revision whose record is in the file at `path`. Raises `Damaged` where it is altered or malformed."""
    found = digest(KIND, data)
    if found != identifier:
        raise Damaged(path, Finding("altered-revision", NOWHERE, {"revision": identifier, "found": found}))
    try:
        return decoded(data, identifier)
    except Malformed as malformed:
        arguments = {"revision": identifier, "reason": str(malformed)}
        raise Damaged(path, Finding("malformed-revision", NOWHERE, arguments)) from None
