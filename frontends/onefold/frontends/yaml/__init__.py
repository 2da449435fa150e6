"""The YAML front-end: YAML 1.2 with the core schema, read the same by everyone or not at all.

Its parts are imported when they are used: most runs need one of them, in one format.
"""

from __future__ import annotations

from onefold.frontends.bounds import at_most
from onefold.frontends.frontend import Frontend, Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import MappingNode, Node, ScalarNode
    from onefold.frontends.yaml.revise import YamlPen
    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonObject


def _read(source: Source, limits: Limits) -> Reading:
    from onefold.frontends.yaml.quick import MOST_LEVELS, quick

    value = quick(source.text, limits)
    if value is not None:
        return Reading(value, at_most=at_most(source.text, levels=MOST_LEVELS))
    from onefold.frontends.yaml.read import read

    return read(source, limits)


def _locate(source: Source, limits: Limits) -> Node | None:
    from onefold.frontends.yaml.read import locate

    return locate(source, limits)


def _characters(node: ScalarNode) -> Sequence[int] | None:
    from onefold.frontends.yaml.characters import characters

    return characters(node)


def _render(document: JsonObject) -> str:
    from onefold.frontends.yaml.render import render

    return render(document)


def _comments(source: Source, limits: Limits) -> Sequence[Span]:
    from onefold.frontends.yaml.comments import comments

    return comments(source, limits)


def _set_field(mapping: MappingNode, name: str, value: str, after: str) -> Iterator[tuple[Edit, ...]]:
    from onefold.frontends.yaml.set_field import set_field

    return set_field(mapping, name, value, after)


def _reformat(source: Source, limits: Limits) -> str:
    from onefold.frontends.yaml.reformat import reformat

    return reformat(source, limits)


def _pen(source: Source, limits: Limits) -> YamlPen:
    from onefold.frontends.yaml.revise import YamlPen

    return YamlPen(source, _comments(source, limits))


FRONTEND: Final = Frontend(
    name="yaml",
    suffixes=(".fold.yaml", ".fold.yml"),
    explicit_suffixes=(".yaml", ".yml"),
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
