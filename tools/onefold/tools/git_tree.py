"""Read files of a git revision, by object and never through the work tree.

Nothing is fetched, no hook runs, and the index is left alone.
"""

from __future__ import annotations

import os
import posixpath
import subprocess
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from onefold.frontends.decode import decode
from onefold.frontends.texts import Refusal
from onefold.kernel.classes import frozen
from onefold.tools.files import named
from onefold.tools.git import ENVIRONMENT, GitRefusal, program, run_git

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.source import Source

_LINK: Final = "120000"
_FILE: Final = ("100644", "100755")
_FOLDER: Final = "040000"
# The top of every tree. No path can leave it and come back, as nobody can write its name.
_ROOT: Final = PurePosixPath("/\0")
_CONFIGURATIONS: Final = ("onefold.toml", "pyproject.toml")


class NoSuchObject(GitRefusal):
    """There is no such revision or no such file; the text says which, without a full stop."""


@frozen
class Tree:
    """The files of one revision."""

    reference: str
    """As it was asked for."""
    digits: str
    """Id of the tree."""
    folder: Path
    """Where git runs."""

    def read(self, path: PurePosixPath, limit: int) -> bytes:
        """The bytes of a file by its absolute path in the tree, at most `limit` of them. Raises `GitRefusal`."""
        at = self.digits
        mode = _FOLDER
        for segment in path.relative_to(_ROOT).parts:
            if mode != _FOLDER:
                raise NoSuchObject(f"`{self._shown(path)}` is not there")
            found = _entries(self.folder, at).get(os.fsencode(segment))
            if found is None:
                raise NoSuchObject(f"`{self._shown(path)}` is not there")
            mode, at = found
            if mode == _LINK:
                raise NoSuchObject(f"`{segment}` is a symbolic link")
        if mode not in _FILE:
            raise NoSuchObject(f"`{self._shown(path)}` is not a regular file")
        return _blob(self.folder, at, limit)

    def files(self) -> dict[PurePosixPath, str]:
        """The ids of all regular files by absolute path in the tree, in order. Raises `GitRefusal`."""
        words = ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", self.digits]
        listing = run_git(self.folder, words, "the repository is damaged")
        return {_ROOT / os.fsdecode(name): digits for name, (mode, digits) in _listed(listing) if mode in _FILE}

    def holds(self, path: PurePosixPath) -> bool:
        """Whether there is such a file."""
        try:
            self.read(path, 0)
        except GitRefusal:
            return False
        return True

    def _shown(self, path: PurePosixPath) -> str:
        return f"{self.reference}:{path.relative_to(_ROOT)}"

    def resolver(self, source: PurePosixPath, limits: Limits) -> Resolver:
        """A resolver for the texts that a source of this tree names: they come from the same tree."""
        root = self._workspace(source.parent)

        def resolve(name: str) -> Source | Refusal:
            target = named(source.parent, root, name)
            if isinstance(target, Refusal):
                return target
            try:
                data = self.read(target, limits.source_bytes + 1)
            except GitRefusal as absent:
                code = "file-outside-workspace" if "symbolic link" in str(absent) else "missing-file"
                return Refusal(code, {"reason": str(absent)})
            text, findings = decode(self._shown(target), data, limits)
            return Refusal(findings[0].code, findings[0].arguments) if findings else text

        return resolve

    def _workspace(self, folder: PurePosixPath) -> PurePosixPath:
        """The nearest folder with a configuration, else the top."""
        for each in (folder, *folder.parents):
            if not each.is_relative_to(_ROOT):
                break
            own, project = (each / name for name in _CONFIGURATIONS)
            if self.holds(own) or (self.holds(project) and b"[tool.onefold" in self.read(project, 2**20)):
                return each
        return _ROOT


def tree_at(reference: str, folder: Path) -> Tree:
    """The tree of a revision in the repository around a folder. Raises `GitRefusal`."""
    if not reference or "\0" in reference:
        raise NoSuchObject("a revision of git must stand before the colon")
    words = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{reference}^{{tree}}"]
    digits = run_git(folder, words, f"git knows no revision `{reference}`").decode("ascii", "replace").strip()
    return Tree(reference, digits, folder)


def path_in(folder: Path, path: str) -> PurePosixPath:
    """Where a path of `REVISION:PATH` stands in the tree: from the top on, or from `folder` where it begins with a dot.

    Raises `GitRefusal` for what leaves the repository.
    """
    here = ""
    if path.startswith(("./", "../")):
        here = os.fsdecode(run_git(folder, ["rev-parse", "--show-prefix"], "this is no git repository")).rstrip("\n")
    normal = posixpath.normpath(posixpath.join(here, path))
    if normal in ("", ".", "..") or normal.startswith(("../", "/")) or "\0" in path:
        raise NoSuchObject(f"`{path}` names no file of the repository")
    return _ROOT / normal


@cache
def _entries(folder: Path, tree: str) -> dict[bytes, tuple[str, str]]:
    """What stands in one folder of a tree: mode and object by name."""
    listing = run_git(folder, ["ls-tree", "-z", "--full-tree", "--end-of-options", tree], "the repository is damaged")
    return dict(_listed(listing))


def _listed(listing: bytes) -> Iterator[tuple[bytes, tuple[str, str]]]:
    """Name, mode and object of each entry."""
    for line in listing.split(b"\0"):
        if line:
            words, _, name = line.partition(b"\t")
            mode, _kind, digits = words.decode("ascii").split()
            yield name, (mode, digits)


def in_words(path: PurePosixPath) -> str:
    """A path in a tree as people write it."""
    return path.relative_to(_ROOT).as_posix()


def _blob(folder: Path, digits: str, limit: int) -> bytes:
    """At most `limit` bytes of an object; git is stopped after them."""
    command = [program(), "cat-file", "blob", digits]
    with subprocess.Popen(  # noqa: S603 - no shell, fixed words and digits
        command,
        cwd=folder,
        env=os.environ | ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdout  # noqa: S101 - it is a pipe
        data = running.stdout.read(limit)
        rest = running.stdout.read(1)
        if rest:
            running.kill()
    if not rest and running.returncode != 0:
        raise NoSuchObject("the repository is damaged")
    return data
