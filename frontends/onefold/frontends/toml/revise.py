"""Change values in a TOML text, and leave the rest of it as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from onefold.frontends.revision.flow import Brackets
from onefold.frontends.revision.pen import Unrevisable
from onefold.frontends.splices import indentation, insertion, line_break, line_start, replacement
from onefold.frontends.toml import literals
from onefold.frontends.toml.render import entry_lines, is_short, sections
from onefold.frontends.toml.written import Assignment, Header
from onefold.frontends.tree import MappingNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from onefold.frontends.revision.pen import FieldChanges, ItemChanges
    from onefold.frontends.toml.written import Statement, Written
    from onefold.frontends.tree import Node
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonValue


class TomlPen:
    """Writes into a TOML text."""

    def __init__(self, source: Source, written: Written) -> None:
        """What the source says in its order is needed."""
        self._source = source
        self._text = source.text
        self._comments = written.comments
        self._members = written.members
        self._statements = list(_placed(written.statements))

    def is_whole(self, _path: IrPath, _owner: Node, _node: Node) -> bool:
        """Nothing is: every key can be changed alone."""
        return False

    def is_shared(self, _node: Node) -> bool:
        """Nothing is."""
        return False

    def fields(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        """The splices that change the keys of a table. Raises `Unrevisable`."""
        dropped, added = set(changes.dropped), dict(changes.added)
        for name, value in changes.put.items():
            node = owner.entries[name].node
            if isinstance(node, MappingNode | SequenceNode) and not self._is_inline(node.span):
                dropped.add(name)
                added[name] = value
            else:
                yield self._replaced(node.span, value)
        if self._is_inline(owner.span):
            members = self._members[owner.span.start]
            gone = {index for index, each in enumerate(members) if each.key[0].name in dropped}
            texts = [f"{literals.key(name)} = {literals.value(value)}" for name, value in added.items()]
            spans = [(each.start, each.node.span.end) for each in members]
            yield from Brackets(owner.span, spans, self._comments).edits(gone, texts)
            return
        for name in dropped:
            yield from self._without((*path, name))
        for name, value in added.items():
            yield from self._added(path, name, value, dropped)

    def items(self, owner: SequenceNode, path: IrPath, changes: ItemChanges) -> Iterator[Edit]:
        """The splices that change the items of a list. Raises `Unrevisable`."""
        if self._is_inline(owner.span):
            for index, value in changes.put.items():
                yield self._replaced(owner.items[index].span, value)
            spans = [(each.span.start, each.span.end) for each in owner.items]
            texts = [literals.value(each) for each in changes.appended]
            yield from Brackets(owner.span, spans, self._comments).edits(changes.dropped, texts)
            return
        for index in changes.dropped:
            yield from self._without((*path, index))
        if changes.put:
            raise Unrevisable(path)
        lines = [line for each in changes.appended for line in ("", *self._section(path, [each]))]
        if lines:
            kept = [index for index in range(len(owner.items)) if index not in changes.dropped]
            yield self._below(self._last((*path, kept[-1])), lines)

    def _is_inline(self, span: Span) -> bool:
        """Whether it is written in brackets; headers are too, but at the beginning of a line."""
        return span.text[:1] in ("{", "[") and not any(
            isinstance(each, Header) and each.start == span.start for _, each in self._statements
        )

    def _replaced(self, span: Span, value: JsonValue) -> Edit:
        is_text = isinstance(value, str) and literals.has_lines(value)
        return replacement(
            self._source, span.start, span.end, literals.lines(str(value)) if is_text else literals.value(value)
        )

    def _added(self, path: IrPath, name: str, value: JsonValue, dropped: Set[str]) -> Iterator[Edit]:
        """A new key of a table: a table of its own where its neighbours have headers, or where there is no room."""
        if self._wants_header(path, value):
            last = self._last(path) if path else self._statements[-1][1]
            yield self._below(last, ["", *self._section((*path, name), value)])
            return
        own = [
            each
            for place, each in self._statements
            if isinstance(each, Assignment) and self._is_own(place, path) and place[-1] not in dropped
        ]
        lines = entry_lines(name, value)
        if own:
            last_own = own[-1]
            start = line_start(self._source, last_own.start)
            prefix = self._text[start : last_own.key[-1].span.start] if len(last_own.key) > 1 else ""
            indent = indentation(self._source, last_own.start) or ""
            if prefix.strip():
                lines = [f"{prefix.strip()}{lines[0]}", *lines[1:]]
            yield self._below(last_own, [f"{indent}{lines[0]}", *lines[1:]])
            return
        header = next((each for place, each in self._statements if isinstance(each, Header) and place == path), None)
        if header is None:
            raise Unrevisable(path)
        yield self._below(header, lines)

    def _wants_header(self, path: IrPath, value: JsonValue) -> bool:
        """Whether a new value gets a header: where its neighbours have one, unless it fits between keys that do not."""
        if isinstance(value, list):
            is_large = bool(value) and all(isinstance(each, Mapping) for each in value)
        else:
            is_large = isinstance(value, Mapping) and not is_short("", value)
        neighbours = [each for place, each in self._statements if len(place) > len(path) and place[: len(path)] == path]
        has_headers = any(isinstance(each, Header) for each in neighbours)
        has_keys = any(isinstance(each, Assignment) and self._is_own(place, path) for place, each in self._statements)
        return has_headers and (is_large or (isinstance(value, Mapping) and bool(value) and not has_keys))

    def _section(self, path: IrPath, value: JsonValue) -> list[str]:
        """The lines of a table, or of the items of a list, with their headers."""
        names = tuple(str(each) for each in path if not isinstance(each, int))
        found: list[str] = []
        for section in sections(names, value):
            found += [*([""] if found else []), *section]
        return found

    def _is_own(self, place: IrPath, path: IrPath) -> bool:
        """Whether a statement says a key of a table itself."""
        return len(place) == len(path) + 1 and place[:-1] == path

    def _last(self, path: IrPath) -> Statement:
        """The last statement about anything at a path."""
        found = [each for place, each in self._statements if place[: len(path)] == path]
        if not found:
            raise Unrevisable(path)
        return found[-1]

    def _without(self, path: IrPath) -> Iterator[Edit]:
        """The lines of all statements about what stands at a path, but for their comments."""
        found = [each for place, each in self._statements if place[: len(path)] == path]
        if not found:
            raise Unrevisable(path)
        for each in found:
            indent = indentation(self._source, each.start) or ""
            begin, end = line_start(self._source, each.start), _end(each)
            stop = min(len(self._text), end + len(self._text[end:].partition("\n")[0]) + 1)
            inner = [comment for comment in self._comments if begin <= comment.start < stop]
            text = "".join(f"{indent}{comment.text}{line_break(self._source, begin)}" for comment in inner)
            if isinstance(each, Header) and not inner and self._text[:begin].endswith("\n\n"):
                begin -= 1
            yield replacement(self._source, begin, stop, text)

    def _below(self, statement: Statement, lines: Sequence[str]) -> Edit:
        """New lines below the one that a statement ends on."""
        end = _end(statement)
        line_end = end + len(self._text[end:].partition("\n")[0].removesuffix("\r"))
        before = line_break(self._source, end)
        return insertion(self._source, line_end, "".join(f"{before}{line}" for line in lines))


def _end(statement: Statement) -> int:
    return statement.span.end if isinstance(statement, Header) else statement.node.span.end


def _placed(statements: Sequence[Statement]) -> Iterator[tuple[IrPath, Statement]]:
    """Each statement with the path that it speaks of; items of lists of tables by their number."""
    counts: dict[IrPath, int] = {}
    above: IrPath = ()
    for each in statements:
        if isinstance(each, Assignment):
            yield (*above, *(part.name for part in each.key)), each
            continue
        above = ()
        for part in each.key[:-1]:
            above = (*above, part.name)
            above = (*above, counts[above]) if above in counts else above
        above = (*above, each.key[-1].name)
        if each.span.text.startswith("[["):
            counts[above] = counts.get(above, -1) + 1
            above = (*above, counts[above])
        yield above, each
