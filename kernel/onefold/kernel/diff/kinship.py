"""How alike two steps are: by what their documents say, and by their place in the graph."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.diff.words import tokens
from onefold.kernel.document import value_document
from onefold.kernel.flow import edges
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.ir.nodes import StepDef, WorkflowDef
    from onefold.kernel.values import JsonValue

# What makes a step what it is (a model's prompt, a tool's id) is what its kind requires.
_REQUIRED_WEIGHT: Final = 3
_CONTENT_SHARE: Final = 0.6
# Stands for every step whose id only one of the workflows knows.
_SOMEONE: Final = "?"

_Marks: TypeAlias = Counter[object]


@frozen
class Portrait:
    """What is compared of a step."""

    kind: str
    fields: Mapping[str, tuple[int, _Marks]]
    """By name of the field: its weight and what its value is made of. Names of other steps are left out."""
    surroundings: _Marks
    """The edges around it."""


def portraits(workflow: WorkflowDef, wanted: Collection[str], strangers: Collection[str]) -> dict[str, Portrait]:
    """The portraits of some steps; `strangers` are the ids that only one of the workflows has."""
    around: dict[str, _Marks] = {name: Counter() for name in wanted}
    for edge in edges(workflow):
        for name, other, side in ((edge.origin, edge.target, "out"), (edge.target, edge.origin, "in")):
            if name in around:
                neighbour = _SOMEONE if other in strangers else other
                around[name][side, edge.kind, edge.outcome, neighbour] += 1
    if workflow.start in around:
        around[workflow.start]["start",] += 1
    return {name: _portrait(workflow.steps[name], around[name]) for name in wanted}


def kinship(one: Portrait, other: Portrait) -> float:
    """How alike two steps are, from 0 to 1; 0 where their kinds differ."""
    if one.kind != other.kind:
        return 0.0
    content, surroundings = _content(one, other), _likeness(one.surroundings, other.surroundings)
    if content is None:
        return surroundings
    if not one.surroundings and not other.surroundings:
        return content
    return _CONTENT_SHARE * content + (1 - _CONTENT_SHARE) * surroundings


def _content(one: Portrait, other: Portrait) -> float | None:
    total = earned = 0.0
    for name in {**one.fields, **other.fields}:
        weight, marks = one.fields.get(name) or other.fields[name]
        total += weight
        if name in one.fields and name in other.fields:
            earned += weight * _likeness(marks, other.fields[name][1])
    return earned / total if total else None


def _likeness(one: _Marks, other: _Marks) -> float:
    """The share of marks that both have."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def _portrait(step: StepDef, surroundings: _Marks) -> Portrait:
    fields = {
        each.name: (_REQUIRED_WEIGHT if each.required else 1, Counter(_marks(each, getattr(step, each.attribute))))
        for each in declarations(type(step))
        if getattr(step, each.attribute) not in (None, each.default) and not _names_steps(each.shape)
    }
    return Portrait(step.kind, fields, surroundings)


def _names_steps(shape: Shape) -> bool:
    item = shape.item if isinstance(shape, declare.Unordered) else shape
    return isinstance(item, declare.Identifier) and item.refers == "step"


def _marks(declaration: Declaration, value: object) -> Iterator[object]:
    return _leaves(value_document(declaration.shape, value), isinstance(declaration.shape, declare.Identifier))


def _leaves(value: JsonValue, whole: bool, path: tuple[str, ...] = ()) -> Iterator[object]:
    """The words of texts and the other values, with the keys above them."""
    if isinstance(value, str):
        yield from [(path, value)] if whole else ((path, each) for each in tokens(value) if not each.isspace())
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, whole, (*path, key))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, whole, path)
    else:
        yield path, encode_value(value)
