"""Merge keys: `<<` brings in the entries of other mappings, and leaves no trace."""

from __future__ import annotations

from onefold.frontends.yaml.built import MERGE, entries_of, items_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from onefold.frontends.tree import Entry
    from onefold.frontends.yaml.built import Built, Entries


class NoMapping(Exception):  # noqa: N818 - it is a refusal by rule, not a fault
    """What is to be merged is no mapping."""


def merge(entries: Entries, count: Callable[[int], None]) -> None:
    """Carry out the merge of a complete mapping in place.

    Explicit keys win over merged ones, and an earlier mapping over a later one. `count` is told how many entries
    are about to be looked at, so that it can stop a source whose merges grow without end. Raises `NoMapping`.
    """
    for source in _sources(entries.pop(MERGE)):
        count(len(source))
        for key, entry in source.items():
            entries.setdefault(key, entry)


def _sources(value: Built | Entry) -> Iterator[Mapping[str, Built | Entry]]:
    items = items_of(value)
    for each in [value] if items is None else items:
        entries = entries_of(each)
        if entries is None:
            raise NoMapping
        yield entries
