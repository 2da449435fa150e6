"""Compare two values along the tree of a source, and have its pen write what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from onefold.frontends.revision.pen import FieldChanges, ItemChanges
from onefold.frontends.tree import MappingNode, SequenceNode
from onefold.kernel.classes import define, frozen
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.frontends.revision.pen import Pen
    from onefold.frontends.tree import Node
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


def revisions(root: Node, old: JsonValue, new: JsonValue, pen: Pen, *, is_wary: bool = False) -> list[Edit]:
    """The splices that make a source whose document is `old` say `new`.

    The two are compared with each other and not with the text, which may spell the same in another way: only what
    differs is touched. What is meant in several places is changed where it stands, since these may say otherwise
    themselves; with `is_wary` it is replaced whole and left to the others as it was. Raises `Unrevisable`.
    """
    return list(_Walk(pen, is_wary).node(root, old, new, ()))


@frozen
class _Walk:
    pen: Pen
    is_wary: bool

    def node(self, node: Node, old: JsonValue, new: JsonValue, path: IrPath) -> Iterator[Edit]:
        """The splices below one node; both values are mappings, or both are lists."""
        if isinstance(node, MappingNode) and isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from self._mapping(node, old, new, path)
        elif isinstance(node, SequenceNode) and isinstance(old, Sequence) and isinstance(new, Sequence):
            yield from self._list(node, old, new, path)

    def _mapping(
        self, node: MappingNode, old: Mapping[str, JsonValue], new: Mapping[str, JsonValue], path: IrPath
    ) -> Iterator[Edit]:
        put: dict[str, JsonValue] = {}
        added: dict[str, JsonValue] = {}
        for name, value in new.items():
            if name in old and _same(old[name], value):
                continue
            entry = node.entries.get(name)
            if entry is None:
                added[name] = value
            elif name in old and self._is_alike(node, entry.node, old[name], value, (*path, name)):
                yield from self.node(entry.node, old[name], value, (*path, name))
            else:
                put[name] = value
        dropped = frozenset(name for name in old if name not in new and name in node.entries)
        if put or added or dropped:
            yield from self.pen.fields(node, path, FieldChanges(put, added, dropped))

    def _list(
        self, node: SequenceNode, old: Sequence[JsonValue], new: Sequence[JsonValue], path: IrPath
    ) -> Iterator[Edit]:
        changes = _compared(old, new)
        put: dict[int, JsonValue] = {}
        for index, value in changes.put.items():
            below = (*path, index)
            if self._is_alike(node, node.items[index], old[index], value, below):
                yield from self.node(node.items[index], old[index], value, below)
            else:
                put[index] = value
        if put or changes.appended or changes.dropped:
            yield from self.pen.items(node, path, ItemChanges(put, tuple(changes.appended), frozenset(changes.dropped)))

    def _is_alike(self, owner: Node, node: Node, old: JsonValue, new: JsonValue, path: IrPath) -> bool:
        """Whether two values of a node can be compared member by member."""
        if self.pen.is_whole(path, owner, node) or (self.is_wary and self.pen.is_shared(node)):
            return False
        if isinstance(node, MappingNode):
            return isinstance(old, Mapping) and isinstance(new, Mapping) and bool(new)
        if not (isinstance(node, SequenceNode) and isinstance(old, list) and isinstance(new, list)):
            return False
        return bool(new) and len(node.items) == len(old) and _compared(old, new).is_sayable


@define
class _Compared:
    put: dict[int, JsonValue]
    appended: list[JsonValue]
    dropped: set[int]
    is_sayable: bool = True
    """Whether nothing is put between items that stay."""


def _compared(old: Sequence[JsonValue], new: Sequence[JsonValue]) -> _Compared:
    """What becomes of the items of a list: the smallest change that keeps them in order."""
    found = _Compared({}, [], set())
    before, after = ([encode_value(each) for each in side] for side in (old, new))
    for tag, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        pairs = min(end - start, last - first)
        found.put |= {start + offset: new[first + offset] for offset in range(pairs)}
        found.dropped |= set(range(start + pairs, end))
        found.appended += new[first + pairs : last]
        found.is_sayable = found.is_sayable and (first + pairs == last or end == len(old))
    return found


def _same(old: JsonValue, new: JsonValue) -> bool:
    return encode_value(old) == encode_value(new)
