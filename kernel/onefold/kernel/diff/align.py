"""Align two sequences: find what they have in common, in order, in bounded time."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final, TypeAlias

from onefold.kernel.classes import frozen

# Small ranges without a member that occurs once are compared member by member: at most this many pairs a range …
_PAIRS: Final = 10_000
# … and at most this much work for each member of the two sequences. What is left then counts as different.
_WORK: Final = 60
_LEAST_WORK: Final = 2_000_000

_Range: TypeAlias = tuple[int, int, int, int]


@frozen(order=True)
class Run:
    """A stretch of equal members: `length` of them, from `old` in the one sequence and from `new` in the other."""

    old: int
    new: int
    length: int


def align(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Run]:
    """The stretches that both sequences have, in order.

    Members that occur once in both are what people see first, so they hold the alignment in place (patience diff).

    >>> align("the cat sat".split(), "the dog sat".split())
    [Run(old=0, new=0, length=1), Run(old=2, new=2, length=1)]
    """
    runs: list[Run] = []
    work = _LEAST_WORK + _WORK * (len(old) + len(new))
    waiting: list[_Range] = [(0, len(old), 0, len(new))]
    while waiting and work > 0:
        span = _without_equal_ends(old, new, waiting.pop(), runs)
        first, last, start, end = span
        if first == last or start == end:
            continue
        work -= (last - first) + (end - start)
        anchors = _anchors(old, new, span)
        if anchors:
            waiting.extend(_between(span, anchors))
        elif (last - first) * (end - start) <= _PAIRS:
            work -= (last - first) * (end - start)
            runs.extend(_compared(old, new, span))
    return _joined(runs)


def gaps(runs: Sequence[Run], old_length: int, new_length: int) -> list[_Range]:
    """What lies before, between and after the runs: half-open ranges of both sequences, one pair for each place.

    >>> gaps([Run(0, 0, 1)], 1, 3)
    [(0, 0, 0, 0), (1, 1, 1, 3)]
    """
    ends = [Run(0, 0, 0), *runs, Run(old_length, new_length, 0)]
    return [
        (before.old + before.length, after.old, before.new + before.length, after.new)
        for before, after in pairwise(ends)
    ]


def _without_equal_ends(old: Sequence[Hashable], new: Sequence[Hashable], span: _Range, runs: list[Run]) -> _Range:
    first, last, start, end = span
    ahead = 0
    while first + ahead < last and start + ahead < end and old[first + ahead] == new[start + ahead]:
        ahead += 1
    if ahead:
        runs.append(Run(first, start, ahead))
    first, start = first + ahead, start + ahead
    behind = 0
    while last - behind > first and end - behind > start and old[last - behind - 1] == new[end - behind - 1]:
        behind += 1
    if behind:
        runs.append(Run(last - behind, end - behind, behind))
    return first, last - behind, start, end - behind


def _anchors(old: Sequence[Hashable], new: Sequence[Hashable], span: _Range) -> list[tuple[int, int]]:
    """Places of members that occur exactly once in both ranges, as many as keep their order."""
    first, last, start, end = span
    counted, counted_new = Counter(old[first:last]), Counter(new[start:end])
    place = {new[index]: index for index in range(start, end) if counted_new[new[index]] == 1}
    pairs = [
        (index, place[old[index]]) for index in range(first, last) if counted[old[index]] == 1 and old[index] in place
    ]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of `pairs` (rising in the first member) that rises in the second too."""
    tops: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        pile = bisect_left(tops, value)
        before.append(places[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(value)
            places.append(index)
        else:
            tops[pile], places[pile] = value, index
    rising = []
    index = places[-1] if places else -1
    while index >= 0:
        rising.append(pairs[index])
        index = before[index]
    return rising[::-1]


def _between(span: _Range, anchors: Sequence[tuple[int, int]]) -> list[_Range]:
    """The ranges that anchors split a range into; each begins with its anchor, which is then an equal end."""
    first, last, start, end = span
    begins = [(first, start), *anchors]
    ends = [*anchors, (last, end)]
    return [(a, b, c, d) for (a, c), (b, d) in zip(begins, ends, strict=True) if a < b or c < d]


def _compared(old: Sequence[Hashable], new: Sequence[Hashable], span: _Range) -> list[Run]:
    first, last, start, end = span
    matcher = SequenceMatcher(None, old[first:last], new[start:end], autojunk=False)
    return [Run(first + each.a, start + each.b, each.size) for each in matcher.get_matching_blocks() if each.size]


def _joined(runs: list[Run]) -> list[Run]:
    """The runs in order, touching ones as one."""
    joined: list[Run] = []
    for run in sorted(runs):
        last = joined[-1] if joined else None
        if last and last.old + last.length == run.old and last.new + last.length == run.new:
            joined[-1] = Run(last.old, last.new, last.length + run.length)
        else:
            joined.append(run)
    return joined
