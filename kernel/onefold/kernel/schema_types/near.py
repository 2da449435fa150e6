"""Which of some names is so near to another that it was probably meant."""

from __future__ import annotations

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Final

# Of shorter names too many are near to each other.
_SHORTEST: Final = 2
_LONGEST: Final = 100
# Two slips are allowed in names of this length, also when one of them is a letter shorter; else one.
_LONG: Final = 6
# In names of two letters another letter makes another name; only letters that are swapped or added are slips.
_TINY: Final = 2
_MOST_NAMES: Final = 1_000
_DIGITS: Final = patterns.compile(r"\d+", patterns.ASCII)


def near_name(name: str, groups: Iterable[Collection[str]]) -> str | None:
    """The name among `groups` that `name` is a slip of: the nearest, and the first of several in their order.

    Names that differ in their numbers only are told apart on purpose. `None` also when there are too many names.

    >>> near_name("scroe", [["score", "store"]])
    'score'
    >>> near_name("rp", [["nr", "pr"]])
    'pr'
    >>> near_name("item2", [["item1"]])
    """
    names = sorted({each for group in groups if len(group) <= _MOST_NAMES for each in group})
    if not _SHORTEST <= len(name) <= _LONGEST or len(names) > _MOST_NAMES or name in names:
        return None
    best: tuple[int, str] | None = None
    for each in names:
        most = 2 if max(len(name), len(each)) >= _LONG and min(len(name), len(each)) >= _LONG - 1 else 1
        if len(each) < _SHORTEST or abs(len(each) - len(name)) > most or _apart(name, each):
            continue
        found = distance(name.casefold(), each.casefold(), most)
        if found <= most and (best is None or found < best[0]):
            best = found, each
    return best[1] if best else None


def _apart(one: str, other: str) -> bool:
    """Whether two names differ in their numbers only, or are two letters each and not the same two."""
    if len(one) == len(other) <= _TINY and sorted(one.casefold()) != sorted(other.casefold()):
        return True
    return _DIGITS.sub("0", one) == _DIGITS.sub("0", other) or _DIGITS.sub("", one) == _DIGITS.sub("", other)


def distance(one: str, other: str, most: int) -> int:
    """How many characters must be put in, left out, replaced or swapped with their neighbour; `most` + 1 for more.

    >>> [distance("score", each, 2) for each in ("score", "scroe", "scores", "socer", "total")]
    [0, 1, 1, 2, 3]
    """
    before, last = [0] * (len(other) + 1), list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        current = [i]
        for j, right in enumerate(other, 1):
            cost = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > most:
            return most + 1
        before, last = last, current
    return min(last[-1], most + 1)
