"""What git's index tells of the files of a work tree: it knows what each looked like when it was last as recorded."""

from __future__ import annotations

import os
import stat

from onefold.tools.git_answers import answers, asked, can_ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final, TypeAlias

    Appearance: TypeAlias = tuple[int, ...] | None
    State: TypeAlias = tuple[bytes, tuple[tuple[str, Appearance], ...]]

# With these, git would speak of another index, or of another work tree.
_ELSEWHERE: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_CEILING_DIRECTORIES")
# The digest that an index ends with, which is as long as an id; git can be told to leave it out.
_DIGEST: Final = 20
_MOST_OPEN: Final = 1000


class WorkTree:
    """A work tree of git, and the folder that its index lies in."""

    __slots__ = ("_folder", "top")

    def __init__(self, top: str, folder: str) -> None:
        """Both are absolute, and the top has no symbolic link in it."""
        self.top = top
        self._folder = folder

    @classmethod
    def around(cls, folder: str) -> WorkTree | None:
        """The work tree that a folder lies in, if git can be asked about it."""
        if not can_ask() or any(name in os.environ for name in _ELSEWHERE):
            return None
        top = os.path.realpath(folder)
        while not os.path.lexists(own := os.path.join(top, ".git")):  # noqa: PTH118 - texts, here and below
            above = os.path.dirname(top)  # noqa: PTH120
            if above == top:
                return None
            top = above
        try:
            return cls(top, own if os.path.isdir(own) else _named_by(own))  # noqa: PTH112
        except OSError:
            return None

    def state(self) -> State | None:
        """What tells this state of the work tree from others; `None` where that cannot be told.

        That is the digest of the index, and the looks of the files that differ from it or are not in it. Files that
        git ignores are not among them.
        """
        return self.looked_at()()

    def looked_at(self) -> Callable[[], State | None]:
        """The same for who has something else to do meanwhile; it must be called for."""
        excluded = os.path.join(self._folder, "info", "exclude")  # noqa: PTH118
        ignored = ["--exclude-per-directory=.gitignore"]
        if os.path.exists(excluded):  # noqa: PTH110
            ignored.append(f"--exclude-from={excluded}")
        changed = ("diff-files", "--name-only", "--no-ext-diff", "-z")
        heard = asked(self.top, (changed, ("ls-files", "--others", "-z", *ignored)))

        def state() -> State | None:
            found, digest = heard(), self._digest()
            return None if found is None or digest is None else self._state(found, digest)

        return state

    def _state(self, found: Sequence[bytes], digest: bytes) -> State | None:
        names = sorted({name for each in found for name in os.fsdecode(each).split("\0") if name})
        if len(names) > _MOST_OPEN or any(name.endswith("/") for name in names):
            return None  # A folder among them is another work tree.
        return digest, tuple((name, appearance(self.outer(name))) for name in names)

    def _digest(self) -> bytes | None:
        try:
            with open(os.path.join(self._folder, "index"), "rb") as file:  # noqa: PTH118, PTH123
                file.seek(-_DIGEST, os.SEEK_END)
                digest = file.read()
        except OSError:
            return None
        return digest if any(digest) else None

    def known(self) -> tuple[set[str], set[str]] | None:
        """The regular files and the links in the index, by paths from the top on.

        `None` where not every change of one would be seen.
        """
        found = answers(self.top, [("ls-files", "-v", "--stage", "-z")])
        if found is None:
            return None
        files: set[str] = set()
        links: set[str] = set()
        for line in os.fsdecode(found[0]).split("\0")[:-1]:
            # How it is kept, mode, id and stage, and the name.
            marks, _, name = line.partition("\t")
            kept, mode, *_ = marks.split(" ")
            if kept not in ("H", "M") or mode.startswith("16"):
                return None  # It is not looked at, or is another work tree.
            (files if mode.startswith("10") else links).add(name)
        return files, links

    def ignores(self, folders: Sequence[str]) -> bool:
        """Whether git passes over one of these folders, or over what they lie in, as far as it tells."""
        inside = [os.path.realpath(each) for each in folders]
        words = ("check-ignore", "--no-index", "--", *(each for each in inside if each != self.top))
        found = answers(self.top, [words], (0, 1)) if set(inside) != {self.top} else [b""]
        return found is None or any(found)

    def outer(self, name: str) -> str:
        """The absolute path of a path from the top on."""
        return os.path.join(self.top, name)  # noqa: PTH118

    def inner(self, path: str) -> str | None:
        """A path without symbolic links from the top on; `None` outside."""
        return path[len(self.top) + 1 :] if path.startswith(os.path.join(self.top, "")) else None  # noqa: PTH118


def _named_by(file: str) -> str:
    """The folder that a `.git` file names. Raises `OSError`."""
    with open(file, encoding="utf-8", errors="surrogateescape") as lines:  # noqa: PTH123
        named = lines.read().strip().removeprefix("gitdir:").strip()
    return os.path.join(os.path.dirname(file), named)  # noqa: PTH118, PTH120


def appearance(path: str) -> Appearance:
    """What is at a path, by what changes with it: of a folder only which it is; `None` where there is nothing."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return (status.st_ino, status.st_dev) if stat.S_ISDIR(status.st_mode) else _whole(status)


def listing(folder: str) -> Appearance:
    """What a folder looks like, by what changes with the names in it and with who may read them."""
    try:
        return _whole(os.stat(folder))  # noqa: PTH116
    except OSError:
        return None


def _whole(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev, status.st_mode)


def is_settled(looks: Iterable[Appearance], since: int) -> bool:
    """Whether all that looks like that was written well before a time, in nanoseconds, so that a change would show."""
    step = 2 * 10**9  # File systems count time in steps, of two seconds at most.
    return all(each is None or len(each) == 2 or max(each[:2]) < since - step for each in looks)
