"""What a dimension of a ceiling is: all, none or some of something, with an order and a greatest lower bound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import reduce
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from onefold.kernel.ceiling.paths import normal_path, paths_above
from onefold.kernel.ceiling.patterns import names_above, projected
from onefold.kernel.classes import frozen

All: TypeAlias = Literal["all"]
ALL: Final = "all"
NONE: Final = "none"
Entries: TypeAlias = All | frozenset[str]
"""All, or these; the empty set is none."""
Operations: TypeAlias = All | Mapping[str, Entries]
"""All, or for each name all or some of what belongs to it."""
Amount: TypeAlias = All | int
"""Any amount, or this much."""
Costs: TypeAlias = All | Mapping[str, Decimal]
"""Any amount of money, or this much of each currency."""
NO_ENTRIES: Final[frozenset[str]] = frozenset()


class Excess(NamedTuple):
    """What is asked for and not allowed, of one dimension."""

    name: str
    """Where in the dimension: a key, or nothing."""
    requested: Any
    """A word, a number, or a list of words."""
    allowed: Any


class Dimension(Protocol):
    """The algebra of one dimension; every function takes values in normal form but `normal`."""

    def normal(self, value: Any) -> Any:  # noqa: ANN401 - a value of the dimension, here and below
        """The value without what says nothing more."""

    def within(self, value: Any, limit: Any) -> bool:  # noqa: ANN401
        """Whether a value is no more than another."""

    def meet(self, one: Any, other: Any) -> Any:  # noqa: ANN401
        """The most that is within both."""

    def join(self, values: Sequence[Any]) -> Any:  # noqa: ANN401
        """The least that all values are within, which need not be in normal form."""

    def excesses(self, value: Any, limit: Any) -> Iterator[Excess]:  # noqa: ANN401
        """What of a value is not within another."""


@frozen
class Names:
    """Entries of which one may cover another, as a pattern or a folder does: what covers one thing is nested."""

    above: Callable[[str], Iterable[str]]
    """Every entry that covers an entry in normal form, but itself."""
    tidy: Callable[[str], str]
    """The normal form of one entry."""

    def normal(self, value: Entries) -> Entries:
        """Each entry in its normal form, without those that another covers."""
        if isinstance(value, str):
            return ALL
        tidied = frozenset(map(self.tidy, value))
        if self.is_whole(tidied):
            return ALL
        return frozenset(each for each in tidied if tidied.isdisjoint(self.above(each)))

    def is_whole(self, entries: frozenset[str]) -> bool:
        """Whether one of the entries covers everything that there can be."""
        return "*" in entries and "*" in self.above("")

    def within(self, value: Entries, limit: Entries) -> bool:
        """Whether every entry is covered."""
        return not self._beyond(value, limit)

    def meet(self, one: Entries, other: Entries) -> Entries:
        """What both cover: of each pair that is nested, the inner one."""
        if isinstance(one, str) or isinstance(other, str):
            return other if isinstance(one, str) else one
        return frozenset(each for each in one if self.covered(each, other)) | frozenset(
            each for each in other if self.covered(each, one)
        )

    def join(self, values: Sequence[Entries]) -> Entries:
        """What any covers."""
        found: set[str] = set()
        for each in values:
            if isinstance(each, str):
                return ALL
            found |= each
        return self.normal(frozenset(found))

    def excesses(self, value: Entries, limit: Entries) -> Iterator[Excess]:
        """Each entry that is not covered."""
        for each in self._beyond(value, limit):
            yield Excess("", each, listed_entries(limit))

    def covered(self, entry: str, by: frozenset[str]) -> bool:
        """Whether one of some entries is or covers another one."""
        return entry in by or not by.isdisjoint(self.above(entry))

    def _beyond(self, value: Entries, limit: Entries) -> list[str]:
        if isinstance(limit, str):
            return []
        if isinstance(value, str):
            return [ALL]
        return sorted(each for each in value if not self.covered(each, limit))


@frozen
class NamesByName:
    """For each name, entries that belong to it."""

    entries: Names

    def normal(self, value: Operations) -> Operations:
        """Without names that have nothing."""
        if isinstance(value, str):
            return ALL
        tidied = {name: self.entries.normal(each) for name, each in sorted(value.items())}
        return {name: each for name, each in tidied.items() if each}

    def within(self, value: Operations, limit: Operations) -> bool:
        """Whether the entries of every name are covered."""
        return not any(True for _ in self.excesses(value, limit))

    def meet(self, one: Operations, other: Operations) -> Operations:
        """Name by name."""
        if isinstance(one, str) or isinstance(other, str):
            return other if isinstance(one, str) else one
        return self.normal({name: self.entries.meet(one[name], other[name]) for name in one if name in other})

    def join(self, values: Sequence[Operations]) -> Operations:
        """Name by name."""
        found: dict[str, list[Entries]] = {}
        for each in values:
            if isinstance(each, str):
                return ALL
            for name, entries in each.items():
                found.setdefault(name, []).append(entries)
        return self.normal({name: self.entries.join(entries) for name, entries in found.items()})

    def excesses(self, value: Operations, limit: Operations) -> Iterator[Excess]:
        """Each entry that is not covered, under its name."""
        if isinstance(limit, str):
            return
        if isinstance(value, str):
            yield Excess("", ALL, listed_operations(limit))
            return
        for name, entries in value.items():
            for each in self.entries.excesses(entries, limit.get(name, NO_ENTRIES)):
                yield Excess(name, each.requested, each.allowed)


@frozen
class Ladder:
    """One of a few words, from the least to the most."""

    words: tuple[str, ...]

    def normal(self, value: object) -> str:
        """The word; what is none of them could be anything."""
        return value if isinstance(value, str) and value in self.words else self.words[-1]

    def within(self, value: str, limit: str) -> bool:
        """Whether a word stands no higher."""
        return self.rank(value) <= self.rank(limit)

    def meet(self, one: str, other: str) -> str:
        """The lower word."""
        return min(one, other, key=self.rank)

    def join(self, values: Sequence[str]) -> str:
        """The highest word."""
        return self.normal(max(values, key=self.rank))

    def excesses(self, value: str, limit: str) -> Iterator[Excess]:
        """The word, where it stands higher."""
        if not self.within(value, limit):
            yield Excess("", value, limit)

    def rank(self, word: str) -> int:
        """How high a word stands; what is none of them could be anything."""
        return self.words.index(word) if word in self.words else len(self.words) - 1


@frozen
class Quantity:
    """A number of something."""

    def normal(self, value: Amount) -> Amount:
        """As it is."""
        return value

    def within(self, value: Amount, limit: Amount) -> bool:
        """Whether it is no more."""
        return isinstance(limit, str) or (not isinstance(value, str) and value <= limit)

    def meet(self, one: Amount, other: Amount) -> Amount:
        """The smaller one."""
        return one if self.within(one, other) else other

    def join(self, values: Sequence[Amount]) -> Amount:
        """The largest one."""
        return reduce(lambda one, other: other if self.within(one, other) else one, values)

    def excesses(self, value: Amount, limit: Amount) -> Iterator[Excess]:
        """The number, where it is more."""
        if not self.within(value, limit):
            yield Excess("", value, limit)


@frozen
class Money:
    """An amount of money; amounts of two currencies are not compared."""

    def normal(self, value: Costs) -> Costs:
        """Without currencies of which there is nothing."""
        return ALL if isinstance(value, str) else {name: value[name] for name in sorted(value) if value[name]}

    def within(self, value: Costs, limit: Costs) -> bool:
        """Whether it is no more of any currency."""
        return not any(True for _ in self.excesses(value, limit))

    def meet(self, one: Costs, other: Costs) -> Costs:
        """The smaller amount of each currency."""
        if isinstance(one, str) or isinstance(other, str):
            return other if isinstance(one, str) else one
        return self.normal({name: min(one[name], other[name]) for name in one if name in other})

    def join(self, values: Sequence[Costs]) -> Costs:
        """The largest amount of each currency."""
        found: dict[str, Decimal] = {}
        for each in values:
            if isinstance(each, str):
                return ALL
            found |= {name: max(amount, found.get(name, amount)) for name, amount in each.items()}
        return self.normal(found)

    def excesses(self, value: Costs, limit: Costs) -> Iterator[Excess]:
        """Each amount that is more."""
        if isinstance(limit, str):
            return
        if isinstance(value, str):
            yield Excess("", ALL, listed_costs(limit))
            return
        for name, amount in value.items():
            if amount > limit.get(name, Decimal(0)):
                yield Excess("", f"{amount} {name}", listed_costs(limit))


def listed_entries(entries: Entries) -> str | list[str]:
    """Entries as they are shown: a word, or the sorted list."""
    return ALL if isinstance(entries, str) else sorted(entries) or NONE


def listed_operations(operations: Operations) -> str | list[str]:
    """Operations as they are shown: a word, or `name.entry` in order."""
    if isinstance(operations, str):
        return ALL
    found = []
    for name, entries in sorted(operations.items()):
        found += [f"{name}.*"] if isinstance(entries, str) else [f"{name}.{each}" for each in sorted(entries)]
    return found or NONE


def listed_costs(costs: Costs) -> str:
    """Money as it is shown."""
    return ALL if isinstance(costs, str) else ", ".join(f"{costs[name]} {name}" for name in costs) or NONE


EXACT: Final = Names(lambda _: (), str)
PATTERNS: Final = Names(names_above, projected)
FOLDERS: Final = Names(paths_above, normal_path)
BY_NAME: Final = NamesByName(EXACT)
QUANTITY: Final = Quantity()
MONEY: Final = Money()
