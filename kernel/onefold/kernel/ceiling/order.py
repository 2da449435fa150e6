"""The order of ceilings: their normal form, which is within which, the greatest lower bound, what two ask together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.kernel.ceiling.dimensions import ALL, FOLDERS, NO_ENTRIES, Entries
from onefold.kernel.ceiling.model import DIMENSIONS, Ceiling, Constraint
from onefold.kernel.ceiling.patterns import covers_name, projected
from onefold.kernel.classes import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence


def normal_form(ceiling: Ceiling) -> Ceiling:
    """The one way to write a ceiling: without entries that others cover. On these forms `within` is a partial order."""
    made: dict[str, Any] = {name: each.normal(getattr(ceiling, name)) for name, (_, each) in DIMENSIONS.items()}
    made["read_only_roots"] = _uncovered(made["read_only_roots"], made["workspace_roots"])
    made["constraints"] = frozenset(
        Constraint(projected(each.tool), tuple(sorted(set(each.patterns))), each.key)
        for each in ceiling.constraints
        if touches(made["tools"], projected(each.tool))
    )
    return Ceiling(**made)


def within(child: Ceiling, parent: Ceiling) -> bool:
    """Whether a ceiling allows nothing that another does not."""
    return meet(child, parent) == normal_form(child)


def meet(one: Ceiling, other: Ceiling) -> Ceiling:
    """The greatest ceiling within both, in normal form."""
    one, other = normal_form(one), normal_form(other)
    made: dict[str, Any] = {
        name: each.meet(getattr(one, name), getattr(other, name)) for name, (_, each) in DIMENSIONS.items()
    }
    made["read_only_roots"] = FOLDERS.meet(readable(one), readable(other))
    return normal_form(Ceiling(**made, constraints=one.constraints | other.constraints))


def union(*requests: Ceiling) -> Ceiling:
    """What requests ask for together, in normal form; arguments are constrained where every one constrains them."""
    known = requests or (Ceiling(),)
    made: dict[str, Any] = {
        name: each.join([getattr(request, name) for request in known]) for name, (_, each) in DIMENSIONS.items()
    }
    found = {each for request in known for each in request.constraints}
    return normal_form(Ceiling(**made, constraints=_shared(known) if found else frozenset()))


def _shared(requests: Sequence[Ceiling]) -> frozenset[Constraint]:
    """The constraints that every request has that calls the tool."""
    known = [normal_form(each) for each in requests]
    found = {each for request in known for each in request.constraints}
    return frozenset(
        each
        for each in found
        if all(each in request.constraints or not touches(request.tools, each.tool) for request in known)
    )


def readable(ceiling: Ceiling) -> Entries:
    """The folders that may be read, those that may be written among them."""
    return FOLDERS.join((ceiling.workspace_roots, ceiling.read_only_roots))


def without_amounts(ceiling: Ceiling) -> Ceiling:
    """The request without amounts: for what runs as part of another run, whose budget holds for both."""
    return evolve(ceiling, tokens=0, cost={}, wall_time=0, steps=0)


def touches(tools: Entries, pattern: str) -> bool:
    """Whether a pattern and the tools have a name in common."""
    if isinstance(tools, str):
        return True
    return any(covers_name(each, pattern) or covers_name(pattern, each) for each in tools)


def _uncovered(entries: Entries, by: Entries) -> Entries:
    """The entries that others do not cover already."""
    if isinstance(by, str):
        return NO_ENTRIES
    if isinstance(entries, str):
        return ALL
    return frozenset(each for each in entries if not FOLDERS.within(frozenset({each}), by))
