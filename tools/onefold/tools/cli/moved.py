"""Sources that came or went since a run whose answer was kept, where nothing else depends on whether they are there."""

from __future__ import annotations

import os
from bisect import bisect_left

from onefold.tools.compiling import frontends
from onefold.tools.examined import Examined
from onefold.tools.search import found_in
from onefold.tools.unchecked import unlisted
from onefold.tools.workspace import admitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from onefold.kernel.member import Member
    from onefold.tools.cache.parts import Parts
    from onefold.tools.cache.trace import Traced
    from onefold.tools.cli.selection import Selection
    from onefold.tools.surroundings import Surroundings
    from onefold.tools.workspace import Workspaces

# Fewer sources are checked in another way.
_FEWEST: Final = 20
# One alone is not compared with others.
_COMPANY: Final = 2


def moved(
    parts: Parts, folders: Sequence[str], searched: Sequence[str], paths: Sequence[str], workspaces: Workspaces
) -> tuple[set[str], set[str]] | None:
    """The sources that went, and those that came, in folders that hold other names; `None` where there may be more.

    `paths` are the arguments of the run, and `searched` all folders that it searched. Raises `OSError`.
    """
    # The order in which several searches find something is not that of the names.
    if len(paths) != 1 or not parts.may_move or parts.names != sorted(parts.names, key=_in_order):
        return None
    shown = {os.path.abspath(each): each for each in {_folder(each) for each in parts.names}}  # noqa: PTH100 - links stay
    admits, gone, come = admitting(workspaces), set[str](), set[str]()
    for folder in folders:
        if folder not in shown:
            return None
        known = {each for each in parts.names if _folder(each) == shown[folder]}
        names, below = found_in(folder, shown[folder] or os.curdir, paths[0], frontends().frontends, admits)
        if set(below) != {each for each in searched if os.path.dirname(each) == folder != each}:  # noqa: PTH120
            return None
        gone |= known.difference(names)
        come |= set(names) - known
    return gone, come


def remove(parts: Parts, name: str, around: Surroundings) -> bool:
    """Let a source be gone; whether that is all."""
    number = parts.names.index(name)
    member = parts.member(number)
    is_text = parts.texts.get(os.path.abspath(name))  # noqa: PTH100 - links stay
    if member is None or number in parts.bound or is_text or not parts.is_apart(member):
        return False
    parts.remove(number)
    return len(parts.names) >= _FEWEST and _is_nothing_new(member, name, parts, around)


def insert(parts: Parts, name: str, found: Traced, chosen: Selection, around: Surroundings) -> bool:
    """Let a source be there; whether that is all."""
    examined = Examined.of(found.compilation)
    member = examined.member
    if member is None or found.asked or member.workflow in parts.workflows or not parts.is_apart(member):
        return False
    if not _is_nothing_new(member, name, parts, around):
        return False
    number = bisect_left(parts.names, _in_order(name), key=_in_order)
    parts.insert(number, name, examined, chosen.of(examined.diagnostics), found.taken)
    return True


def _is_nothing_new(member: Member, name: str, parts: Parts, around: Surroundings) -> bool:
    """Whether there are others to be compared in its workspace, and what nobody can check of it is so of others too."""
    surrounding = around.of(name)
    kinds, company = set(unlisted(member, surrounding, frozenset())), 0
    for number, each in enumerate(parts.names):
        there = around.of(each)
        other = parts.member(number) if kinds or there is surrounding else None
        if other is not None:
            kinds -= set(unlisted(other, there, frozenset()))
            company += there is surrounding
        if not kinds and company >= _COMPANY:
            return True
    return False


def _in_order(name: str) -> list[str]:
    """What a search sorts by: the names on the way, one by one."""
    return name.split(os.sep)  # noqa: PTH206 - a text


def _folder(name: str) -> str:
    return name.rpartition(os.sep)[0]
