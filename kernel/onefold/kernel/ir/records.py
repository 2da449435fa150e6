"""Walking and rebuilding IR records by their declarations: the only traversal of records."""

from __future__ import annotations

from _operator import attrgetter, is_  # the part in C; the module around it brings more

from onefold.kernel.classes import NOTHING, evolve
from onefold.kernel.functions import partial
from onefold.kernel.ir.declare import (
    Extent,
    Keyed,
    Ordered,
    Record,
    Unordered,
    Variant,
    declarations,
)
from onefold.kernel.ir.nodes import Transition
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final, TypeAlias, TypeVar

    from onefold.kernel.ir.declare import (
        Shape,
    )
    from onefold.kernel.ir.path import IrPath, Segment

    RecordType = TypeVar("RecordType")
    Shapes: TypeAlias = tuple[type[Shape], ...]
    Change: TypeAlias = Callable[[Any, Any], Any]
    """Given a shape and a value of it, the value that stands in its place."""
    # Of one field: what gives its value, its attribute, the default that is passed over, and what changes it.
    _Row: TypeAlias = tuple[Callable[[Any], Any], str, object, Callable[[Any], Any]]


_RECORDS: Final = (Record, Variant)
_COLLECTIONS: Final = (Keyed, Ordered, Unordered)


class Field(NamedTuple):
    """One value inside a record, with where it stands and what shape was declared for it."""

    path: IrPath
    shape: Shape
    value: Any


def fields(record: object, shapes: Shapes = (), path: IrPath = (), *, defaults: bool = True) -> list[Field]:
    """Every declared value below `record`, a collection before its members. Absent fields are left out.

    With `shapes`, only values whose declared shape is one of them; what can hold none is not looked into. Without
    `defaults`, what nobody wrote is left out too: a field that still holds the very default of its declaration.
    """
    found: list[Field] = []
    _collect(_Search(shapes, defaults, found.append), record, path)
    return found


class _Search(NamedTuple):
    """What is looked for, and where it goes."""

    shapes: Shapes
    defaults: bool
    put: Callable[[Field], None]


def _collect(search: _Search, record: object, path: IrPath) -> None:
    for visit in _visits(type(record), search.shapes):
        value = visit.get(record)
        if value is not None and (search.defaults or value is not visit.default):
            below = (*path, visit.name)
            if visit.wanted:
                search.put(Field(below, visit.shape, value))
            if visit.inside is not None:
                visit.inside(search, visit.shape, value, below)


def _collect_members(search: _Search, shape: Shape, members: Iterable[tuple[Segment, Any]], path: IrPath) -> None:
    wanted, inside = not search.shapes or isinstance(shape, search.shapes), _inside(shape, search.shapes)
    for segment, item in members:
        below = (*path, segment)
        if wanted:
            search.put(Field(below, shape, item))
        if inside is not None:
            inside(search, shape, item, below)


def _collect_record(search: _Search, _shape: Shape, value: object, path: IrPath) -> None:
    if value is not False:
        _collect(search, value, path)


def _collect_mapping(search: _Search, shape: Keyed, value: Mapping[str, Any], path: IrPath) -> None:
    _collect_members(search, shape.item, value.items(), path)


def _collect_extent(search: _Search, shape: Extent, value: Any, path: IrPath) -> None:  # noqa: ANN401 - a word or a value of the item's shape
    if isinstance(value, str):
        return
    if not search.shapes or isinstance(shape.item, search.shapes):
        search.put(Field(path, shape.item, value))
    inside = _inside(shape.item, search.shapes)
    if inside is not None:
        inside(search, shape.item, value, path)


def _collect_list(search: _Search, shape: Ordered | Unordered, value: Iterable[Any], path: IrPath) -> None:
    named = ((_segment(index, item), item) for index, item in enumerate(value))
    _collect_members(search, shape.item, named, path)


class _Visit(NamedTuple):
    """A field of a record that is to be looked at."""

    get: Callable[[Any], Any]
    attribute: str
    name: str
    shape: Shape
    default: object
    wanted: bool
    """Whether it is of one of the shapes."""
    inside: Callable[..., None] | None
    """What collects from inside of it, where something that is wanted can be there."""


_VISITS: Final[dict[tuple[type[Any], Shapes], tuple[_Visit, ...]]] = {}


def _visits(record: type[Any], shapes: Shapes) -> tuple[_Visit, ...]:
    """The fields that are of one of the shapes or hold something that is."""
    known = _VISITS.get((record, shapes))
    return _VISITS.setdefault((record, shapes), _found_visits(record, shapes)) if known is None else known


def _found_visits(record: type[Any], shapes: Shapes) -> tuple[_Visit, ...]:
    return tuple(
        _Visit(
            attrgetter(each.attribute),
            each.attribute,
            each.name,
            each.shape,
            each.default,
            not shapes or isinstance(each.shape, shapes),
            _inside(each.shape, shapes),
        )
        for each in declarations(record)
        if _leads(each.shape, shapes)
    )


def _inside(shape: Shape, shapes: Shapes) -> Callable[..., None] | None:
    """What collects the members of a value of this shape; nothing where none can be wanted."""
    if isinstance(shape, _RECORDS):
        return _collect_record
    if isinstance(shape, Extent):
        return _collect_extent if _leads(shape.item, shapes) else None
    if not isinstance(shape, _COLLECTIONS) or not _leads(shape.item, shapes):
        return None
    return _collect_mapping if isinstance(shape, Keyed) else _collect_list


def _leads(shape: Shape, shapes: Shapes) -> bool:
    """Whether a value of this shape is wanted or can hold what is."""
    return not shapes or isinstance(shape, shapes) or _leads_below(shape, shapes)


def _leads_below(shape: Shape, shapes: Shapes) -> bool:
    """Whether a value of this shape can hold what is wanted."""
    match shape:
        case Record(type=record):
            return not shapes or bool(_visits(record, shapes))
        case Variant(types=types):
            return not shapes or any(_visits(each, shapes) for each in types.values())
        case Keyed(item=item) | Ordered(item=item) | Unordered(item=item) | Extent(item=item):
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


class Rebuilding:
    """A change of the values in records. What is looked at, and what changes it, is worked out once for each class."""

    __slots__ = ("_changes", "_defaults", "_other", "_rows", "_shapes")

    def __init__(self, changes: Mapping[type[Shape], Change], other: Change | None = None, *, defaults: bool) -> None:
        """`changes` says how values of which shape are changed, `other` how all others are.

        Without `defaults`, a field that still holds the very default of its declaration is not looked at.
        """
        self._changes, self._other, self._defaults = changes, other, defaults
        self._shapes: Shapes = () if other else tuple(changes)
        self._rows: dict[type[Any], list[_Row]] = {}

    def __call__(self, record: RecordType) -> RecordType:
        """The record with every value changed, members before collections; `record` itself when nothing changed."""
        rebuilt: RecordType = self._record(record)
        return rebuilt

    def _record(self, record: Any) -> Any:  # noqa: ANN401 - any IR record
        rows = self._rows.get(type(record))
        if rows is None:
            rows = self._rows[type(record)] = self._worked_out(type(record))
        changed = {}
        for get, attribute, default, change in rows:
            value = get(record)
            if value is not None and value is not default:
                new = change(value)
                if new is not value:
                    changed[attribute] = new
        return evolve(record, **changed) if changed else record

    def _worked_out(self, record: type[Any]) -> list[_Row]:
        """The fields that are changed or hold something that is."""
        return [
            (attrgetter(each.attribute), each.attribute, NOTHING if self._defaults else each.default, change)
            for each in declarations(record)
            if (change := self._of(each.shape)) is not None
        ]

    def _of(self, shape: Shape) -> Callable[[Any], Any] | None:
        """What changes a value of this shape; nothing where nothing can change."""
        change, inside = self._changes.get(type(shape), self._other), self._inside(shape)
        if change is None:
            return inside
        own = partial(change, shape)
        return own if inside is None else lambda value: own(inside(value))

    def _inside(self, shape: Shape) -> Callable[[Any], Any] | None:
        """What changes the members of a value of this shape."""
        if not _leads_below(shape, self._shapes):
            return None
        if isinstance(shape, _RECORDS):
            return lambda value: value if value is False else self._record(value)
        if isinstance(shape, Extent):
            extent = self._of(shape.item)
            return extent and (lambda value: value if isinstance(value, str) else extent(value))
        if not isinstance(shape, _COLLECTIONS):
            return None
        member = self._of(shape.item)
        return member and partial(_with_values if isinstance(shape, Keyed) else _with_members, member)


def _with_values(change: Callable[[Any], Any], old: Mapping[str, Any]) -> Mapping[str, Any]:
    new = [*map(change, old.values())]
    return old if all(map(is_, new, old.values())) else dict(zip(old, new, strict=True))


def _with_members(change: Callable[[Any], Any], old: tuple[Any, ...]) -> tuple[Any, ...]:
    new = tuple(map(change, old))
    return old if all(map(is_, new, old)) else new


def rebuild(record: RecordType, change: Change, shapes: Shapes = (), *, defaults: bool = True) -> RecordType:
    """The record with `change(shape, value)` applied to every declared value, members before collections.

    With `shapes`, only to values whose declared shape is one of them; without `defaults`, not to a field that still
    holds the very default of its declaration. Returns `record` itself when nothing changed.
    """
    return Rebuilding(dict.fromkeys(shapes, change), None if shapes else change, defaults=defaults)(record)
