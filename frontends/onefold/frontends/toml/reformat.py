"""Lay out a TOML text: strings and lists as they are printed, statements in their order, numbers as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.pending import Pending
from onefold.frontends.toml import literals
from onefold.frontends.toml.locate import written
from onefold.frontends.toml.strings import with_joined_lines
from onefold.frontends.toml.written import Assignment, Header
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode, plain
from onefold.kernel.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.toml.tables import Part
    from onefold.frontends.toml.written import Statement, Written
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Source, Span

_WIDTH: Final = 100
_STEP: Final = "  "
_LINES: Final = ('"""', "'''")


def reformat(source: Source, limits: Limits) -> str:
    """An empty line before every header and nowhere else; comments before what they stood before, or behind it."""
    text = written(source, limits)
    return _Layout(source, text, Pending.of(source, text.comments)).document()


@frozen
class _Layout:
    source: Source
    text: Written
    pending: Pending

    def document(self) -> str:
        lines: list[str] = []
        for statement in self.text.statements:
            if isinstance(statement, Header) and lines:
                lines.append("")
            lines += self.leading(statement.start, "")
            lines += self.ended(self.statement(statement), "", statement, len(self.source.text))
        lines += self.leading(len(self.source.text), "")
        return "".join(f"{line}\n" for line in lines)

    def statement(self, statement: Statement) -> str:
        if isinstance(statement, Header):
            opening = "[[" if statement.span.text.startswith("[[") else "["
            return f"{opening}{_key(statement.key)}{']' * len(opening)}"
        return self.assignment(statement, "")

    def assignment(self, assignment: Assignment, indent: str) -> str:
        """An entry that has its lines for itself."""
        before, node = f"{_key(assignment.key)} = ", assignment.node
        if isinstance(node, SequenceNode) and self.has_item_lines(indent + before, node):
            return before + self.item_lines(node, indent)
        if isinstance(node, MappingNode) and self.has_entry_lines(indent + before, node):
            return before + self.entry_lines(node, indent)
        return before + self.value(node, indent, may_have_lines=True)

    def value(self, node: Node, indent: str, *, may_have_lines: bool = False) -> str:
        """A value: on one line unless a comment or a text of several lines stands in it."""
        if isinstance(node, ScalarNode):
            return _scalar(node, may_have_lines=may_have_lines)
        has_comments = bool(self.pending.within(node.span.start, node.span.end))
        if isinstance(node, SequenceNode):
            if has_comments:
                return self.item_lines(node, indent)
            return f"[{', '.join(self.value(item, indent) for item in node.items)}]"
        if has_comments:
            return self.entry_lines(node, indent)
        members = self.text.members[node.span.start]
        inner = ", ".join(f"{_key(each.key)} = {self.value(each.node, indent)}" for each in members)
        return f"{{ {inner} }}" if inner else "{}"

    def has_item_lines(self, before: str, node: SequenceNode) -> bool:
        """Whether a list has one item a line: with mappings, texts of several lines or comments, or when it is long."""
        return any(isinstance(item, MappingNode) for item in node.items) or self.has_entry_lines(before, node)

    def has_entry_lines(self, before: str, node: Node) -> bool:
        """Whether texts of several lines or comments stand in a value, or it is long."""
        if literals.holds_lines(plain(node)):
            return True
        if self.pending.within(node.span.start, node.span.end):
            return True
        line = self.value(node, "")
        return "\n" in line or len(before) + len(line) >= _WIDTH

    def entry_lines(self, node: Node, indent: str) -> str:
        """An inline table with one entry a line."""

        def writing(member: Assignment) -> Callable[[str], str]:
            return lambda deeper: self.assignment(member, deeper)

        members = self.text.members[node.span.start]
        return self.broken(node.span, [(each, writing(each)) for each in members], indent)

    def item_lines(self, node: SequenceNode, indent: str) -> str:
        """A list with one item a line."""

        def writing(item: Node) -> Callable[[str], str]:
            return lambda deeper: self.value(item, deeper, may_have_lines=True)

        return self.broken(node.span, [(item, writing(item)) for item in node.items], indent)

    def broken(self, span: Span, items: Sequence[tuple[Node | Assignment, Callable[[str], str]]], indent: str) -> str:
        """Brackets with one item a line, and the comments between them."""
        deeper = indent + _STEP
        last = span.end - 1
        first = self.pending.take_trailing(span.start + 1, min([last, *(_start(item) for item, _ in items[:1])]))
        lines = [f"{span.text[0]}  {first}".rstrip()]
        ends = [*(_start(item) for item, _ in items[1:]), last]
        for (item, write), end in zip(items, ends, strict=False):
            lines += self.leading(_first(item), deeper)
            lines += self.ended(f"{deeper}{write(deeper)},", deeper, item, end)
        lines += [*self.leading(last, deeper), f"{indent}{span.text[-1]}"]
        return "\n".join(lines)

    def leading(self, index: int, indent: str) -> list[str]:
        """The lines of the comments before a place."""
        return [f"{indent}{each.text.rstrip()}" for each in self.pending.take(0, index)]

    def ended(self, text: str, indent: str, item: Statement | Node, end: int) -> list[str]:
        """What is written of an item, with the comment that followed it."""
        above, behind = self.pending.take_behind(_end(item), end, text, _start(item))
        return [*([indent + above] if above else []), text + behind]


def _key(parts: Sequence[Part]) -> str:
    return ".".join(literals.key(part.name) for part in parts)


def _scalar(node: ScalarNode, *, may_have_lines: bool) -> str:
    """A scalar; a text in several lines stays one, also where others are printed on one line."""
    if not isinstance(node.value, str):
        return node.span.text
    is_written_in_lines = node.span.text.startswith(_LINES)
    if is_written_in_lines and (kept := with_joined_lines(node.span.source, node.span.start)) is not None:
        return kept
    if literals.has_lines(node.value) and (may_have_lines or is_written_in_lines):
        return literals.lines(node.value)
    return literals.value(node.value)


def _start(item: Statement | Node) -> int:
    return item.start if isinstance(item, Header | Assignment) else item.span.start


def _first(item: Statement | Node) -> int:
    """Where the comments end that can only stand before an item."""
    node = item.node if isinstance(item, Assignment) else item
    return node.span.start if not isinstance(node, Header) else node.start


def _end(item: Statement | Node) -> int:
    return item.node.span.end if isinstance(item, Assignment) else item.span.end
