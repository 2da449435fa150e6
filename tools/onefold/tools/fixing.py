"""Fix what can be fixed for certain: splices of the text, and a proof that the meaning stayed what it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from onefold.frontends.compile import Compilation, read_document
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.removal import removals
from onefold.frontends.splices import spliced
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.fixes import Edit, Removal, Splices
from onefold.kernel.jcs import encode_value
from onefold.kernel.source import Source

Compile: TypeAlias = "Callable[[bytes], Compilation]"

# One fix may stand in the way of another, which is then tried again; nobody writes a value more often.
_MOST_ROUNDS: Final = 20


@frozen
class Fixed:
    """A source after its fixes."""

    data: bytes
    compilation: Compilation
    count: int
    """How many findings were fixed."""


def fix(
    data: bytes,
    compilation: Compilation,
    frontend: Frontend,
    limits: Limits,
    compile_again: Compile,
    chosen: Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]],
) -> Fixed:
    """Make the fixes of the chosen diagnostics, as long as each round keeps the meaning.

    Every byte that no fix replaces stays: comments, white space, line ends, a byte order mark.
    """
    fixed = Fixed(data, compilation, 0)
    for _ in range(_MOST_ROUNDS):
        edits = _edits(fixed.compilation, frontend, limits, chosen)
        if not edits:
            break
        after = _applied(fixed, edits, frontend, limits, compile_again)
        if after is None:
            break
        fixed = after
    return fixed


def same_meaning(
    before: Compilation, after: Compilation, frontend: Frontend, data: Sequence[bytes], limits: Limits
) -> bool:
    """Whether two states of one source have the same version; without one, whether they hold the same value."""
    if before.version is not None or after.version is not None:
        return before.version == after.version
    values = [read_document(before.source.name, each, frontend, limits) for each in data]
    if any(each.severity == "error" for document in values for each in document.diagnostics):
        return False
    first, second = (encode_value(each.value) for each in values)
    return first == second


def _applied(
    fixed: Fixed, edits: Sequence[Edit], frontend: Frontend, limits: Limits, compile_again: Compile
) -> Fixed | None:
    """The source after a round of fixes: all of them, or else those that keep the meaning one by one."""
    candidates = [edits, *([each] for each in edits if len(edits) > 1)]
    for candidate in candidates:
        data = spliced(fixed.compilation.source, candidate)
        compilation = compile_again(data)
        if same_meaning(fixed.compilation, compilation, frontend, (fixed.data, data), limits):
            return Fixed(data, compilation, fixed.count + len(candidate))
    return None


def _edits(
    compilation: Compilation,
    frontend: Frontend,
    limits: Limits,
    chosen: Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]],
) -> list[Edit]:
    """The splices of all fixes, without those that overlap one before them."""
    found: list[Edit] = []
    diagnostics = [each for each in chosen(compilation.diagnostics) if each.fix is not None]
    for edit in sorted(_splices(compilation.source, diagnostics, frontend, limits), key=lambda each: each.span.start):
        if not found or edit.span.start >= found[-1].span.end:
            found.append(edit)
    return found


def _splices(source: Source, diagnostics: Sequence[Diagnostic], frontend: Frontend, limits: Limits) -> Iterator[Edit]:
    for each in diagnostics:
        if isinstance(each.fix, Splices):
            yield from each.fix.edits
    spans = [each.span for each in diagnostics if isinstance(each.fix, Removal) and each.span is not None]
    root = frontend.locate(source, limits) if spans else None
    if root is not None:
        comments = frontend.comments(source, limits) if frontend.comments else ()
        yield from removals(root, spans, comments)
