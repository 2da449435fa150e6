"""JSON values compared by structure: what was added, removed and changed, and at which path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from onefold.kernel.classes import frozen
from onefold.kernel.diff.align import align, gaps
from onefold.kernel.jcs import encode_value
from onefold.kernel.values import JsonValue, utf16_order

JsonPath: TypeAlias = tuple["str | int", ...]


@frozen
class Change:
    """A place inside a value that is not what it was."""

    kind: str
    """`added`, `removed` or `changed`."""
    path: JsonPath
    """Keys and indexes; what was removed from a list stands at its old index."""
    old: JsonValue = None
    new: JsonValue = None


def same(old: JsonValue, new: JsonValue) -> bool:
    """Whether two values are one to whoever reads their bytes.

    >>> same(1, 1.0), same(1, True)
    (True, False)
    """
    return encode_value(old) == encode_value(new)


def structural_changes(old: JsonValue, new: JsonValue, path: JsonPath = ()) -> Iterator[Change]:
    """The smallest places that differ. Values are no deeper than the limit on depth.

    >>> [(each.kind, each.path) for each in structural_changes({"a": [1, 2]}, {"a": [1, 3], "b": None})]
    [('changed', ('a', 1)), ('added', ('b',))]
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _mappings(old, new, path)
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        yield from _lists(old, new, path)
    elif not same(old, new):
        yield Change("changed", path, old, new)


def _mappings(old: Mapping[str, JsonValue], new: Mapping[str, JsonValue], path: JsonPath) -> Iterator[Change]:
    for key in sorted({*old, *new}, key=utf16_order):
        if key not in new:
            yield Change("removed", (*path, key), old[key])
        elif key not in old:
            yield Change("added", (*path, key), new=new[key])
        else:
            yield from structural_changes(old[key], new[key], (*path, key))


def _lists(old: Sequence[JsonValue], new: Sequence[JsonValue], path: JsonPath) -> Iterator[Change]:
    runs = align([*map(encode_value, old)], [*map(encode_value, new)])
    for first, last, start, end in gaps(runs, len(old), len(new)):
        both = min(last - first, end - start)
        for offset in range(both):
            yield from structural_changes(old[first + offset], new[start + offset], (*path, start + offset))
        for index in range(first + both, last):
            yield Change("removed", (*path, index), old[index])
        for index in range(start + both, end):
            yield Change("added", (*path, index), new=new[index])
