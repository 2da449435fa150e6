"""The JSON front-end: RFC 8259, with nothing added and nothing forgiven.

Its parts are imported when they are used: most runs need one of them, in one format.
"""

from __future__ import annotations

from onefold.frontends.frontend import Frontend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.frontends.frontend import Limits, Reading
    from onefold.frontends.json.revise import JsonPen
    from onefold.frontends.tree import MappingNode, Node, ScalarNode
    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonObject


def _read(source: Source, limits: Limits) -> Reading:
    from onefold.frontends.json.read import read

    return read(source, limits)


def _locate(source: Source, limits: Limits) -> Node | None:
    from onefold.frontends.json.locate import locate

    return locate(source, limits)


def _characters(node: ScalarNode) -> Sequence[int] | None:
    from onefold.frontends.json.strings import characters

    return characters(node)


def _render(document: JsonObject) -> str:
    from onefold.frontends.json.render import render

    return render(document)


def _set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    from onefold.frontends.json.set_field import set_field

    return set_field(mapping, name, value, after)


def _reformat(source: Source, limits: Limits) -> str:
    from onefold.frontends.json.reformat import reformat

    return reformat(source, limits)


def _pen(source: Source, _limits: Limits) -> JsonPen:
    from onefold.frontends.json.revise import JsonPen

    return JsonPen(source)


FRONTEND: Final = Frontend(
    name="json",
    suffixes=(".fold.json",),
    explicit_suffixes=(".json",),
    read=_read,
    locate=_locate,
    characters=_characters,
    print=_render,
    set_field=_set_field,
    reformat=_reformat,
    pen=_pen,
)
