"""The TOML 1.1 front-end: values as tomli reads them, less what no other format can say.

Its parts are imported when they are used: most runs need one of them, in one format.
"""

from __future__ import annotations

from onefold.frontends.frontend import Frontend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.frontends.frontend import Limits, Reading
    from onefold.frontends.toml.revise import TomlPen
    from onefold.frontends.tree import MappingNode, Node, ScalarNode
    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonObject


def _read(source: Source, limits: Limits) -> Reading:
    from onefold.frontends.toml.read import read

    return read(source, limits)


def _locate(source: Source, limits: Limits) -> Node | None:
    from onefold.frontends.toml.locate import locate

    return locate(source, limits)


def _characters(node: ScalarNode) -> Sequence[int] | None:
    from onefold.frontends.toml.strings import characters

    return characters(node)


def _render(document: JsonObject) -> str:
    from onefold.frontends.toml.render import render

    return render(document)


def _comments(source: Source, limits: Limits) -> Sequence[Span]:
    from onefold.frontends.toml.locate import comments

    return comments(source, limits)


def _set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    from onefold.frontends.toml.set_field import set_field

    return set_field(mapping, name, value, after)


def _reformat(source: Source, limits: Limits) -> str:
    from onefold.frontends.toml.reformat import reformat

    return reformat(source, limits)


def _pen(source: Source, limits: Limits) -> TomlPen:
    from onefold.frontends.toml.locate import written
    from onefold.frontends.toml.revise import TomlPen

    return TomlPen(source, written(source, limits))


FRONTEND: Final = Frontend(
    name="toml",
    suffixes=(".fold.toml",),
    explicit_suffixes=(".toml",),
    read=_read,
    locate=_locate,
    characters=_characters,
    print=_render,
    comment="#",
    comments=_comments,
    set_field=_set_field,
    reformat=_reformat,
    pen=_pen,
)
