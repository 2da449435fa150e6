"""The fold front-end: workflows as people write them by hand.

Its parts are imported when they are used: most runs need one of them, in one format.
"""

from __future__ import annotations

from onefold.frontends.bounds import at_most
from onefold.frontends.frontend import Frontend, Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.frontends.fold.revise import FoldPen
    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import MappingNode, Node, ScalarNode
    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonObject


_MADE_UP: Final = 32
"""Bytes that a node has at most without their being written: its key, which is the name of a field, and its kind."""


def _read(source: Source, limits: Limits) -> Reading:
    from onefold.frontends.fold import quick

    value = quick.read(source.text, limits)
    if value is not None:
        return Reading(value, at_most=at_most(source.text, _MADE_UP, quick.LEAST_DEPTH))
    from onefold.frontends.fold.read import read  # The tables take longer to load than most files to check.

    return read(source, limits)


def _locate(source: Source, limits: Limits) -> Node | None:
    from onefold.frontends.fold.read import locate

    return locate(source, limits)


def _characters(node: ScalarNode) -> Sequence[int] | None:
    from onefold.frontends.fold.characters import characters

    return characters(node)


def _render(document: JsonObject) -> str:
    from onefold.frontends.fold.render import render

    return render(document)


def _comments(source: Source, limits: Limits) -> Sequence[Span]:
    from onefold.frontends.fold.comments import comments

    return comments(source, limits)


def _set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    from onefold.frontends.fold.set_field import set_field

    return set_field(mapping, name, value, after)


def _reformat(source: Source, limits: Limits) -> str:
    from onefold.frontends.fold.reformat import reformat

    return reformat(source, limits)


def _pen(source: Source, limits: Limits) -> FoldPen | None:
    from onefold.frontends.fold.revise import FoldPen

    root = _locate(source, limits)
    return None if root is None else FoldPen.of(source, root, _comments(source, limits))


FRONTEND: Final = Frontend(
    name="fold",
    suffixes=(".fold",),
    explicit_suffixes=(),
    read=_read,
    locate=_locate,
    characters=_characters,
    print=_render,
    comment="//",
    comments=_comments,
    set_field=_set_field,
    reformat=_reformat,
    pen=_pen,
)
