"""Check those sources again that changed since a run whose answer was kept; what it said of the others stands."""

from __future__ import annotations

from onefold.tools import witness
from onefold.tools.cache.looks import names_digest
from onefold.tools.cache.parts import Parts
from onefold.tools.cache.trace import traced
from onefold.tools.compiling import frontends
from onefold.tools.examined import Examined
from onefold.tools.surroundings import Surroundings
from onefold.tools.workspace import Workspaces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence, Set
    from typing import Final

    from onefold.tools.cache.trace import Traced
    from onefold.tools.cli.selection import Selection
    from onefold.tools.witness import Before, Witness

# Of more, many may only look changed, and what is known of their bytes is to be recalled.
_MOST: Final = 20


def renewed(seen: Witness, chosen: Selection, paths: Sequence[str]) -> Parts | None:
    """The parts of a run of now; `None` where that takes more than to check what changed since the last one.

    `paths` are the arguments of both.
    """
    before = seen.before
    if before is None or not before.parts:
        return None
    parts = Parts.read(before.parts)
    try:
        is_enough = _renew(parts, before, chosen, paths)
    except (Exception, SystemExit):  # whatever it is, it comes again and is told
        return None
    if not is_enough:
        return None
    seen.goes_on = True
    seen.account = parts.plain
    return parts


def _renew(parts: Parts, before: Before, chosen: Selection, paths: Sequence[str]) -> bool:
    """Check what changed; whether that is enough. Where it is not, the parts are of no use any more."""
    workspaces = Workspaces()
    folders = [folder for folder, names in before.folders if not _holds(folder, names)]
    gone: Set[str] = frozenset()
    come: Set[str] = frozenset()
    if folders:
        from onefold.tools.cli.moved import moved  # Most changes are within a file.

        found = moved(parts, folders, before.searched, paths, workspaces)
        if found is None:
            return False
        gone, come = found
    there = [each for each in before.files if gone.isdisjoint(parts.names[one] for one in parts.sources_at(each))]
    numbers = parts.touched_by(there)
    if numbers is None or len(numbers) + len(gone) + len(come) > _MOST:
        return False
    around = Surroundings(
        workspaces, frontends().frontends, (*(each for each in parts.names if each not in gone), *come)
    )
    if not all(_replace(parts, each, chosen, around) for each in sorted(numbers)):
        return False
    if not gone and not come:
        return True
    from onefold.tools.cli.moved import insert, remove

    return all(remove(parts, each, around) for each in sorted(gone)) and all(
        insert(parts, each, _traced(each, around), chosen, around) for each in sorted(come)
    )


def _holds(folder: str, names: bytes) -> bool:
    """Whether a search would take the same there as it did. Raises `OSError`."""
    from onefold.tools.search import names_in  # Most changes are within a file.

    witness.lists(folder)
    found = names_in(folder, frontends().frontends)
    witness.listed(folder, found)
    return names_digest(found) == names


def _replace(parts: Parts, number: int, chosen: Selection, around: Surroundings) -> bool:
    """Check a source; whether that is enough."""
    found = _traced(parts.names[number], around)
    examined = Examined.of(found.compilation)
    return parts.replace(number, examined, chosen.of(examined.diagnostics), found.taken)


def _traced(name: str, around: Surroundings) -> Traced:
    return traced(name, around.workspaces.of(name), around.of(name))
