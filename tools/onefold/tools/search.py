"""Find workflows in a folder by the endings of their names, passing over what git ignores."""

from __future__ import annotations

import os

from onefold.kernel.classes import frozen
from onefold.tools import witness
from onefold.tools.files import tidied, upwards
from onefold.tools.ignoring import is_ignored, rules_above, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from onefold.frontends.frontend import Frontend
    from onefold.tools.ignoring import Rules

    # Whether an absolute path is searched or taken; the second argument says whether it is a folder.
    Admits: TypeAlias = Callable[[str, bool], bool]
    Names: TypeAlias = tuple[tuple[str, bool], ...]
    """What a search may take or enter in a folder, by name; the second part says whether it is a folder."""


@frozen
class Unreadable:
    """A folder that could not be searched."""

    path: str
    reason: str


@frozen
class _Folder:
    """A folder still to be searched. There are many files, so that paths are texts."""

    path: str
    """As it is shown."""
    absolute: str
    rules: tuple[Rules, ...]
    """What holds in it from above."""


def _everything(_path: str, _is_folder: bool) -> bool:
    return True


def search(
    folder: str | Path, frontends: Sequence[Frontend], admits: Admits = _everything
) -> Iterator[str | Unreadable]:
    """The workflows below `folder`, in the order of their names, folder by folder.

    What `.gitignore` excludes is passed over, and so is `.git`, and what `admits` refuses; linked folders are not
    followed. Paths begin with `folder` as given.
    """
    absolute = os.path.abspath(folder)  # noqa: PTH100 - `resolve` would follow links
    pending: list[str | _Folder] = [_Folder(tidied(os.fspath(folder)), absolute, rules_above(absolute))]
    while pending:
        entry = pending.pop()
        if not isinstance(entry, _Folder):
            yield entry
            continue
        try:
            pending.extend(reversed(_entries(entry, frontends, admits)))
        except OSError as error:
            yield Unreadable(entry.path, error.strerror or str(error))


def found_in(
    folder: str, shown: str, top: str, frontends: Sequence[Frontend], admits: Admits
) -> tuple[list[str], list[str]]:
    """What the search of `top` finds in a folder that it comes to: workflows, and folders that it enters.

    The folder is absolute, and so are those within it; it is called as it is `shown`. Raises `OSError`.
    """
    start = os.path.abspath(top)  # noqa: PTH100 - `resolve` would follow links
    way = [each for each in upwards(folder) if start in upwards(each)]
    rules = (*rules_above(start), *(each for above in reversed(way[1:]) for each in rules_of(above)))
    entries = _entries(_Folder(shown, folder, rules), frontends, admits)
    names = [each for each in entries if isinstance(each, str)]
    return names, [each.absolute for each in entries if isinstance(each, _Folder)]


def _entries(folder: _Folder, frontends: Sequence[Frontend], admits: Admits) -> list[str | _Folder]:
    """The folders and workflows in a folder, by name."""
    rules = (*folder.rules, *rules_of(folder.absolute))
    witness.lists(folder.absolute)
    names = names_in(folder.absolute, frontends)
    witness.listed(folder.absolute, names)
    shown, place = _beginning(folder.path), os.path.join(folder.absolute, "")  # noqa: PTH118
    return [
        _Folder(shown + name, place + name, rules) if is_folder else shown + name
        for name, is_folder in names
        if not (rules and is_ignored(rules, place + name, is_folder=is_folder)) and admits(place + name, is_folder)
    ]


def names_in(folder: str, frontends: Sequence[Frontend]) -> Names:
    """What a search may take or enter in a folder, whatever is ignored. Raises `OSError`."""
    endings = tuple(suffix for each in frontends for suffix in each.suffixes)
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries if _may_count(entry, endings)]
    return tuple(sorted(found))


def _may_count(entry: os.DirEntry[str], endings: tuple[str, ...]) -> bool:
    """Whether an entry is a workflow by its name, or a folder. That a name is an ending makes it none."""
    if entry.is_dir(follow_symlinks=False):
        return entry.name != ".git"
    name = entry.name
    if not name.endswith(endings):
        return False
    if entry.is_symlink():
        witness.saw(entry.path)  # What it leads to says whether it is a file.
    return any(name.endswith(each) and name != each for each in endings) and _may_be_file(entry)


def _may_be_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a file, or a link of which only reading can tell why it leads nowhere."""
    try:
        return entry.is_file()
    except OSError:
        return True


def _beginning(folder: str) -> str:
    """What the paths of all that lies in a folder begin with."""
    return "" if folder == os.curdir else os.path.join(folder, "")  # noqa: PTH118 - a text
