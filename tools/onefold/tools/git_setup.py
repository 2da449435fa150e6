"""What a repository needs so that git compares workflows by meaning and merges goldens: settings and attributes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import Final

from onefold.frontends.frontend import Frontend
from onefold.kernel.classes import frozen
from onefold.tools.files import read_whole, real_path
from onefold.tools.git import GitRefusal, run_git, run_git_for_code
from onefold.tools.git_attributes import BrokenMarks, line, literal, with_lines
from onefold.tools.goldens import SUFFIX, folder_of
from onefold.tools.workspace import Workspace, absolute
from onefold.tools.writing import remove_files, write_files

_DIFF: Final = "onefold"
_MERGE: Final = "onefold-golden"
_ATTRIBUTES: Final = ".gitattributes"
_NO_REPOSITORY: Final = "this is no work tree of git"


@frozen
class Setup:
    """One repository, as it is and as it should be."""

    folder: Path
    """Where git runs."""
    attributes: Path
    """The file that takes onefold's lines: that of the workspace, or of the whole repository."""
    settings: Mapping[str, str]
    """Git's configuration as it should be, by key."""
    lines: tuple[str, ...]
    """Lines of the attributes as they should be."""

    def deviations(self) -> Iterator[str]:
        """What is not as it should be, in words. Raises `GitRefusal`, `BrokenMarks` and `OSError`."""
        known = self._configured()
        for key, value in self.settings.items():
            if known.get(key) != [value]:
                yield f"the setting `{key}` of git is {'missing' if key not in known else 'another'}"
        if self._text() != with_lines(self._text(), self.lines):
            yield f"`{self.attributes.name}` lacks lines, or has others"

    def install(self) -> None:
        """Write what is missing. Raises `GitRefusal`, `BrokenMarks` and `OSError`."""
        self._write(self.lines)
        known = self._configured()
        for key, value in self.settings.items():
            if known.get(key) != [value]:
                self._configure("--replace-all", key, value)

    def uninstall(self) -> bool:
        """Take everything out again; whether there was anything. Raises `GitRefusal`, `BrokenMarks` and `OSError`."""
        had_lines = self._write(())
        known = self._configured()
        for key in known:
            self._configure("--unset-all", key)
        return had_lines or bool(known)

    def _configured(self) -> dict[str, list[str]]:
        """The settings of onefold that this repository has; one may be there several times."""
        pattern = rf"^(diff\.{_DIFF}|merge\.{_MERGE})\."
        words = ["config", "--local", "--null", "--get-regexp", pattern]
        found, _ = run_git_for_code(self.folder, words, "git's configuration cannot be read", (1,))
        known: dict[str, list[str]] = {}
        for entry in os.fsdecode(found).split("\0"):
            key, _, value = entry.partition("\n")
            if key in self.settings:
                known.setdefault(key, []).append(value)
        return known

    def _configure(self, *words: str) -> None:
        run_git(self.folder, ["config", "--local", *words], "git's configuration cannot be written")

    def _text(self) -> str:
        return os.fsdecode(read_whole(self.attributes) or b"")

    def _write(self, lines: Iterable[str]) -> bool:
        """Whether the attributes had to be changed."""
        if self.attributes.is_symlink():
            raise BrokenMarks("it is a symbolic link, which git does not read")
        before = self._text()
        after = with_lines(before, tuple(lines))
        if after == before:
            return False
        if after:
            write_files({self.attributes: os.fsencode(after)}, over=(self.attributes,))
        else:
            remove_files([self.attributes], over=(self.attributes,))
        return True


def setup_of(folder: Path, workspace: Workspace, frontends: Iterable[Frontend]) -> Setup:
    """What the repository around a folder needs. Raises `GitRefusal` and `NoGoldenFolder`."""
    top = top_of(folder)
    root = real_path(workspace.root)
    is_inside = root.is_relative_to(real_path(top))
    place = workspace.root if is_inside else absolute(top)
    suffixes = sorted({suffix for each in frontends for suffix in each.suffixes})
    lines = [line(f"*{literal(suffix)}", f"diff={_DIFF}") for suffix in suffixes]
    if is_inside:
        goldens = literal(folder_of(workspace).relative_to(workspace.root).as_posix())
        lines.append(line(f"/{goldens}/*{SUFFIX}", "text", "eol=lf", f"merge={_MERGE}"))
    return Setup(folder, place / _ATTRIBUTES, _settings(), tuple(lines))


def top_of(folder: Path) -> Path:
    """The top of the work tree around a folder, links resolved. Raises `GitRefusal`."""
    found = run_git(folder, ["rev-parse", "--show-toplevel"], _NO_REPOSITORY)
    if not found:
        raise GitRefusal(_NO_REPOSITORY)
    return Path(os.fsdecode(found.removesuffix(b"\n")))


def _settings() -> dict[str, str]:
    # Not the bare name: what runs inside of git must not depend on the path of whoever calls git. Without `-P`, Python
    # would look for modules in the current folder, which is the repository.
    onefold = f"{quote(sys.executable)} -P -m onefold.tools"
    return {
        f"diff.{_DIFF}.textconv": f"{onefold} git-textconv --",
        # Above a part of a canonical document stands the step that it is of.
        f"diff.{_DIFF}.xfuncname": '^ {0,2}(["A-Za-z_].*):$',
        f"diff.{_DIFF}.command": f"{onefold} git-diff --",
        f"merge.{_MERGE}.name": "regenerate golden files of onefold",
        f"merge.{_MERGE}.driver": f"{onefold} git-merge -- %O %A %B %P",
    }
