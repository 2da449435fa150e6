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
    from collections.abc import Set
    from typing import Final

    from onefold.tools.cli.selection import Selection
    from onefold.tools.witness import Witness

# Of more, many may only look changed, and what is known of their bytes is to be recalled.
_MOST: Final = 20


def renewed(seen: Witness, chosen: Selection) -> Parts | None:
    """The parts of a run of now; `None` where that takes more than to check what changed since the last one."""
    before = seen.before
    if before is None or not (before.parts and all(_holds(folder, names) for folder, names in before.folders)):
        return None
    parts = Parts.read(before.parts)
    numbers = parts.touched_by(before.files)
    if numbers is None or len(numbers) > _MOST or not _renew(parts, numbers, chosen):
        return None
    seen.goes_on = True
    seen.account = parts.plain
    return parts


def _holds(folder: str, names: bytes) -> bool:
    """Whether a search would take the same there as it did."""
    from onefold.tools.search import names_in  # Most changes are within a file.

    witness.lists(folder)
    try:
        found = names_in(folder, frontends().frontends)
    except OSError:
        return False
    witness.listed(folder, found)
    return names_digest(found) == names


def _renew(parts: Parts, numbers: Set[int], chosen: Selection) -> bool:
    """Check some of the sources; whether that is enough. Where it is not, the parts are of no use any more."""
    around = Surroundings(Workspaces(), frontends().frontends, tuple(parts.names))
    for number in sorted(numbers):
        name = parts.names[number]
        try:
            found = traced(name, around.workspaces.of(name), around.of(name))
        except (Exception, SystemExit):  # whatever it is, it comes again and is told
            return False
        examined = Examined.of(found.compilation)
        if not parts.replace(number, examined, chosen.of(examined.diagnostics), found.taken):
            return False
    return True
