"""Find the steps that have another id now: those that went and those that came are matched by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from onefold.kernel import patterns
from onefold.kernel.diff.kinship import Portrait, kinship, portraits
from onefold.kernel.document import record_document
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.jcs import encode_value

# Less alike than this, two steps are two steps.
_LEAST: Final = 0.6
# With more pairs than this to compare, only steps that are equal word for word are matched.
_PAIRS: Final = 40_000
_PART: Final = patterns.compile(r"[^-_]+")

_Candidate: TypeAlias = tuple[float, float, str, str]


def find_renames(old: WorkflowDef, new: WorkflowDef) -> dict[str, str]:
    """The new ids of renamed steps by their old ids, in the order of the old ones.

    A step that both have is itself, whatever it says. Of the others the most alike become pairs first.
    """
    gone = [name for name in old.steps if name not in new.steps]
    come = [name for name in new.steps if name not in old.steps]
    if not gone or not come:
        return {}
    if len(gone) * len(come) > _PAIRS:
        return dict(_equal_ones(old, new, gone, come))
    strangers = {*gone, *come}
    before, after = portraits(old, gone, strangers), portraits(new, come, strangers)
    found: dict[str, str] = {}
    taken: set[str] = set()
    for _, _, name, other in sorted(_candidates(before, after)):
        if name not in found and other not in taken:
            found[name] = other
            taken.add(other)
    return {name: found[name] for name in gone if name in found}


def _candidates(before: Mapping[str, Portrait], after: Mapping[str, Portrait]) -> Iterator[_Candidate]:
    """The pairs that are alike enough; sorted, the best come first."""
    for name, one in before.items():
        for other, another in after.items():
            likeness = kinship(one, another)
            if likeness >= _LEAST:
                yield -likeness, -_shared_parts(name, other), name, other


def _shared_parts(name: str, other: str) -> float:
    one, another = {*_PART.findall(name)}, {*_PART.findall(other)}
    return len(one & another) / max(len(one | another), 1)


def _equal_ones(old: WorkflowDef, new: WorkflowDef, gone: list[str], come: list[str]) -> Iterator[tuple[str, str]]:
    waiting: dict[bytes, list[str]] = {}
    for name in reversed(come):
        waiting.setdefault(encode_value(record_document(new.steps[name])), []).append(name)
    for name in gone:
        equal = waiting.get(encode_value(record_document(old.steps[name])))
        if equal:
            yield name, equal.pop()
