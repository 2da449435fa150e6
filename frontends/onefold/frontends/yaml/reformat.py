"""Lay out a YAML text: as it is printed, with comments, anchors, merge keys, and brackets that fit on a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.fields import WORKFLOW, fields, inside
from onefold.frontends.pending import Pending
from onefold.frontends.splices import indentation
from onefold.frontends.yaml.comments import comments
from onefold.frontends.yaml.paragraphs import Paragraph, paragraphs
from onefold.frontends.yaml.reformat_scalars import one_line, properties, scalar
from onefold.frontends.yaml.spelling import LONGEST_KEY, inline
from onefold.frontends.yaml.written import written
from onefold.kernel.classes import define, evolve, frozen
from onefold.kernel.ir.declare import Text, Variant

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.yaml.written import Document, Node
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonObject

_WIDTH: Final = 100
_STEP: Final = "  "


@frozen
class _Entry:
    """An entry of a collection, and what there is to know where it is written."""

    key: Node | None
    value: Node
    shape: Shape | None
    """That of the value."""
    name: str | None
    """The key, if it is written as one."""
    is_field: bool
    """Whether the key is a field of onefold's own."""
    indent: str
    next: int
    """Where what follows it begins."""

    @property
    def deeper(self) -> str:
        """The indentation of what stands in the value."""
        return self.indent + _STEP

    @property
    def start(self) -> int:
        return self.value.start if self.key is None else self.key.start

    @property
    def head(self) -> str:
        """What stands before the value."""
        if self.key is None:
            return f"{self.indent}-"
        text = _key(self.key, is_field=self.is_field)
        return f"{self.indent}? {text}\n{self.indent}:" if len(text) > LONGEST_KEY else f"{self.indent}{text}:"


def reformat(source: Source, limits: Limits) -> str:
    """Two spaces a level, empty lines around what has several lines in the root and in `steps`, and nowhere else.

    A collection in brackets stays so where it fits on one line and holds no comment. A comment stays before what it
    stood before, or at the end of the line it followed.
    """
    return _Layout(source, Pending.of(source, comments(source, limits))).document(written(source))


@define
class _Layout:
    source: Source
    pending: Pending

    def document(self, document: Document) -> str:
        opening, root = document.opening, document.root
        lines: list[str] = []
        if opening.explicit:
            lines += self.comments_before(opening.end_mark.index, "")
            lines += ["%YAML 1.2"] if opening.version else []
            lines.append(self.ended("---", opening.end_mark.index, root.start))
        end = len(self.source.text)
        if not root.children:
            return "".join(f"{line}\n" for line in [*lines, *self.comments_before(end, ""), "{}"])
        behind = self.pending.take_trailing(root.end, end) if root.event.flow_style else ""
        lines += self.comments_before(root.start, "")
        lines += [behind] if behind else []
        entries = self.entries(root, WORKFLOW, "", end)
        lines += paragraphs(self.entry(each, is_steps=each.name == "steps") for each in entries)
        lines += self.comments_before(end, "")
        return "".join(f"{line}\n" for line in lines)

    def entries(self, node: Node, shape: Shape | None, indent: str, end: int) -> list[_Entry]:
        """The entries of a collection that ends before `end`."""
        known = _known(node, shape)
        names = fields(shape, known)
        made: list[_Entry] = []
        for key, value in node.entries():
            name = key.event.value if key is not None and key.kind == "Scalar" else None
            entry = _Entry(key, value, inside(shape, known, name), name, name in names, indent, end)
            if made:
                made[-1] = evolve(made[-1], next=entry.start)
            made.append(entry)
        return made

    def entry(self, entry: _Entry, *, is_steps: bool = False) -> Paragraph:
        """An entry with the comments before it and behind it."""
        value = entry.value
        before = self.comments_before(self.content_of(entry), entry.indent)
        if value.is_leaf or self.stays_in_brackets(entry):
            return Paragraph(self.leaf(entry), before)
        if entry.key is None and not properties(value):
            # Behind the last of several lines, the comment of a collection in brackets would speak of that line alone.
            behind = self.pending.take_trailing(value.end, entry.next) if value.event.flow_style else ""
            before += [f"{entry.indent}{behind}"] if behind else []
            first, *rest = self.block(entry, is_steps=False)
            return Paragraph([f"{entry.head} {first[len(entry.deeper) :]}", *rest], before)
        head = f"{entry.head} {properties(value)}".rstrip()
        comment = self.comment_of_head(entry)
        first = f"{head}  {comment}" if comment else head
        return Paragraph([first, *self.block(entry, is_steps=is_steps)], before)

    def leaf(self, entry: _Entry) -> list[str]:
        """An entry whose value begins on the line of its key."""
        value = entry.value
        first, *rest = f"{entry.head} {self.text(entry)}".split("\n")
        if entry.head.startswith(f"{entry.indent}? "):
            return [first, self.ended(rest[0], value.end, entry.next), *rest[1:]]
        inner = self.pending.take(value.content, value.end)
        if inner:
            return [f"{first}  {inner[0].text.rstrip()}", *rest]
        return [self.ended(first, value.end, entry.next), *rest]

    def text(self, entry: _Entry) -> str:
        value = entry.value
        if value.kind != "Scalar":
            return _in_brackets(value, entry.shape) or ""
        is_line = isinstance(entry.shape, Text)
        return properties(value) + scalar(self.source, value, entry.deeper, is_line=is_line)

    def block(self, entry: _Entry, *, is_steps: bool) -> list[str]:
        """The lines of a collection with one entry a line, and of the comments at its end."""
        value = entry.value
        is_flow = value.event.flow_style
        end = value.end - 1 if is_flow else entry.next
        groups = [self.entry(each) for each in self.entries(value, entry.shape, entry.deeper, end)]
        lines = paragraphs(groups) if is_steps else [line for each in groups for line in (*each.comments, *each.lines)]
        if is_flow:
            return [*lines, *self.comments_before(end, entry.deeper)]
        # A list may stand as far to the left as the key that it belongs to, and what follows it then does too.
        column = value.column + (entry.key is not None and value.column <= entry.key.column)
        return [*lines, *(f"{entry.deeper}{each.text.rstrip()}" for each in self.pending.take_tail(end, column))]

    def content_of(self, entry: _Entry) -> int:
        """Up to where comments can only stand before the entry."""
        value = entry.value
        if value.is_leaf:
            return value.content
        if self.stays_in_brackets(entry):
            return value.end
        if entry.key is None and not properties(value):
            return self.content_of(self.entries(value, entry.shape, entry.deeper, value.end)[0])
        return entry.start

    def stays_in_brackets(self, entry: _Entry) -> bool:
        """Whether a collection stands on the line of its key."""
        value = entry.value
        if not value.event.flow_style:
            return False
        if not value.children:
            return True
        if self.pending.within(value.content, value.end):
            return False
        text = _in_brackets(value, entry.shape)
        return text is not None and len(entry.head) + len(text) < _WIDTH

    def comment_of_head(self, entry: _Entry) -> str:
        """The comment on the line of a key whose value stands on the lines below."""
        value = entry.value
        start = entry.start if entry.key is None else entry.key.end
        for each in self.pending.within(start, _first_start(value))[:1]:
            if indentation(self.source, each.start) is None:
                self.pending.take(each.start, each.end)
                return each.text.rstrip()
        return self.pending.take_trailing(value.end, entry.next) if value.event.flow_style else ""

    def comments_before(self, index: int, indent: str) -> list[str]:
        """The lines of all comments before a place."""
        return [f"{indent}{each.text.rstrip()}" for each in self.pending.take(0, index)]

    def ended(self, line: str, index: int, end: int) -> str:
        """A line with the comment that follows on it."""
        comment = self.pending.take_trailing(index, end)
        return f"{line}  {comment}" if comment else line


def _first_start(node: Node) -> int:
    return node.children[0].start


def _key(node: Node, *, is_field: bool) -> str:
    if node.kind == "Alias":
        return f"*{node.event.anchor} "
    plain = is_field or node.is_merge_key
    return properties(node) + (node.event.value if plain else inline(node.event.value))


def _in_brackets(node: Node, shape: Shape | None) -> str | None:
    """A node on one line; `None` where a key is too long for that."""
    if node.kind == "Alias":
        return f"*{node.event.anchor}"
    if node.kind == "Scalar":
        return properties(node) + one_line(node)
    known = _known(node, shape)
    names = fields(shape, known)
    items: list[str] = []
    for key, value in node.entries():
        name = key.event.value if key is not None and key.kind == "Scalar" else None
        text = _in_brackets(value, inside(shape, known, name))
        if text is None or len(text) > LONGEST_KEY:
            return None
        if key is not None:
            is_plain = name in names or key.is_merge_key or key.kind == "Alias"
            before = _key(key, is_field=name in names) if is_plain else properties(key) + one_line(key)
            text = f"{before}: {text}"
        items.append(text)
    inner = ", ".join(items)
    return properties(node) + (f"{{{inner}}}" if node.kind == "Mapping" else f"[{inner}]")


def _known(node: Node, shape: Shape | None) -> JsonObject:
    """As much of a mapping as tells which fields it has."""
    word = _word(node, shape.field) if isinstance(shape, Variant) else None
    return {shape.field: word} if isinstance(shape, Variant) and word is not None else {}


def _word(node: Node, field: str) -> str | None:
    """The scalar at a field of a mapping, which may have it from another one."""
    if node.kind == "Alias" and node.target is not None:
        return _word(node.target, field)
    if node.kind == "Sequence":
        return _first_word(node.children, field)
    entries = [(key, value) for key, value in node.entries() if key is not None]
    own = [value for key, value in entries if key.kind == "Scalar" and key.event.value == field]
    if own:
        value = own[0].target or own[0]
        return value.event.value if value.kind == "Scalar" else None
    return _first_word([value for key, value in entries if key.is_merge_key], field)


def _first_word(nodes: Sequence[Node], field: str) -> str | None:
    return next((word for node in nodes if (word := _word(node, field)) is not None), None)
