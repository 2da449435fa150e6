"""A baseline: comments that silence what is found now, so that only what is new is reported from then on."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from onefold.frontends.policy import Ignore
from onefold.frontends.tree import MappingNode, SequenceNode
from onefold.kernel import patterns
from onefold.kernel.fixes import Edit
from onefold.kernel.ir.path import format_path
from onefold.kernel.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Final

    from onefold.frontends.frontend import Frontend, Limits
    from onefold.frontends.tree import Node
    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source

REASON: Final = "baseline"
# What comments cannot silence: they are not found yet, or are about comments.
_NEVER: Final = ("OF190",)
_INDENTATION: Final = patterns.compile(r"[ \t]*")


def ignorable(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Those that a baseline takes up."""
    return tuple(each for each in diagnostics if each.code not in _NEVER and each.severity != "note")


def comments(source: Source, diagnostics: Iterable[Diagnostic], frontend: Frontend, limits: Limits) -> tuple[Edit, ...]:
    """The splices that put a comment with codes above every line where the finding's node begins.

    A finding inside of a text of several lines gets its comment above the key, since no comment can stand in a text.
    """
    root = frontend.locate(source, limits)
    if root is None or not frontend.comment:
        return ()
    keys, texts = _lines(root, source)
    codes: dict[int, set[str]] = {}
    for each in diagnostics:
        line = _line(each, source, keys, texts)
        if line is not None:
            codes.setdefault(line, set()).add(each.code)
    return tuple(_comment(source, line, sorted(found), frontend.comment) for line, found in sorted(codes.items()))


def configured(diagnostics: Iterable[Diagnostic]) -> tuple[str, ...]:
    """The same for a format without comments: what a configuration lists for the file."""
    found = [str(Ignore(each.code, each.ir_path)) for each in diagnostics]
    return tuple(dict.fromkeys(found))


def pattern(path: str) -> str:
    r"""The pattern of a configuration that means exactly the file at `path`, which is relative and has `/`.

    >>> pattern("flows/[old] a.fold.json")
    '/flows/\\[old] a.fold.json'
    """
    return "/" + "".join(f"\\{each}" if each in "*?[\\" else each for each in path)


def _lines(root: Node, source: Source) -> tuple[Mapping[str, int], Mapping[int, int]]:
    """The line of every node by its path in words, and for every line inside a text the line where its node begins."""
    keys: dict[str, int] = {}
    texts: dict[int, int] = {}
    waiting: list[tuple[IrPath, Node, int]] = [((), root, 1)]
    while waiting:
        path, node, line = waiting.pop()
        keys[format_path(path)] = line
        if isinstance(node, MappingNode):
            waiting.extend(((*path, key), each.node, _at(source, each.key.start)) for key, each in node.entries.items())
        elif isinstance(node, SequenceNode):
            waiting.extend(
                ((*path, index), item, _at(source, item.span.start)) for index, item in enumerate(node.items)
            )
        else:
            first, last = _at(source, node.span.start), _at(source, node.span.end)
            texts.update(dict.fromkeys(range(first + 1, last + 1), line))
    return keys, texts


def _at(source: Source, index: int) -> int:
    return bisect_right(source.line_starts, index)


def _line(diagnostic: Diagnostic, source: Source, keys: Mapping[str, int], texts: Mapping[int, int]) -> int | None:
    """The line that a comment for a finding stands above."""
    span = diagnostic.span
    if span is not None and span.source.name == source.name:
        line = _at(source, span.start)
        while line in texts:
            line = texts[line]
        return line
    # It is in a text of its own file, and the comment stands where that is named.
    return keys.get(diagnostic.ir_path or "")


def _comment(source: Source, line: int, codes: Sequence[str], sign: str) -> Edit:
    start = source.line_starts[line - 1]
    indentation = _INDENTATION.match(source.text, start)
    comment = (
        f"{indentation[0] if indentation else ''}{sign} onefold: ignore[{', '.join(codes)}] {REASON}{_line_end(source)}"
    )
    return Edit(Span(source, start, start), comment)


def _line_end(source: Source) -> str:
    """How the lines of a source end."""
    if len(source.line_starts) < 2:
        return "\n"
    before = source.text[: source.line_starts[1]]
    return "\r\n" if before.endswith("\r\n") else before[-1]
