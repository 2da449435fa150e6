"""Change values in a YAML text, and leave the rest of it as it is.

A field that a mapping has from elsewhere, by a merge key, is not changed where it stands: the mapping gets one of its
own, which wins. An alias is replaced by the value, since its anchor may be meant for others too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from onefold.frontends.revision.flow import Brackets
from onefold.frontends.revision.pen import Unrevisable
from onefold.frontends.splices import indentation, insertion, line_break, line_start, replacement
from onefold.frontends.yaml.render import render, word
from onefold.frontends.yaml.spelling import inline, quoted, spelled
from onefold.frontends.yaml.written import written
from onefold.kernel.source import Span

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from onefold.frontends import tree
    from onefold.frontends.revision.pen import FieldChanges, ItemChanges
    from onefold.frontends.tree import MappingNode, SequenceNode
    from onefold.frontends.yaml.written import Node
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonObject, JsonValue

_STEP: Final = "  "
_WIDTH: Final = 100
# In brackets these would end a plain scalar.
_ENDING: Final = frozenset(",[]{}")
_TRANSITIONS: Final = ("transitions",)
_KNOWN: Final = {True: ("on",), False: ()}
"""Fields of items that may stand bare, for transitions and for others."""


class YamlPen:
    """Writes into a YAML text."""

    def __init__(self, source: Source, comments: Sequence[Span]) -> None:
        """All comments of the source are needed."""
        self._source = source
        self._text = source.text
        self._comments = comments
        self._nodes: dict[int, Node] = {}
        self._aliases: dict[int, list[Node]] = {}
        """By the identity of a node, the aliases that stand for it, in order."""
        self._remember(written(source).root)

    def is_whole(self, _path: IrPath, owner: tree.Node, node: tree.Node) -> bool:
        """What an alias or a merge key brings in from elsewhere is."""
        return not owner.span.start <= node.span.start <= node.span.end <= owner.span.end

    def is_shared(self, node: tree.Node) -> bool:
        """What others name by its anchor is."""
        found = self._nodes.get(node.span.start)
        return found is not None and id(found) in self._aliases

    def fields(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        """The splices that change the fields of a mapping. Raises `Unrevisable`."""
        node = self._node(owner.span.start, "Mapping", path)
        own = {str(key.event.value): (key, value) for key, value in node.entries() if key is not None}
        merged: dict[str, JsonValue] = {name: each for name, each in changes.put.items() if name not in own}
        is_flow = self._is_flow(node)
        for name, value in changes.put.items():
            if name in own:
                yield from self._put(*own[name], value, (*path, name), is_flow=is_flow)
        # What comes from elsewhere goes by saying here that there is none.
        merged |= {name: None for name in changes.dropped if name not in own}
        gone = changes.dropped & own.keys()
        added = {**changes.added, **merged}
        if is_flow:
            members = [(key.start, max(key.end, value.end)) for key, value in own.values()]
            dropped = {index for index, name in enumerate(own) if name in gone}
            texts = [f"{inline(name)}: {in_brackets(value)}" for name, value in added.items()]
            yield from Brackets(Span(self._source, node.content, node.end), members, self._comments).edits(
                dropped, texts
            )
            return
        for name in gone:
            yield from self._handed_on(own[name][1], path)
            yield from self._without(own[name][0].start, self._end(own[name][1], own[name][0]), path)
        kept = [each for name, each in own.items() if name not in gone]
        if added:
            yield self._below(self._end(kept[-1][1], kept[-1][0]), self._entries(node, kept, path, added))

    def items(self, owner: SequenceNode, path: IrPath, changes: ItemChanges) -> Iterator[Edit]:
        """The splices that change the items of a list. Raises `Unrevisable`."""
        node = self._node(owner.span.start, "Sequence", path)
        is_flow = self._is_flow(node)
        for index, value in changes.put.items():
            yield from self._put_item(node.children[index], value, (*path, index), is_flow=is_flow)
        if is_flow:
            members = [(each.start, each.end) for each in node.children]
            texts = [in_brackets(each, _KNOWN[path == _TRANSITIONS]) for each in changes.appended]
            brackets = Brackets(Span(self._source, node.content, node.end), members, self._comments)
            yield from brackets.edits(changes.dropped, texts)
            return
        dashes = [self._text.rfind("-", 0, each.start) for each in node.children]
        for index in changes.dropped:
            yield from self._without(dashes[index], self._end(node.children[index]), path)
        if changes.appended:
            kept = [index for index in range(len(dashes)) if index not in changes.dropped]
            like = node.children[kept[-1]]
            indent = " " * (dashes[kept[-1]] - line_start(self._source, dashes[kept[-1]]))
            lines = [line for each in changes.appended for line in self._item(each, like, path)]
            yield self._below(self._end(like), [f"{indent}{line}" if line else "" for line in lines])

    def _remember(self, root: Node) -> None:
        waiting = [root]
        while waiting:
            each = waiting.pop()
            if each.target is not None:
                self._aliases.setdefault(id(each.target), []).append(each)
            if not each.is_leaf:
                self._nodes.setdefault(each.start, each)
                self._nodes.setdefault(each.content, each)
                # A block begins where its first entry does, which may be a collection too.
                waiting.extend(reversed(each.children))

    def _node(self, start: int, kind: str, path: IrPath) -> Node:
        found = self._nodes.get(start)
        while found is not None and found.kind != kind and found.children and found.children[0].start == start:
            found = found.children[0]
        if found is None or found.kind != kind:
            raise Unrevisable(path)
        return found

    def _is_flow(self, node: Node) -> bool:
        return self._text[node.content : node.content + 1] in ("{", "[")

    def _end(self, node: Node, key: Node | None = None) -> int:
        """Where the last character of a value is; that of its key where the value is nothing."""
        while not node.is_leaf and not self._is_flow(node) and node.children:
            key = node.children[-2] if node.kind == "Mapping" else None
            node = node.children[-1]
        if node.start == node.end and key is not None:
            return self._text.index(":", key.end) + 1
        return node.end

    def _put(self, key: Node, value: Node, new: JsonValue, path: IrPath, *, is_flow: bool) -> Iterator[Edit]:
        """Another value behind a key."""
        yield from self._handed_on(value, path)
        colon = self._text.index(":", key.end) + 1
        indent = " " * (key.start - line_start(self._source, key.start))
        if value.is_leaf or self._is_flow(value):
            text = in_brackets(new) if is_flow else self._spelled(new, indent)
            space = "" if self._text[colon : value.start].strip(" ") or value.start > colon else " "
            yield replacement(self._source, value.start, self._whole_end(value), space + text)
            return
        end = self._end(value, key)
        yield replacement(self._source, colon, end, f" {self._spelled(new, indent)}")
        yield from self._kept(colon, end, key.start)

    def _handed_on(self, node: Node, path: IrPath) -> Iterator[Edit]:
        """What others name by its anchor, written where it is named first from then on. Raises `Unrevisable`."""
        if id(node) not in self._aliases:
            return
        first = self._aliases[id(node)][0]
        if node.event.tag is not None:
            raise Unrevisable(path)
        yield replacement(self._source, first.start, first.end, f"&{node.event.anchor} {self._condensed(node)}")

    def _condensed(self, node: Node) -> str:
        """A node on one line, as it may stand in brackets; comments in it are lost."""
        text = self._text[node.start : node.end]
        if node.kind == "Scalar":
            # Quotes are kept, and so is what a plain scalar is.
            is_kept = "\n" not in text and node.event.style not in ("|", ">")
            is_string = bool(node.event.style) or _ENDING & set(text)
            kept = self._text[node.content : node.end]
            return kept if is_kept and (node.event.style or not is_string) else quoted(str(node.event.value))
        if node.kind == "Alias":
            return text
        if node.kind == "Sequence":
            return f"[{', '.join(map(self._condensed, node.children))}]"
        entries = (f"{self._condensed(key)}: {self._condensed(value)}" for key, value in node.entries() if key)
        return f"{{{', '.join(entries)}}}"

    def _whole_end(self, node: Node) -> int:
        """Where a scalar ends with the white space behind its last line, which would be part of another text."""
        if node.kind != "Scalar" or node.event.style not in ("|", ">"):
            return node.end
        return node.end + len(self._text[node.end :]) - len(self._text[node.end :].lstrip(" \t"))

    def _kept(self, start: int, end: int, before: int) -> Iterator[Edit]:
        """The comments of a range that is written over, on lines above."""
        indent = indentation(self._source, before)
        inner = [each for each in self._comments if start <= each.start < end]
        if inner and indent is not None:
            text = "".join(f"{indent}{each.text}{line_break(self._source, before)}" for each in inner)
            yield insertion(self._source, line_start(self._source, before), text)

    def _put_item(self, node: Node, new: JsonValue, path: IrPath, *, is_flow: bool) -> Iterator[Edit]:
        yield from self._handed_on(node, path)
        if is_flow or node.is_leaf or self._is_flow(node):
            text = in_brackets(new) if is_flow or not isinstance(new, str) else inline(new)
            yield replacement(self._source, node.start, self._whole_end(node), text)
            return
        end = self._end(node)
        yield replacement(self._source, node.start, end, in_brackets(new))
        yield from self._kept(node.start, end, self._text.rfind("-", 0, node.start))

    def _spelled(self, value: JsonValue, indent: str) -> str:
        """A value behind a key of a block whose keys stand below `indent`."""
        if isinstance(value, str):
            return spelled(value, indent + _STEP, is_line=False)
        if not isinstance(value, dict | list) or _fits(value, len(indent)):
            return in_brackets(value)
        lines = printed({"value": value})[1:]
        return "".join(f"\n{indent}{line}" if line else "\n" for line in lines)

    def _entries(
        self, node: Node, kept: Sequence[tuple[Node, Node]], path: IrPath, added: Mapping[str, JsonValue]
    ) -> list[str]:
        """The lines of new entries of a block, with an empty line before each where that is the habit there."""
        indent = " " * node.column
        lines: list[str] = []
        has_paragraphs = len(kept) > 1 and "\n\n" in self._text[self._end(kept[-2][1], kept[-2][0]) : kept[-1][0].start]
        for name, value in added.items():
            lines += [""] if has_paragraphs else []
            lines += [f"{indent}{line}" if line else "" for line in entry_lines(path, name, value)]
        return lines

    def _item(self, value: JsonValue, like: Node, path: IrPath) -> list[str]:
        """The lines of a new item of a list."""
        if like.is_leaf or self._is_flow(like) or not isinstance(value, dict | list):
            return [f"- {in_brackets(value, _KNOWN[path == _TRANSITIONS])}"]
        return [line.removeprefix(_STEP) for line in printed({"transitions": [value]})[1:]]

    def _below(self, end: int, lines: Sequence[str]) -> Edit:
        """New lines below the one that something ends on."""
        line_end = end + len(self._text[end:].partition("\n")[0].removesuffix("\r"))
        before = line_break(self._source, end)
        return insertion(self._source, line_end, "".join(f"{before}{line}" for line in lines))

    def _without(self, start: int, end: int, path: IrPath) -> Iterator[Edit]:
        """The lines from where something begins to where it ends, but for the comments on them."""
        indent = indentation(self._source, start)
        if indent is None:
            raise Unrevisable(path)
        line_end = end + len(self._text[end:].partition("\n")[0])
        begin, stop = line_start(self._source, start), min(line_end + 1, len(self._text))
        inner = [each for each in self._comments if begin <= each.start < stop]
        text = "".join(f"{indent}{each.text}{line_break(self._source, start)}" for each in inner)
        yield replacement(self._source, begin, stop, text)


def entry_lines(path: IrPath, name: str, value: JsonValue) -> list[str]:
    """An entry of a block as it is printed in a whole document."""
    is_section = name in ("steps", "transitions") or path == ("steps",)
    if isinstance(value, dict | list) and value and not is_section and _fits(value, 0):
        return [f"{inline(name)}: {in_brackets(value)}"]
    above: list[Any] = list(path) if all(isinstance(each, str) for each in path) else []
    document: Any = {name: value}
    for each in reversed(above):
        document = {each: document}
    indent = _STEP * len(above)
    return [line.removeprefix(indent) for line in printed(document)[len(above) :]]


def printed(document: JsonObject) -> list[str]:
    """The lines of a document."""
    return render(document).removesuffix("\n").split("\n")


def in_brackets(value: JsonValue, known: Container[str] = ()) -> str:
    """Any value on one line, as it may stand in brackets.

    Of a mapping, `known` are fields of ours: `on` is a truth value to YAML 1.1, but quotes would only puzzle there.
    """
    if isinstance(value, str):
        text = inline(value)
        return quoted(value) if text[:1] not in ("'", '"') and _ENDING & set(text) else text
    if isinstance(value, Mapping) and value:
        keys = {name: name if name in known else in_brackets(name) for name in value}
        inner = (f"{keys[name]}: {in_brackets(each)}" for name, each in value.items())
        return f"{{{', '.join(inner)}}}"
    if isinstance(value, list) and value:
        return f"[{', '.join(map(in_brackets, value))}]"
    return word(value)


def _fits(value: JsonValue, before: int) -> bool:
    return "\\n" not in in_brackets(value) and before + len(in_brackets(value)) < _WIDTH
