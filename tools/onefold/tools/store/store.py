"""The version store of a workspace: every version ever recorded, and the revisions that name them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import frozen
from onefold.kernel.digest import version as version_of
from onefold.kernel.encode import encode
from onefold.tools.store.channel import Channel
from onefold.tools.store.disk import NotPlain, is_folder, make_folder, write_new
from onefold.tools.store.faults import Damaged, telling, unreadable
from onefold.tools.store.lock import locked
from onefold.tools.store.names import digits_of, file_name, is_file_name
from onefold.tools.store.objects import Objects
from onefold.tools.store.revision import DEFAULT_CHANNEL, Revision, require_readable

FOLDER: Final = ".onefold"
LATEST: Final = "latest"
_IGNORED: Final = b"""\
# What can be made again from the rest: `onefold fsck` does.
/refs/
/lock
.*.tmp
# What happened on this machine; it is not merged.
/events.db*
"""
IGNORE_FILE: Final = ".gitignore"


@frozen
class Note:
    """What is said about a revision when it is recorded."""

    author: str
    time: str
    """UTC, ISO 8601, whole seconds."""
    message: str = ""


@frozen
class Recorded:
    """What came of recording."""

    revision: Revision
    """The head of the channel now."""
    is_new: bool
    """`False` where the head had this content already, so that nothing has changed."""


class SeveralHeads(Exception):  # noqa: N818 - it says what a channel has
    """A channel has several heads, so there is no one revision to go on from."""

    def __init__(self, heads: tuple[Revision, ...]) -> None:
        """`heads` are all of them."""
        super().__init__(f"{heads[0].workflow}@{heads[0].channel}", len(heads))
        self.heads = heads


@frozen
class Store:
    """The store in one folder; it need not exist until something is recorded.

    Everything that is read is held against its digest. Methods raise `Damaged` where that fails, and `OSError`.
    """

    folder: Path

    @classmethod
    def at(cls, root: Path) -> Store:
        """The store of the workspace whose root this is."""
        return cls(root / FOLDER)

    @property
    def exists(self) -> bool:
        """Whether there is a store."""
        with telling(self.folder):
            return is_folder(self.folder)

    @property
    def objects(self) -> Objects:
        """The canonical bytes of every version."""
        return Objects.of(self.folder)

    def channel(self, workflow: str, name: str = DEFAULT_CHANNEL) -> Channel:
        """A channel of a workflow; it need not exist."""
        return Channel.of(self.folder, workflow, name)

    def heads(self, workflow: str, channel: str = DEFAULT_CHANNEL) -> tuple[Revision, ...]:
        """The heads of a channel, in the order of their ids: none, one, or several after a merge of branches."""
        found = self.channel(workflow, channel)
        return tuple(found.read(each) for each in found.heads())

    def selected(self, workflow: str, selector: str) -> tuple[Revision, ...]:
        """The heads that `latest` or a channel's name means for a workflow."""
        return self.heads(workflow, DEFAULT_CHANNEL if selector == LATEST else selector)

    def channels(self, workflow: str | None = None) -> Iterator[Channel]:
        """The channels that have revisions, of one workflow or of all, in the order of their files' names."""
        top = self.folder / "revisions"
        with telling(top):
            for folder in [file_name(workflow)] if workflow is not None else _folders(top):
                for name in _folders(top / folder):
                    yield Channel.at(self.folder, (folder, name))

    def revision(self, identifier: str) -> Revision | None:
        """The revision with this id, of whatever channel."""
        digits = digits_of(identifier)
        for channel in self.channels():
            if os.path.lexists(channel.shelf.path_of(digits)):
                return channel.read(identifier)
        return None

    def record(self, canonical: Canonical, channel: str, note: Note, *, merge: bool = False) -> Recorded:
        """Make a workflow the newest of a channel: a revision whose parent is the channel's head.

        The head's own content changes nothing. With `merge`, several heads are the parents together, whatever the
        content; without, they raise `SeveralHeads`. Once this returns, the revision outlasts a power cut. Raises
        `ValueError` for texts that are no Unicode or too long.
        """
        try:
            self.prepare()
            with locked(self.folder / "lock"):
                return self._recorded(canonical, channel, note, merge=merge)
        except NotPlain as error:
            raise Damaged(Path(error.filename), unreadable(error)) from None

    def prepare(self) -> None:
        """Make the folder, and tell git what in it is not to be kept. Raises `OSError`."""
        make_folder(self.folder, self.folder)
        ignore = self.folder / IGNORE_FILE
        if not os.path.lexists(ignore):
            write_new(ignore, _IGNORED)

    def _recorded(self, canonical: Canonical, channel: str, note: Note, *, merge: bool) -> Recorded:
        data = encode(canonical)
        version, workflow = version_of(data), canonical.workflow.workflow
        place = self.channel(workflow, channel)
        ref = place.settled()
        heads = tuple(place.read(each) for each in ref.heads)
        if len(heads) > 1 and not merge:
            raise SeveralHeads(heads)
        if len(heads) == 1 and heads[0].version == version:
            self.objects.read(version)
            return Recorded(heads[0], is_new=False)
        parents, versions = tuple(each.id for each in heads), tuple(each.version for each in heads)
        revision = Revision(workflow, channel, version, parents, versions, note.message, note.author, note.time)
        revision = revision.identified()
        require_readable(revision)
        self.objects.add(version, data)
        place.add(revision, ref)
        return Recorded(revision, is_new=True)


def _folders(folder: Path) -> list[str]:
    """The names of the folders for ids in a folder, in order; none where it is not there. Raises `OSError`."""
    if not is_folder(folder):
        return []
    with os.scandir(folder) as entries:
        return sorted(each.name for each in entries if is_file_name(each.name) and each.is_dir(follow_symlinks=False))
