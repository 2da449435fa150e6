"""Comments that silence findings: `# onefold: ignore[OF605] reason`.

A comment on a line of its own speaks of the next line that is not empty, any other comment of its own line, or of the
line where the text begins that ends before it. It silences what is found on that line, and what is found inside of a
node that begins there.
"""

from __future__ import annotations

from bisect import bisect_right

from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final, TypeAlias

    from onefold.frontends.tree import Entry, Node
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source

    _Keys: TypeAlias = tuple["str | int", ...]

_DIRECTIVE: Final = patterns.compile(r"onefold:[ \t]*ignore\b")
_COMMENT: Final = patterns.compile(r"(?:#|//|/\*)[ \t]*onefold:[ \t]*ignore\b[ \t]*(?:\[(?P<codes>[^\]\r\n]*)\])?")
_TEXT: Final = patterns.compile(r"\S")
_CODE: Final = patterns.compile(r"[^\s,]+")


@frozen
class Directive:
    """One code that a comment names."""

    code: str
    """Id or name; empty where the comment names none."""
    span: Span
    """The code in the comment, or the whole comment."""
    lines: tuple[int, ...]
    """The lines that it speaks of, from 1."""


@frozen
class _Cover:
    """A node that begins on a line that a directive speaks of."""

    line: int
    keys: _Keys
    start: int
    end: int


@frozen
class Ignores:
    """The directives of one source, and what each of them covers."""

    source: Source
    directives: tuple[Directive, ...]
    _by_line: Mapping[tuple[str, int], Sequence[Directive]]
    """By code and line."""
    _by_keys: Mapping[_Keys, int]
    """The line of each node that is covered."""
    _covers: tuple[_Cover, ...]
    """The same nodes, in the order of their beginnings."""
    _parents: tuple[int, ...]
    """For each of them the index of the one around it, -1 where there is none."""

    @classmethod
    def of(cls, source: Source, comments: Sequence[Span], root: Node) -> Ignores:
        """Find the directives among the comments of a source."""
        directives = tuple(_directives(source, comments, root))
        by_line: dict[tuple[str, int], list[Directive]] = {}
        for each in directives:
            for line in each.lines:
                by_line.setdefault((each.code, line), []).append(each)
        found = _covers(root, {line for each in directives for line in each.lines})
        covers = sorted(found, key=lambda each: (each.start, -each.end))
        by_keys = {each.keys: each.line for each in covers}
        return cls(source, directives, by_line, by_keys, tuple(covers), tuple(_parents(covers)))

    def silencing(self, codes: Sequence[str], path: IrPath | None, span: Span | None) -> tuple[Directive, ...]:
        """The directives that name one of `codes` and cover a finding at `path` and `span`."""
        lines = self._lines(path, span)
        return tuple(each for code in codes for line in lines for each in self._by_line.get((code, line), ()))

    def _lines(self, path: IrPath | None, span: Span | None) -> set[int]:
        """The lines on which a directive covers what is at `path` and `span`."""
        keys = () if path is None else _keys(path)
        above = (keys[:length] for length in range(1, len(keys) + 1))
        lines = {self._by_keys[each] for each in above if each in self._by_keys}
        if span is not None and span.source is self.source:
            lines.add(line_of(self.source, span.start))
            lines.update(self._around(span))
        return lines

    def _around(self, span: Span) -> Iterator[int]:
        """The lines where covered nodes begin that hold a span."""
        index = bisect_right(self._covers, span.start, key=lambda each: each.start) - 1
        while index >= 0:
            if span.end <= self._covers[index].end:
                yield self._covers[index].line
            index = self._parents[index]


def _parents(covers: Sequence[_Cover]) -> Iterator[int]:
    around: list[int] = []
    for index, cover in enumerate(covers):
        while around and covers[around[-1]].end < cover.end:
            around.pop()
        yield around[-1] if around else -1
        around.append(index)


def may_have_directives(source: Source) -> bool:
    """Whether it is worth to look for comments."""
    return "ignore" in source.text and _DIRECTIVE.search(source.text) is not None


def line_of(source: Source, index: int) -> int:
    """The number of the line, from 1, of the character at `index`."""
    return bisect_right(source.line_starts, index)


def _keys(path: IrPath) -> _Keys:
    return tuple(each.index if isinstance(each, TransitionSegment) else each for each in path)


def _directives(source: Source, comments: Sequence[Span], root: Node) -> Iterator[Directive]:
    after = _lines_after(source, comments)
    beginnings = _beginnings(root, source)
    for comment in comments:
        match = _COMMENT.match(source.text, comment.start, comment.end)
        if match is None:
            continue
        line = line_of(source, comment.start)
        lines = (after[line],) if line in after else tuple(sorted({line, beginnings.get(line, line)}))
        if match["codes"] is None or not match["codes"].strip(" \t,"):
            yield Directive("", comment, lines)
        else:
            for code in _CODE.finditer(source.text, *match.span("codes")):
                yield Directive(code[0], Span(source, *code.span()), lines)


def _lines_after(source: Source, comments: Sequence[Span]) -> dict[int, int]:
    """For each line on which a comment that stands alone begins, the first line after it that says something else."""
    after: dict[int, int] = {}
    for comment in reversed(comments):
        if _stands_alone(comment):
            following = _TEXT.search(source.text, comment.end)
            line = line_of(source, following.start()) if following else line_of(source, comment.end) + 1
            after[line_of(source, comment.start)] = after.get(line, line)
    return after


def _stands_alone(comment: Span) -> bool:
    """Whether nothing else stands on the lines of a comment."""
    source = comment.source
    first = source.line_starts[line_of(source, comment.start) - 1]
    last = line_of(source, comment.end)
    end = source.line_starts[last] if last < len(source.line_starts) else len(source.text)
    return not (source.text[first : comment.start].strip() or source.text[comment.end : end].strip())


def _beginnings(root: Node, source: Source) -> dict[int, int]:
    """For each line on which a text ends that begins on another, the line on which it begins."""
    lines = {}
    for _, node, _ in _nodes(root):
        if isinstance(node, ScalarNode):
            first, last = line_of(source, node.span.start), line_of(source, node.span.end)
            if first != last:
                lines[last] = first
    return lines


def _covers(root: Node, lines: Iterable[int]) -> Iterator[_Cover]:
    for keys, node, entry in _nodes(root):
        if entry is not None and not _is_written(str(keys[-1]), entry):
            continue
        start = node.span.start if entry is None else min(entry.key.start, node.span.start)
        line = line_of(node.span.source, node.span.start if entry is None else entry.key.start)
        if line in lines:
            yield _Cover(line, keys, start, node.span.end)


def _nodes(root: Node) -> Iterator[tuple[_Keys, Node, Entry | None]]:
    """Every node below the root with its keys, a parent before its children; in a mapping with its entry."""
    waiting: list[tuple[_Keys, Node, Entry | None]] = [((), root, None)]
    while waiting:
        keys, node, entry = waiting.pop()
        if keys:
            yield keys, node, entry
        if isinstance(node, MappingNode):
            waiting.extend(((*keys, key), each.node, each) for key, each in reversed(node.entries.items()))
        elif isinstance(node, SequenceNode):
            waiting.extend(((*keys, index), item, None) for index, item in reversed(list(enumerate(node.items))))


def _is_written(name: str, entry: Entry) -> bool:
    """Whether an entry is written out as such, and not only implied by something that stands deeper.

    The first step of a fold text is where its `steps` begin, and a header `[steps.fetch]` is where those of a TOML text
    do: a comment there speaks of the step.
    """
    key, node = entry.key, entry.node
    if key.text != name and not key.text.startswith(("'", '"')):
        return False
    if isinstance(node, MappingNode):
        return (node.span.start, node.span.end) != (key.start, key.end)
    return not (isinstance(node, SequenceNode) and node.items and node.items[0].span.start <= key.start)
