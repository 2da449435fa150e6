"""Walking and rebuilding IR records by their declarations: the only traversal of records."""

from __future__ import annotations

from _operator import attrgetter, is_, is_not  # the part in C; the module around it brings more
from itertools import compress

from onefold.kernel.classes import NOTHING, evolve
from onefold.kernel.functions import partial
from onefold.kernel.ir.declare import (
    SHARED,
    Extent,
    Keyed,
    Ordered,
    Record,
    Unordered,
    Variant,
    declarations,
)
from onefold.kernel.ir.nodes import StepDef, Transition
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
    from onefold.kernel.remembered import Parts

    RecordType = TypeVar("RecordType")
    Shapes: TypeAlias = tuple[type[Shape], ...]
    # For each of some shapes: what is seen in a value of that shape; false where it is not worth a closer look.
    Glances: TypeAlias = tuple[Callable[[Any, Any], object], ...]
    # The way to a value, from its end: what stands there, how that holds it, and the trail of what holds it.
    _Trail: TypeAlias = "tuple[_Trail, int | str, object] | None"
    _Enter: TypeAlias = Callable[["_Search", "_Look", Any, _Trail], None]
    # What gives the values of some fields; their names, and what is done with them; their defaults.
    _Plan: TypeAlias = tuple[Callable[[Any], Iterable[Any]], tuple[tuple[str, "_Look"], ...], Iterable[object]]
    Change: TypeAlias = Callable[[Any, Any], Any]
    """Given a shape and a value of it, the value that stands in its place."""
    # Of one field: what gives its value, its attribute, the default that is passed over, and what changes it.
    _Row: TypeAlias = tuple[Callable[[Any], Any], str, object, Callable[[Any], Any]]


_RECORDS: Final = (Record, Variant)
_COLLECTIONS: Final = (Keyed, Ordered, Unordered)
# Of more parts it is not worth the room to know them again.
_MOST_CLEAN: Final = 1_000


class Field(NamedTuple):
    """One value inside a record, with where it stands and what shape was declared for it."""

    path: IrPath
    shape: Shape
    value: Any
    seen: object = None
    """What a glance saw in it."""


def fields(record: object, shapes: Shapes = (), glances: Glances = (), *, defaults: bool = True) -> list[Field]:
    """Every declared value below `record`, a collection before its members. Absent fields are left out.

    With `shapes`, only values whose declared shape is one of them; what can hold none is not looked into. Without
    `defaults`, what nobody wrote is left out too: a field that still holds the very default of its declaration. With
    `glances`, one for each of the shapes, values in which `glance(shape, value)` sees nothing are left out.
    """
    search = _Search(
        shapes, _PLANS.setdefault(shapes, {}), glances or _EVERYTHING * max(1, len(shapes)), defaults, [], set()
    )
    _collect(search, None, record, None)
    return search.found


def _always(_shape: Shape, _value: object) -> object:
    return True


_EVERYTHING: Final[Glances] = (_always,)


class _Search(NamedTuple):
    """What is looked for, and where it goes."""

    shapes: Shapes
    plans: dict[type[Any], _Plan]
    glances: Glances
    defaults: bool
    found: list[Field]
    clean: set[tuple[int, int]]
    """Looks and values inside of which nothing was found, by identity: parts that are alike are often one object."""


class _Look(NamedTuple):
    """What is done with the values of a shape."""

    shape: Shape
    glance: int | None
    """The index of the glance for it, where its values are wanted."""
    enter: _Enter | None
    """What collects from inside of a value, where something that is wanted can be there."""
    item: Any = None
    """The `_Look` at the members, where `enter` looks at them."""


def _collect(search: _Search, _look: _Look | None, record: object, trail: _Trail) -> None:
    if record is False:  # It stands for a record that is switched off.
        return
    shapes, plans, glances, defaults, found, clean = search
    get, planned, left = plans.get(type(record)) or plans.setdefault(type(record), _plan(type(record), shapes))
    values = get(record)
    every = zip(values, planned)  # noqa: B905 - a value for each
    # Of most fields nobody wrote anything.
    for value, (name, look) in every if defaults else compress(every, map(is_not, values, left)):
        if value is not None:
            shape, glance, enter, _ = look
            if glance is not None and (seen := glances[glance](shape, value)):
                found.append(Field(_path((trail, name, None)), shape, value, seen))
            if enter is not None and (id(look), id(value)) not in clean:
                before = len(found)
                enter(search, look, value, (trail, name, None))
                if len(found) == before and len(clean) < _MOST_CLEAN:
                    clean.add((id(look), id(value)))


def _collect_members(search: _Search, look: _Look, members: Iterable[tuple[int | str, Any]], trail: _Trail) -> None:
    shape, glance, enter, _ = look
    sight = None if glance is None else search.glances[glance]
    for segment, item in members:
        if sight is not None and (seen := sight(shape, item)):
            search.found.append(Field(_path((trail, segment, item)), shape, item, seen))
        if enter is not None:
            enter(search, look, item, (trail, segment, item))


def _collect_mapping(search: _Search, look: _Look, value: Mapping[str, Any], trail: _Trail) -> None:
    _collect_members(search, look.item, value.items(), trail)


def _collect_list(search: _Search, look: _Look, value: Iterable[Any], trail: _Trail) -> None:
    _collect_members(search, look.item, enumerate(value), trail)


def _collect_extent(search: _Search, look: _Look, value: Any, trail: _Trail) -> None:  # noqa: ANN401 - a word or a value of the item's shape
    if not isinstance(value, str) and trail is not None:
        parent, segment, _ = trail
        _collect_members(search, look.item, [(segment, value)], parent)


def _path(trail: _Trail) -> IrPath:
    """The path of what was found: most of what is passed on the way to it never needs one."""
    segments: list[Segment] = []
    while trail is not None:
        trail, segment, item = trail
        segments.append(_segment(segment, item) if type(segment) is int else segment)
    return tuple(reversed(segments))


class _Visit(NamedTuple):
    """A field of a record that is to be looked at."""

    attribute: str
    name: str
    default: object
    look: _Look


_VISITS: Final[dict[tuple[type[Any], Shapes], tuple[_Visit, ...]]] = {}
_PLANS: Final[dict[Shapes, dict[type[Any], _Plan]]] = {}


def _visits(record: type[Any], shapes: Shapes) -> tuple[_Visit, ...]:
    """The fields that are of one of the shapes or hold something that is."""
    known = _VISITS.get((record, shapes))
    return _VISITS.setdefault((record, shapes), _found_visits(record, shapes)) if known is None else known


def _found_visits(record: type[Any], shapes: Shapes) -> tuple[_Visit, ...]:
    return tuple(
        _Visit(each.attribute, each.name, each.default, look)
        for each in declarations(record)
        if (look := _look(each.shape, shapes)) is not None
    )


def _plan(record: type[Any], shapes: Shapes) -> _Plan:
    """What gets the values of the fields that are to be looked at, all at once, and what is done with each."""
    visits = _visits(record, shapes)
    planned = tuple([(each.name, each.look) for each in visits])
    defaults = [each.default for each in visits]
    if not visits:
        return lambda _: (), planned, defaults
    get = attrgetter(*[each.attribute for each in visits])
    return get if len(visits) > 1 else lambda record: (get(record),), planned, defaults


def _look(shape: Shape, shapes: Shapes) -> _Look | None:
    """What is done with values of a shape; nothing with those that can neither be wanted nor hold what is."""
    glance = _glance_at(shape, shapes)
    if isinstance(shape, _RECORDS):
        return _Look(shape, glance, _collect) if glance is not None or _leads(shape, shapes) else None
    if not isinstance(shape, (Extent, *_COLLECTIONS)) or (item := _look(shape.item, shapes)) is None:
        return None if glance is None else _Look(shape, glance, None)
    return _Look(shape, glance, _ENTERED[type(shape)], item)


def _glance_at(shape: Shape, shapes: Shapes) -> int | None:
    if not shapes:
        return 0
    return next((index for index, each in enumerate(shapes) if isinstance(shape, each)), None)


_ENTERED: Final[dict[type[Shape], _Enter]] = {
    Extent: _collect_extent,
    Keyed: _collect_mapping,
    Ordered: _collect_list,
    Unordered: _collect_list,
}


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

    __slots__ = ("_changes", "_defaults", "_other", "_parts", "_rows", "_shapes")

    def __init__(
        self,
        changes: Mapping[type[Shape], Change],
        other: Change | None = None,
        *,
        defaults: bool = False,
        parts: Parts | None = None,
    ) -> None:
        """`changes` says how values of which shape are changed, `other` how all others are.

        Without `defaults`, a field that still holds the very default of its declaration is not looked at. With `parts`,
        what steps share is changed once; then changes must depend on nothing but the value.
        """
        self._changes, self._other, self._defaults = changes, other, defaults
        self._shapes: Shapes = () if other else tuple(changes)
        self._parts = parts
        self._rows: dict[type[Any], list[_Row]] = {}

    def __call__(self, record: RecordType) -> RecordType:
        """The record with every value changed, members before collections; `record` itself when nothing changed."""
        rebuilt: RecordType = self._record(record)
        if self._parts is not None:
            self._parts.forget()
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
        rows: list[_Row] = []
        for each in declarations(record):
            change = self._of(each.shape)
            if change is not None:
                if self._parts is not None and issubclass(record, StepDef) and isinstance(each.shape, SHARED):
                    change = self._parts.remembered(change)
                default = NOTHING if self._defaults else each.default
                rows.append((attrgetter(each.attribute), each.attribute, default, change))
        return rows

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
