"""A difference in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from onefold.kernel.diff.difference import Difference, Entry
from onefold.kernel.words import counted

SAME: str = "same version"


def summary(difference: Difference) -> str:
    """How many steps, edges and other fields differ, on one line; `same version` where nothing does."""
    if difference.is_empty:
        return SAME
    return ", ".join(_parts(difference))


def _parts(difference: Difference) -> Iterator[str]:
    whole = Counter[str](each.kind for each in difference.entries if is_step(each))
    for kind in ("added", "removed", "renamed"):
        if whole[kind]:
            yield f"{counted(whole[kind], 'step')} {kind}"
    inside = {each.path[1] for each in difference.entries if each.path[0] == "steps" and len(each.path) > 2}
    if inside:
        yield f"{counted(len(inside), 'step')} changed"
    edges = Counter[str](each.kind for each in difference.edges)
    for kind in ("added", "removed"):
        if edges[kind]:
            yield f"{counted(edges[kind], 'edge')} {kind}"
    yield from _fields(difference)


def _fields(difference: Difference) -> Iterator[str]:
    """The fields of the workflow itself; transitions are told as edges as far as they are edges."""
    fields = [str(each.path[0]) for each in difference.entries if each.path[0] != "steps"]
    transitions = fields.count("transitions")
    if transitions and not any(each.by == "transition" for each in difference.edges):
        yield f"{counted(transitions, 'transition')} changed"
    *others, last = [name for name in dict.fromkeys(fields) if name != "transitions"] or [""]
    if last:
        yield f"{', '.join(others)}{' and ' if others else ''}{last} changed"


def is_step(entry: Entry) -> bool:
    """Whether the entry is about a step as a whole."""
    return entry.path[0] == "steps" and len(entry.path) == 2
