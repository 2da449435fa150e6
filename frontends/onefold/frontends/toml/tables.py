"""The tables of a TOML text while it is read: what may be opened again, and what is defined already."""

from __future__ import annotations

from onefold.frontends.refusal import duplicate_key
from onefold.frontends.tree import Entry, MappingNode, ScalarNode, SequenceNode
from onefold.kernel.classes import Factory, define, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from onefold.frontends.tally import Tally
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Span

    # A node is a value that was written whole; nothing can be added to it.
    _Child: TypeAlias = "Table | _TableArray | Node"


@frozen
class Part:
    """One part of a dotted key."""

    name: str
    span: Span


@define
class _Cell:
    """One entry of a table: where its key was written, and what stands there so far."""

    key: Span
    child: _Child


@define(eq=False)
class Table:
    """A mapping that may still grow. The root has level 1."""

    span: Span
    level: int
    cells: dict[str, _Cell] = Factory(dict)
    is_complete: bool = False
    """Whether a header, or dotted keys under another header, have defined it: no key or header may add to it
    but its own header's keys and headers of tables within."""


@define(eq=False)
class _TableArray:
    """A list of tables, each with a header of its own."""

    span: Span
    level: int
    tables: list[Table] = Factory(list)


@define
class Tables:
    """The tables of a document, or of one inline table."""

    root: Table
    tally: Tally
    created: list[Table | _TableArray] = Factory(list)
    dotted: list[Table] = Factory(list)
    """What dotted keys defined since the last header."""

    def open_table(self, parts: Sequence[Part], header: Span) -> Table:
        """The table under the header `[parts]`."""
        self._complete_dotted()
        parent = self._parent(parts[:-1])
        part = parts[-1]
        cell = parent.cells.get(part.name)
        if cell is None:
            table = self._add(parent, part)
        elif isinstance(cell.child, Table) and not cell.child.is_complete:
            table, cell.key = cell.child, part.span
        else:
            table = self._conflict(parent, part, cell)
        table.span, table.is_complete = header, True
        return table

    def append_table(self, parts: Sequence[Part], header: Span) -> Table:
        """A new table at the end of the list under the header `[[parts]]`."""
        self._complete_dotted()
        parent = self._parent(parts[:-1])
        part = parts[-1]
        cell = parent.cells.get(part.name)
        if cell is None:
            self.tally.add(part.span.start, parent.level + 1)
            array = _TableArray(header, parent.level + 1)
            self.created.append(array)
            parent.cells[part.name] = _Cell(part.span, array)
        elif isinstance(cell.child, _TableArray):
            array = cell.child
        else:
            return self._conflict(parent, part, cell)
        self.tally.add(part.span.start, array.level + 1)
        table = Table(header, array.level + 1, is_complete=True)
        self.created.append(table)
        array.tables.append(table)
        return table

    def assign(self, table: Table, parts: Sequence[Part], node: Node) -> None:
        """Put a value at a key, dotted or not, below `table`."""
        for part in parts[:-1]:
            cell = table.cells.get(part.name)
            if cell is None:
                table = self._add(table, part)
            elif isinstance(cell.child, Table) and not cell.child.is_complete:
                table = cell.child
            else:
                self._conflict(table, part, cell)
                return
            self.dotted.append(table)
        part = parts[-1]
        cell = table.cells.get(part.name)
        if cell is not None:
            self._conflict(table, part, cell)
            return
        table.cells[part.name] = _Cell(part.span, node)

    def freeze(self, depth: int) -> Node:
        """The finished tree; what lies below level `depth` and is no scalar is shown as null."""
        done: dict[int, Node] = {}
        # A table is created before all that is within it.
        for built in reversed([self.root, *self.created]):
            done[id(built)] = _frozen(built, done, depth)
        return done[id(self.root)]

    def _parent(self, parts: Sequence[Part]) -> Table:
        """The table that a header's last part belongs to."""
        table = self.root
        for part in parts:
            cell = table.cells.get(part.name)
            if cell is None:
                table = self._add(table, part)
            elif isinstance(cell.child, Table):
                table = cell.child
            elif isinstance(cell.child, _TableArray):
                table = cell.child.tables[-1]
            else:
                table = self._conflict(table, part, cell)
        return table

    def _add(self, parent: Table, part: Part) -> Table:
        self.tally.add(part.span.start, parent.level + 1)
        table = Table(part.span, parent.level + 1)
        self.created.append(table)
        parent.cells[part.name] = _Cell(part.span, table)
        return table

    def _complete_dotted(self) -> None:
        for table in self.dotted:
            table.is_complete = True
        self.dotted.clear()

    def _conflict(self, parent: Table, part: Part, cell: _Cell) -> Table:
        """Report a key that is defined already; give a table apart, so that reading can go on."""
        self.tally.report(duplicate_key(part.name, part.span, cell.key, _help(cell.child)))
        return Table(part.span, parent.level + 1)


def _help(existing: _Child) -> str | None:
    if isinstance(existing, Table):
        return "write all keys of a table in one place, under one header"
    if isinstance(existing, MappingNode):
        return "write all keys of an inline table within its braces"
    return None


def _frozen(built: Table | _TableArray, done: dict[int, Node], depth: int) -> Node:
    if built.level > depth:
        return ScalarNode(built.span, None)
    if isinstance(built, _TableArray):
        return SequenceNode(built.span, tuple(done[id(table)] for table in built.tables))
    return MappingNode(built.span, {name: _entry(cell, done) for name, cell in built.cells.items()})


def _entry(cell: _Cell, done: dict[int, Node]) -> Entry:
    child = cell.child
    return Entry(cell.key, done[id(child)] if isinstance(child, Table | _TableArray) else child)
