"""Lay out a source in its own format, and prove in memory that nothing but its layout changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.fields import WORKFLOW, inside
from onefold.frontends.predicate import parse
from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir.declare import Expression
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Final, TypeAlias

    from onefold.frontends.compile import Compilation, Document
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.values import JsonValue

Compile: TypeAlias = "Callable[[bytes], Compilation]"
_UNUSED: Final = "unused-ignore"


class Unproved(Exception):  # noqa: N818 - it says that a proof failed, and nothing is written
    """Another layout would change more than the layout; the text says what, as the end of a sentence."""


class Misplaced(Unproved):
    """A comment that silences findings would speak of others: where it stands, the layout cannot keep what it says."""


def formatted(
    data: bytes, compilation: Compilation, frontend: Frontend, limits: Limits, compile_again: Compile
) -> bytes:
    """The bytes of a source that lowers, laid out by a front-end that can: UTF-8 without a mark, lines ended by LF.

    They are compiled and compared with the source before anybody sees them. Raises `Unproved`.
    """
    assert frontend.reformat is not None  # noqa: S101 - whoever asks has looked
    after = frontend.reformat(compilation.source, limits).encode("utf-8")
    if after == data:
        return data
    _require_same_meaning(data, after, compilation, frontend, limits, compile_again)
    return after


def _require_same_meaning(
    data: bytes, after: bytes, before: Compilation, frontend: Frontend, limits: Limits, compile_again: Compile
) -> None:
    """Version, values (those that are no part of a version too), comments and findings have to be what they were.

    A source with errors has no version; then the values say enough.
    """
    again = compile_again(after)
    if again.version != before.version:
        raise Unproved("its version would change")
    old, new = (read_document(before.source.name, each, frontend, limits) for each in (data, after))
    if any_error(new.diagnostics) or not _same_value(old, new, limits):
        raise Unproved("a value would change")
    if _comments(old, frontend, limits) != _comments(new, frontend, limits):
        raise Unproved("a comment would change")
    of_spelling = {name for each in (*old.diagnostics, *new.diagnostics) for name in (each.code, each.name)}
    if _found(again, of_spelling) != _found(before, of_spelling):
        raise Misplaced("a comment that silences findings would speak of others")


def _found(compilation: Compilation, of_spelling: Container[str]) -> list[tuple[bool, str, str]]:
    """What is found: whether it is silenced, the code, and the place in the IR or the code that a comment names.

    What is only remarked on a spelling is left out, as the layout may mend it; then a comment may be left unused.
    """
    found = [(False, each) for each in compilation.diagnostics] + [(True, each) for each in compilation.silenced]
    named = [(silenced, each, each.span.text if each.span and each.name == _UNUSED else "") for silenced, each in found]
    return sorted(
        (silenced, each.code, name or each.ir_path or "")
        for silenced, each, name in named
        if each.code not in of_spelling and name not in of_spelling
    )


def _same_value(old: Document, new: Document, limits: Limits) -> bool:
    if encode_value(old.value) == encode_value(new.value):
        return True
    first, second = (_with_canonical_predicates(each.value, WORKFLOW, limits) for each in (old, new))
    return encode_value(first) == encode_value(second)


def _with_canonical_predicates(value: JsonValue, shape: Shape | None, limits: Limits) -> JsonValue:
    """A value in which predicates are spelled in one way: some formats have a syntax for them."""
    if isinstance(value, str):
        expression = parse(value, limits).expression if isinstance(shape, Expression) else None
        return value if expression is None else expression_text(expression)
    if isinstance(value, Mapping):
        return {key: _with_canonical_predicates(item, inside(shape, value, key), limits) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_with_canonical_predicates(item, inside(shape, value, None), limits) for item in value]
    return value


def _comments(document: Document, frontend: Frontend, limits: Limits) -> list[str]:
    """The words of all comments; where they stand, and how they are indented, is layout."""
    found = frontend.comments(document.source, limits) if frontend.comments else ()
    return sorted(" ".join(each.text.split()) for each in found)
