"""Change values in a fold text, and leave the rest of it as it is: steps, their fields, and chains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from onefold.frontends.fold.render import field_text, step_text, transition_text
from onefold.frontends.fold.render_values import INDENT, word
from onefold.frontends.revision.pen import ItemChanges, Unrevisable
from onefold.frontends.splices import indentation, insertion, line_break, line_start, replacement
from onefold.frontends.tree import MappingNode, SequenceNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onefold.frontends.revision.pen import FieldChanges
    from onefold.frontends.tree import Entry, Node
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonValue

_STEPS: Final = "steps"
_TRANSITIONS: Final = "transitions"
# What stands before the block of a step, behind `=` and `@`.
_HEAD: Final = {"tool": " = ", "workflow": " = ", "version": " @ "}
_LINE: Final = 80


class FoldPen:
    """Writes into a fold text."""

    def __init__(self, source: Source, root: MappingNode, comments: Sequence[Span]) -> None:
        """The whole tree and all comments are needed: what is new goes behind what there is of its kind."""
        self._source = source
        self._text = source.text
        self._root = root
        self._comments = comments

    @classmethod
    def of(cls, source: Source, root: Node, comments: Sequence[Span]) -> FoldPen | None:
        """The pen of a source; nothing where its root is no mapping."""
        return cls(source, root, comments) if isinstance(root, MappingNode) else None

    def is_whole(self, path: IrPath, _owner: Node, _node: Node) -> bool:
        """Fields of steps, transitions, and all that is neither are replaced whole."""
        is_below_steps = path[:1] == (_STEPS,) and len(path) <= 2
        return not (is_below_steps or path == (_TRANSITIONS,))

    def is_shared(self, _node: Node) -> bool:
        """Nothing is."""
        return False

    def fields(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        """The splices that change fields of the workflow or of a step, or add steps. Raises `Unrevisable`."""
        if path == (_STEPS,):
            if changes.put or changes.dropped:
                raise Unrevisable(path)
            yield self._at_end([step_text(name, _mapping(step)) for name, step in changes.added.items()], _STEPS)
        elif len(path) == 2:
            yield from self._of_step(owner, path, changes)
        else:
            yield from self._of_workflow(owner, path, changes)

    def items(self, owner: SequenceNode, path: IrPath, changes: ItemChanges) -> Iterator[Edit]:
        """The splices that change transitions, chain by chain. Raises `Unrevisable`."""
        if path != (_TRANSITIONS,):
            raise Unrevisable(path)
        for chain in _chains(owner):
            touched = [index for index in chain if index in changes.put or index in changes.dropped]
            if touched:
                yield from self._rewritten([_transition(owner, each) for each in chain], chain, changes)
        if changes.appended:
            texts = [transition_text(_mapping(each)) for each in changes.appended]
            yield self._below(owner.items[-1].span.end, texts)

    def _of_workflow(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        for name, value in {**changes.put, **changes.added}.items():
            if name == _TRANSITIONS and name not in owner.entries and isinstance(value, list):
                yield self._at_end(["\n".join(transition_text(_mapping(each)) for each in value)], _STEPS)
            elif name == "start" and name in owner.entries:
                span = owner.entries[name].node.span
                yield replacement(self._source, span.start, span.end, word(value))
            elif name == "start":
                yield self._below(owner.entries["workflow"].node.span.end, [f"start {word(value)}"])
            else:
                raise Unrevisable((*path, name))
        if changes.dropped - {_TRANSITIONS}:
            raise Unrevisable(path)
        if changes.dropped:
            transitions = owner.entries[_TRANSITIONS].node
            assert isinstance(transitions, SequenceNode)  # noqa: S101 - an accepted text has a list here
            gone = ItemChanges(dropped=frozenset(range(len(transitions.items))))
            for chain in _chains(transitions):
                yield from self._rewritten([_transition(transitions, each) for each in chain], chain, gone)

    def _of_step(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterator[Edit]:
        for name, value in changes.put.items():
            entry = owner.entries[name]
            if name in _HEAD:
                yield replacement(self._source, entry.node.span.start, entry.node.span.end, word(value))
            else:
                yield self._field(entry, name, value)
        for name in changes.dropped:
            if name in _HEAD or name == "kind":
                raise Unrevisable(path)
            yield self._without(owner.entries[name])
        if changes.added:
            yield self._with(owner, path, changes)

    def _field(self, entry: Entry, name: str, value: JsonValue) -> Edit:
        """A field that says something else."""
        indent = indentation(self._source, entry.key.start)
        text = _indented(field_text(name, value), INDENT if indent is None else indent)
        return replacement(self._source, entry.key.start, self._field_end(entry), text)

    def _field_end(self, entry: Entry) -> int:
        return entry.node.span.end

    def _without(self, entry: Entry) -> Edit:
        """A field of a step taken out, with its line where nothing else stands there."""
        start, end = entry.key.start, entry.node.span.end
        rest = self._line_end(end)
        if indentation(self._source, start) is not None and not self._text[end:rest].strip(" \t,"):
            return replacement(self._source, line_start(self._source, start), min(rest + 1, len(self._text)), "")
        behind = end + len(self._text[end:]) - len(self._text[end:].lstrip(" \t,"))
        return replacement(self._source, start, behind, "")

    def _with(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Edit:
        """New fields behind the last that stays, or in a block where there was none."""
        added = {name: each for name, each in changes.added.items() if name not in _HEAD}
        if len(added) < len(changes.added):
            raise Unrevisable(path)
        in_block = [each for name, each in owner.entries.items() if name not in _HEAD and name != "kind"]
        kept = [
            each
            for name, each in owner.entries.items()
            if in_block and each in in_block and name not in changes.dropped
        ]
        span = owner.span
        fields = [field_text(name, each) for name, each in added.items()]
        if not span.text.endswith("}"):
            line = f" {{ {fields[0]} }}"
            if len(fields) == 1 and "\n" not in line and len(span.text) + len(line) <= _LINE:
                return insertion(self._source, span.end, line)
            return insertion(self._source, span.end, "".join([" {\n", *(f"{INDENT}{each}\n" for each in fields), "}"]))
        last = max(kept, key=lambda each: each.node.span.end) if kept else None
        indent = None if last is None else indentation(self._source, last.key.start)
        if last is not None and indent is not None and self._is_free(last.node.span.end):
            lines = [_indented(f"{indent}{each}", indent) for each in fields]
            before = line_break(self._source, span.end)
            return insertion(self._source, self._line_end(last.node.span.end), "".join(before + each for each in lines))
        is_spaced = self._text[span.end - 2].isspace()
        return insertion(self._source, span.end - 1, "".join(f"{'' if is_spaced else ' '}{each} " for each in fields))

    def _rewritten(self, nodes: Sequence[MappingNode], chain: Sequence[int], changes: ItemChanges) -> Iterator[Edit]:
        """A chain with some of its transitions gone or another, as one statement or several."""
        pieces: list[str] = []
        run: list[MappingNode] = []
        for node, index in zip(nodes, chain, strict=True):
            if index not in changes.put and index not in changes.dropped:
                run.append(node)
                continue
            pieces += self._run(run)
            run = []
            if index in changes.put:
                pieces.append(transition_text(_mapping(changes.put[index])))
        pieces += self._run(run)
        start, end = nodes[0].entries["from"].node.span.start, nodes[-1].span.end
        written = "\n".join(pieces)
        lost = [each.text for each in self._comments if start <= each.start < end and each.text not in written]
        before = line_break(self._source, start)
        lines = [*lost, *pieces]
        if lines:
            yield replacement(self._source, start, end, before.join(lines))
            return
        rest = self._line_end(end)
        if indentation(self._source, start) is not None and not self._text[end:rest].strip(" \t,"):
            yield replacement(self._source, line_start(self._source, start), min(rest + 1, len(self._text)), "")
        else:
            comma = len(self._text[end:rest]) - len(self._text[end:rest].lstrip(" \t,"))
            yield replacement(self._source, start, end + comma, "")

    def _run(self, run: Sequence[MappingNode]) -> list[str]:
        """Transitions that stay joined, as they are written."""
        if not run:
            return []
        return [self._text[run[0].entries["from"].node.span.start : run[-1].span.end]]

    def _at_end(self, texts: Sequence[str], name: str) -> Edit:
        """New statements behind all steps, with empty lines around them."""
        steps = self._root.entries[name].node
        assert isinstance(steps, MappingNode)  # noqa: S101 - an accepted text has a mapping here
        last = max(each.node.span.end for each in steps.entries.values())
        return self._below(last, [line for each in texts for line in ("", each)])

    def _below(self, end: int, texts: Sequence[str]) -> Edit:
        """New lines below the one that something ends on; behind it, where more follows on that line."""
        line_end = self._line_end(end)
        place = line_end if self._is_free(end) else end
        before = line_break(self._source, end)
        text = "".join(f"{before}{each}" for each in texts)
        return insertion(self._source, place, text if place == line_end else f"{text}{before}")

    def _is_free(self, end: int) -> bool:
        """Whether nothing but a comment of one line, or a comma, follows on the line."""
        line_end = self._line_end(end)
        comment = next((each for each in self._comments if end <= each.start < line_end), None)
        if comment is not None and comment.end > line_end:
            return False
        return not self._text[end : line_end if comment is None else comment.start].strip(" \t,")

    def _line_end(self, index: int) -> int:
        return index + len(self._text[index:].partition("\n")[0].removesuffix("\r"))


def _chains(transitions: SequenceNode) -> Iterator[list[int]]:
    """The numbers of the transitions of each chain: where one ends, the next begins at the same word."""
    chain: list[int] = []
    end = -1
    for index in range(len(transitions.items)):
        node = _transition(transitions, index)
        if chain and node.entries["from"].node.span.start != end:
            yield chain
            chain = []
        chain.append(index)
        end = node.entries["to"].node.span.start
    if chain:
        yield chain


def _transition(transitions: SequenceNode, index: int) -> MappingNode:
    node = transitions.items[index]
    assert isinstance(node, MappingNode)  # noqa: S101 - an accepted text has mappings here
    return node


def _indented(text: str, indent: str) -> str:
    """A field whose later lines were written for the usual indentation."""
    extra = indent.removeprefix(INDENT)
    return text if not extra else text.replace("\n", f"\n{extra}")


def _mapping(value: JsonValue) -> Mapping[str, Any]:
    assert isinstance(value, Mapping)  # noqa: S101 - a document that is to be written holds nothing else here
    return value
