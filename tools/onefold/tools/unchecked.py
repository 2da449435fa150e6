"""What was not checked because no catalogue speaks of it: said once for all sources of a run."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.words import enumerated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set
    from typing import Final

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.member import Member
    from onefold.tools.surroundings import Surrounding

_KINDS: Final = ("tools", "verifiers", "model slots", "workflows")


def unchecked(checked: Iterable[tuple[Member | None, Surrounding]]) -> tuple[Diagnostic, ...]:
    """One note that names the kinds of ids that workflows use and nobody could check; none where there are none."""
    pairs = [(member, around) for member, around in checked if member is not None]
    at_hand = {(id(around), member.workflow) for member, around in pairs}
    found = {kind for member, around in pairs for kind in unlisted(member, around, at_hand)}
    if not found:
        return ()
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    named = [kind for kind in _KINDS if kind in found]
    return diagnose([Finding("unchecked-reference", Place(), {"kinds": enumerated(named)})], lambda _: None)


def unlisted(member: Member, around: Surrounding, at_hand: Set[tuple[int, str]]) -> Iterator[str]:
    """The kinds that a workflow names and no catalogue has a section for; `at_hand` are the workflows of the run."""
    if around.catalog is None and around.catalogs:
        return  # A catalogue is broken, and that is told.
    catalog = around.catalog
    if (catalog is None or catalog.tools is None) and member.names_tools:
        yield "tools"
    if (catalog is None or catalog.verifiers is None) and member.verifiers:
        yield "verifiers"
    if (catalog is None or catalog.models is None) and member.models:
        yield "model slots"
    sources = () if catalog is None else catalog.sources
    if (catalog is None or catalog.workflows is None) and any(
        # Those of the run are sources that are at hand; to look for them is not needed.
        (id(around), call.workflow) not in at_hand and call.workflow not in sources
        for call in member.calls
    ):
        yield "workflows"
