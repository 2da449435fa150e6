"""Front-ends that installed packages offer through the entry-point group `onefold.frontends`."""

from __future__ import annotations

import os
import sys

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint
    from typing import Final

GROUP: Final = "onefold.frontends"


@frozen
class BrokenFrontend:
    """A front-end that cannot be used."""

    name: str
    reason: str


@frozen
class Installed:
    """The front-ends there are: ours first, then those of packages by name."""

    frontends: tuple[Frontend, ...]
    broken: tuple[BrokenFrontend, ...]


def installed_frontends() -> Installed:
    """Every front-end that can be used, and those that cannot with the reason.

    A package cannot take over a name or an ending that is taken.
    """
    frontends = list(FRONTENDS)
    broken = []
    for entry in sorted(_entries(), key=lambda each: each.name):
        try:
            offered = entry.load()
        except (Exception, SystemExit) as error:  # whatever a stranger's package raises must not stop ours
            broken.append(BrokenFrontend(entry.name, f"{type(error).__name__}: {error}"))
            continue
        reason = _unusable(offered, frontends)
        if reason:
            broken.append(BrokenFrontend(entry.name, reason))
        else:
            frontends.append(offered)
    return Installed(tuple(frontends), tuple(broken))


def _entries() -> Iterable[EntryPoint]:
    """What packages offer. To read all metadata properly takes longer than to check a file, so first a quick look."""
    if not any(map(_may_offer, sys.path)):
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _may_offer(entry: str) -> bool:
    """Whether a folder of the import path holds a package that speaks of the group; an archive always may."""
    try:
        with os.scandir(entry or ".") as found:
            folders = [each.path for each in found if each.name.endswith((".dist-info", ".egg-info", ".egg"))]
    except NotADirectoryError:
        return True
    except OSError:
        return False
    return any(map(_speaks_of_group, folders))


def _speaks_of_group(folder: str) -> bool:
    if folder.endswith(".egg"):
        return True
    try:
        with open(os.path.join(folder, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123 - many, and fast
            return GROUP.encode() in file.read()
    except OSError:
        return False


def _unusable(offered: object, present: list[Frontend]) -> str | None:
    if not isinstance(offered, Frontend):
        return f"it is a {type(offered).__name__}, not a Frontend"
    for other in present:
        taken = set(other.suffixes) & set(offered.suffixes)
        if other.name == offered.name:
            return f"the name {offered.name} is taken"
        if taken:
            return f"the ending {min(taken)} is taken by {other.name}"
    return None
