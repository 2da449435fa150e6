"""Walking and rebuilding IR records by their declarations: the only traversal of records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir.declare import (
    Declaration,
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
Shapes: TypeAlias = tuple[type[Shape], ...]


@frozen
class Field:
    """One value inside a record, with where it stands and what shape was declared for it."""

    path: IrPath
    shape: Shape
    value: Any


def fields(record: object, shapes: Shapes = (), path: IrPath = ()) -> Iterator[Field]:
    """Every declared value below `record`, a collection before its members. Absent fields are left out.

    With `shapes`, only values whose declared shape is one of them; what can hold none is not looked into.
    """
    for declaration in _leading(type(record), shapes):
        value = getattr(record, declaration.attribute)
        if value is not None:
            yield from _inside((*path, declaration.name), declaration.shape, value, shapes)


def _inside(path: IrPath, shape: Shape, value: Any, shapes: Shapes) -> Iterator[Field]:  # noqa: ANN401 - any IR value
    if not shapes or isinstance(shape, shapes):
        yield Field(path, shape, value)
    if isinstance(shape, Record | Variant):
        if value is not False:
            yield from fields(value, shapes, path)
    elif isinstance(shape, Keyed):
        if _leads(shape.item, shapes):
            for key, item in value.items():
                yield from _inside((*path, key), shape.item, item, shapes)
    elif isinstance(shape, Ordered | Unordered) and _leads(shape.item, shapes):
        for index, item in enumerate(value):
            yield from _inside((*path, _segment(index, item)), shape.item, item, shapes)


_LEADING: Final[dict[tuple[type[Any], Shapes], tuple[Declaration, ...]]] = {}


def _leading(record: type[Any], shapes: Shapes) -> tuple[Declaration, ...]:
    """The fields that are of one of the shapes or hold something that is."""
    known = _LEADING.get((record, shapes))
    if known is None:
        found = tuple(each for each in declarations(record) if _leads(each.shape, shapes))
        known = _LEADING[record, shapes] = found
    return known


def _leads(shape: Shape, shapes: Shapes) -> bool:
    if not shapes or isinstance(shape, shapes):
        return True
    match shape:
        case Record(type=record):
            return bool(_leading(record, shapes))
        case Variant(types=types):
            return any(_leading(each, shapes) for each in types.values())
        case Keyed(item=item) | Ordered(item=item) | Unordered(item=item):
            return _leads(item, shapes)
        case _:
            return False


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
    return evolve(record, **changes) if changes else record  # type: ignore[misc]  # every record is an attrs class


def _rebuilt(shape: Shape, value: Any, change: Callable[[Shape, Any], Any]) -> Any:  # noqa: ANN401 - any IR value
    if isinstance(shape, Record | Variant):
        value = value if value is False else rebuild(value, change)
    elif isinstance(shape, Keyed):
        value = _rebuilt_mapping(shape.item, value, change)
    elif isinstance(shape, Ordered | Unordered):
        items = tuple(_rebuilt(shape.item, item, change) for item in value)
        value = items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return change(shape, value)


def _rebuilt_mapping(item: Shape, value: Mapping[str, Any], change: Callable[[Shape, Any], Any]) -> Mapping[str, Any]:
    items = {key: _rebuilt(item, each, change) for key, each in value.items()}
    return items if any(items[key] is not each for key, each in value.items()) else value
