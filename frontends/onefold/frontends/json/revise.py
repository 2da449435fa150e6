"""Change values in a JSON text, and leave the rest of it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.json.render import render, string
from onefold.frontends.revision.flow import Brackets
from onefold.frontends.splices import indentation, replacement
from onefold.kernel.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.frontends.revision.pen import FieldChanges, ItemChanges
    from onefold.frontends.tree import MappingNode, Node, SequenceNode
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue


@frozen
class JsonPen:
    """Writes into a JSON text."""

    source: Source

    def is_whole(self, _path: IrPath, _owner: Node, _node: Node) -> bool:
        """Nothing is: every member of an object can be changed alone."""
        return False

    def is_shared(self, _node: Node) -> bool:
        """Nothing is."""
        return False

    def fields(self, owner: MappingNode, _path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        """The splices that change the members of an object."""
        for name, value in changes.put.items():
            entry = owner.entries[name]
            yield self._replaced(entry.node, value, entry.key.start)
        members = [(entry.key.start, entry.node.span.end) for entry in owner.entries.values()]
        brackets = Brackets(owner.span, members, ())
        written = [f"{string(name)}: {self._added(value, brackets)}" for name, value in changes.added.items()]
        dropped = {index for index, name in enumerate(owner.entries) if name in changes.dropped}
        yield from brackets.edits(dropped, written)

    def items(self, owner: SequenceNode, _path: IrPath, changes: ItemChanges) -> Iterator[Edit]:
        """The splices that change the items of an array."""
        for index, value in changes.put.items():
            yield self._replaced(owner.items[index], value, owner.items[index].span.start)
        brackets = Brackets(owner.span, [(each.span.start, each.span.end) for each in owner.items], ())
        written = [self._added(value, brackets, owner.items) for value in changes.appended]
        yield from brackets.edits(changes.dropped, written)

    def _replaced(self, node: Node, value: JsonValue, start: int) -> Edit:
        """Another value, on one line where the old one was."""
        indent = indentation(self.source, start)
        text = spelled(value, None if indent is None or not _has_members(value) else indent)
        return replacement(self.source, node.span.start, node.span.end, text)

    def _added(self, value: JsonValue, brackets: Brackets, like: tuple[Node, ...] = ()) -> str:
        """A new value; on one line where all members are, or where its neighbour is."""
        is_line = brackets.is_on_a_line or (bool(like) and "\n" not in like[-1].span.text)
        text = spelled(value, None if is_line else brackets.indent())
        is_spaced = is_line and isinstance(value, dict) and bool(like) and like[-1].span.text.startswith("{ ")
        return f"{{ {text[1:-1]} }}" if is_spaced else text


def spelled(value: JsonValue, indent: str | None) -> str:
    """A value on one line, or with each member on a line of its own below `indent`."""
    if indent is not None:
        return render_value(value).replace("\n", f"\n{indent}")
    if isinstance(value, dict):
        inner = ", ".join(f"{string(name)}: {spelled(each, None)}" for name, each in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(spelled(each, None) for each in value)}]"
    return render_value(value)


def render_value(value: JsonValue) -> str:
    """Any value as `render` prints it."""
    text = render({"value": value}).removesuffix("\n}\n")
    return text.partition(": ")[2].replace("\n  ", "\n")


def _has_members(value: JsonValue) -> bool:
    return isinstance(value, dict | list) and bool(value)
