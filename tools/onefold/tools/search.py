"""Find workflows in a folder by the endings of their names, passing over what git ignores."""

from __future__ import annotations

import os

from onefold.frontends.registry import for_file
from onefold.kernel.classes import frozen
from onefold.tools import witness
from onefold.tools.ignoring import is_ignored, rules_above, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from onefold.frontends.frontend import Frontend
    from onefold.tools.ignoring import Rules

    # Whether an absolute path is searched or taken; the second argument says whether it is a folder.
    Admits: TypeAlias = Callable[[Path, bool], bool]


@frozen
class Unreadable:
    """A folder that could not be searched."""

    path: Path
    reason: str


@frozen
class _Folder:
    """A folder still to be searched."""

    path: Path
    """As it is shown."""
    absolute: Path
    rules: tuple[Rules, ...]
    """What holds in it from above."""


def _everything(_path: Path, _is_folder: bool) -> bool:
    return True


def search(folder: Path, frontends: Sequence[Frontend], admits: Admits = _everything) -> Iterator[Path | Unreadable]:
    """The workflows below `folder`, in the order of their names, folder by folder.

    What `.gitignore` excludes is passed over, and so is `.git`, and what `admits` refuses; linked folders are not
    followed. Paths begin with `folder` as given.
    """
    from pathlib import Path  # Its import takes long, and not every command searches.

    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 - `resolve` would follow links
    pending: list[Path | _Folder] = [_Folder(folder, absolute, rules_above(absolute))]
    while pending:
        entry = pending.pop()
        if not isinstance(entry, _Folder):
            yield entry
            continue
        try:
            pending.extend(reversed(_entries(entry, frontends, admits)))
        except OSError as error:
            yield Unreadable(entry.path, error.strerror or str(error))


def _entries(folder: _Folder, frontends: Sequence[Frontend], admits: Admits) -> list[Path | _Folder]:
    """The folders and workflows in a folder, by name."""
    rules = (*folder.rules, *rules_of(folder.absolute))
    found: dict[str, Path | _Folder] = {}
    witness.listed(folder.absolute)
    with os.scandir(folder.absolute) as entries:
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not (_may_hold(entry) if is_folder else _is_workflow(entry, frontends)):
                continue
            path, absolute = folder.path / entry.name, folder.absolute / entry.name
            if not is_ignored(rules, absolute, is_folder=is_folder) and admits(absolute, is_folder):
                found[entry.name] = _Folder(path, absolute, rules) if is_folder else path
    return [found[name] for name in sorted(found)]


def _may_hold(folder: os.DirEntry[str]) -> bool:
    return folder.name != ".git"


def _is_workflow(entry: os.DirEntry[str], frontends: Sequence[Frontend]) -> bool:
    return for_file(frontends, entry.name, explicit=False) is not None and entry.is_file()
