"""Walking and rebuilding IR records by their declarations: the only traversal of records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import attrs
from attrs import frozen

from onefold.kernel.ir.declare import (
    Keyed,
    Ordered,
    Record,
    Shape,
    Unordered,
    Variant,
    declarations,
)
from onefold.kernel.ir.nodes import Transition
from onefold.kernel.ir.path import IrPath, TransitionSegment

RecordType = TypeVar("RecordType")


@frozen
class Field:
    """One value inside a record, with where it stands and what shape was declared for it."""

    path: IrPath
    shape: Shape
    value: Any


def fields(record: object, path: IrPath = ()) -> Iterator[Field]:
    """Every declared value below `record`, a collection before its members. Absent fields are left out."""
    for declaration in declarations(type(record)):
        value = getattr(record, declaration.attribute)
        if value is not None:
            yield from _inside(Field((*path, declaration.name), declaration.shape, value))


def _inside(field: Field) -> Iterator[Field]:
    yield field
    shape, value, path = field.shape, field.value, field.path
    if isinstance(shape, Record | Variant):
        yield from fields(value, path)
    elif isinstance(shape, Keyed):
        for key, item in value.items():
            yield from _inside(Field((*path, key), shape.item, item))
    elif isinstance(shape, Ordered | Unordered):
        for index, item in enumerate(value):
            yield from _inside(Field((*path, _segment(index, item)), shape.item, item))


def _segment(index: int, item: object) -> int | TransitionSegment:
    return transition_segment(index, item) if isinstance(item, Transition) else index


def transition_segment(index: int, transition: Transition) -> TransitionSegment:
    """How a path names a transition: by what it connects; `index` counts in the order written."""
    label = transition_label(transition.origin, transition.target, transition.outcome, transition.priority)
    return TransitionSegment(index, label)


def transition_label(origin: object, target: object, outcome: object, priority: object) -> str:
    """What a transition is called.

    >>> transition_label("a", "b", "success", 0)
    'a→b:success:0'
    """
    return f"{origin}→{target}:{outcome}:{priority}"


def rebuild(record: RecordType, change: Callable[[Shape, Any], Any]) -> RecordType:
    """The record with `change(shape, value)` applied to every declared value, members before collections.

    Returns `record` itself when nothing changed.
    """
    changes = {}
    for declaration in declarations(type(record)):
        value = getattr(record, declaration.attribute)
        if value is not None:
            changed = _rebuilt(declaration.shape, value, change)
            if changed is not value:
                changes[declaration.attribute] = changed
    return attrs.evolve(record, **changes) if changes else record  # type: ignore[misc]  # every record is an attrs class


def _rebuilt(shape: Shape, value: Any, change: Callable[[Shape, Any], Any]) -> Any:  # noqa: ANN401 - any IR value
    if isinstance(shape, Record | Variant):
        value = rebuild(value, change)
    elif isinstance(shape, Keyed):
        value = _rebuilt_mapping(shape.item, value, change)
    elif isinstance(shape, Ordered | Unordered):
        items = tuple(_rebuilt(shape.item, item, change) for item in value)
        value = items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return change(shape, value)


def _rebuilt_mapping(item: Shape, value: Mapping[str, Any], change: Callable[[Shape, Any], Any]) -> Mapping[str, Any]:
    items = {key: _rebuilt(item, each, change) for key, each in value.items()}
    return items if any(items[key] is not each for key, each in value.items()) else value
