"""Front-ends that installed packages offer through the entry-point group `onefold.frontends`."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from attrs import frozen

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS

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
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
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
