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
_METADATA: Final = (".dist-info", ".egg-info", ".egg")


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
        names = os.listdir(entry or ".")  # noqa: PTH208 - here and below: many, and fast
    except NotADirectoryError:
        return True
    except OSError:
        return False
    if entry.lower().endswith(".egg"):
        return True  # It is a package itself, and what it offers stands in its `EGG-INFO`.
    # Case says nothing, as where the interpreter looks.
    if ".dist-info" not in (whole := "\n".join(names).lower()) and ".egg" not in whole:
        return False
    return any(_speaks_of_group(f"{entry or '.'}{os.sep}{name}") for name in names if name.lower().endswith(_METADATA))


def _speaks_of_group(folder: str) -> bool:
    if folder.lower().endswith(".egg"):
        return True
    path = f"{folder}{os.sep}entry_points.txt"
    if not os.access(path, os.R_OK):
        return False  # Most packages have none, and an error takes longer.
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return GROUP.encode() in os.read(file, os.fstat(file).st_size)
    except OSError:
        return False
    finally:
        os.close(file)


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
