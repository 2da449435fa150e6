"""Make slotted classes from annotated fields, with methods that are shared instead of compiled for each class."""

from __future__ import annotations

from _operator import attrgetter  # the part in C; the module around it brings more

from onefold.kernel.classes.fields_for_attrs import FieldsForAttrs
from onefold.kernel.classes.initializers import INITIALIZERS
from onefold.kernel.functions import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final, TypeAlias

    Traits: TypeAlias = tuple[bool, bool, bool, bool]
    """Whether instances never change, are compared, are put in order, and are shown, field by field."""


_NONE: Final[Mapping[Any, Any]] = {}


class _Nothing:
    """The type of `NOTHING`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NOTHING"

    def __bool__(self) -> bool:
        return False


NOTHING: Final = _Nothing()
"""What stands for a default where there is none."""


class Factory:
    """A default that is made anew for each instance."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class Field:
    """What is known of one field of a class."""

    name: str = ""
    annotation: str = ""
    init: bool = True
    repr: bool = True
    eq: bool | Callable[[Any], Any] = True
    kw_only: bool = False
    metadata: Mapping[Any, Any] = _NONE
    validator: Callable[[Any, Any, Any], object] | None = None

    def __init__(
        self,
        default: Any = NOTHING,  # noqa: ANN401 - a field may hold anything
        *,
        factory: Callable[[], Any] | None = None,
        **settings: Any,  # noqa: ANN401 - what is above but for the name and the annotation
    ) -> None:
        self.default = default if factory is None else _made_anew(factory, default)
        if settings:
            self.__dict__.update(settings)


def _made_anew(factory: Callable[[], Any], default: object) -> Factory:
    if default is not NOTHING:
        raise ValueError("a field has either a default or a factory")
    return Factory(factory)


field = Field

_CACHED: Final = frozenset((cached_property,))
_OF_THE_CLASS: Final = ("ClassVar", "typing.ClassVar")
_known: dict[Traits, tuple[dict[str, Any], dict[str, Any]]] = {}


def frozen(cls: type[Any] | None = None, *, eq: bool = True, order: bool = False, repr: bool = True) -> Any:  # noqa: ANN401
    """A class whose instances never change; as a decorator, with or without arguments."""
    return _decorator(cls, (True, eq, order, repr))


def define(cls: type[Any] | None = None, *, eq: bool = True, repr: bool = True) -> Any:  # noqa: ANN401
    """A class whose instances may change; as a decorator, with or without arguments."""
    return _decorator(cls, (False, eq, False, repr))


def _decorator(cls: type[Any] | None, traits: Traits) -> Any:  # noqa: ANN401 - a class, or what makes one
    return _made(cls, traits) if cls is not None else lambda cls: _made(cls, traits)


def fields(cls: type[Any]) -> tuple[Field, ...]:
    """The fields of a class made here, inherited ones first."""
    known: tuple[Field, ...] = cls.__onefold_fields__
    return known


def evolve(instance: Any, **changes: Any) -> Any:  # noqa: ANN401 - any class made here
    """A new instance with some fields changed. Raises `TypeError` for what is no field."""
    cls = instance.__class__
    for each in cls.__onefold_fields__:
        name = each.name
        if each.init and (given := name.lstrip("_")) not in changes:
            changes[given] = getattr(instance, name)
    return cls(**changes)


def _made(cls: type[Any], traits: Traits) -> type[Any]:
    """The class with slots. What can wait until somebody asks for it does: of most classes a run asks for little."""
    body = cls.__dict__.copy()
    own = _own_fields(body)
    slots = _slots(cls, own)
    if not _CACHED.isdisjoint(map(type, body.values())):
        slots.append("__dict__")  # It is where a cached property keeps its value.
    offered, imposed = _known.get(traits) or _shared(traits)
    body = offered | body | imposed
    body["__slots__"] = tuple(slots)
    body["__onefold_own__"] = own
    body["__qualname__"] = cls.__qualname__
    make: Any = type(cls)
    made: type[Any] = make(cls.__name__, cls.__bases__, body)
    return made


def _own_fields(body: dict[str, Any]) -> dict[str, Any]:
    """The fields that a class declares itself, with what stood for them in its body. What a class gets anew goes."""
    found: dict[str, Any] = {}
    for name, annotation in body.get("__annotations__", found).items():
        if not annotation.startswith(_OF_THE_CLASS):
            found[name] = body.pop(name, NOTHING)
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    return found


def _slots(cls: type[Any], own: Iterable[str]) -> list[str]:
    if cls.__bases__ == (object,):
        return [*own, "__weakref__"]
    taken = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    names = [name for name in own if name not in taken]
    if not any(getattr(base, "__weakrefoffset__", 0) for base in cls.__mro__[1:]):
        names.append("__weakref__")
    return names


def _shared(traits: Traits) -> tuple[dict[str, Any], dict[str, Any]]:
    """What all classes of such traits have: unless they say otherwise, and in any case."""
    frozen, eq, order, shown = traits
    offered: dict[str, Any] = {"__repr__": _shown} if shown else {}
    imposed: dict[str, Any] = {"__getstate__": _get_state, "__setstate__": _set_state}
    ways: dict[str, Callable[[Any], Any]] = {
        "__attrs_attrs__": FieldsForAttrs(*traits),
        "__init__": _initializer,
        "__match_args__": _match_arguments,
        "__onefold_fields__": _every_field,
    }
    if frozen:
        offered |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if eq:
        offered["__eq__"] = _Later("__eq__", _equality)
        imposed["__hash__"] = _Later("__hash__", _hashing) if frozen else None
    if order:
        ways |= {name: _ordering(holds) for name, holds in _ORDER.items()}
    _known[traits] = offered, imposed | {name: _Later(name, make) for name, make in ways.items()}
    return _known[traits]


class _Later:
    """Stands for an attribute of classes until somebody asks one of them for it.

    Many classes share one of these, also a class and its base. It may be asked for a class that has the attribute by
    now, since another thread was faster: then the base must not be taken for the class, so it knows what it made.
    """

    __slots__ = ("_made", "_make", "_name")

    def __init__(self, name: str, make: Callable[[type[Any]], Any]) -> None:
        self._name, self._make = name, make
        self._made: dict[type[Any], Any] = {}

    def __get__(self, instance: object, owner: type[Any]) -> Any:  # noqa: ANN401 - a method, or a tuple
        if isinstance(instance, type):
            owner = instance  # So asks `inspect` of later versions, which looks for methods without calling for them.
        for holder in owner.__mro__:
            if holder in self._made or holder.__dict__.get(self._name) is self:
                break
        else:
            return self
        found = self._made.get(holder)
        if found is None:
            found = self._made.setdefault(holder, self._make(holder))
            type.__setattr__(holder, self._name, found)
        return found if instance is None or isinstance(found, tuple) else found.__get__(instance, owner)


def _every_field(made: type[Any]) -> tuple[Field, ...]:
    """The fields of a class, inherited ones first."""
    own = made.__dict__["__onefold_own__"]
    annotations = made.__annotations__ if own else own
    every: list[Field] = []
    for base in made.__mro__[1:-1]:
        if "__onefold_fields__" in base.__dict__:
            every = [each for each in fields(base) if each.name not in own]
            break
    for name, value in own.items():
        each = value if isinstance(value, Field) else Field(value)
        each.name, each.annotation = name, annotations[name]
        every.append(each)
    _require_order(made, every)
    return tuple(every)


def _require_order(made: type[Any], every: list[Field]) -> None:
    has_default = False
    for each in every:
        if each.init and not each.kw_only:
            if has_default and each.default is NOTHING:
                raise ValueError(f"{made.__qualname__}: no mandatory fields may follow fields with a default")
            has_default = each.default is not NOTHING


def _match_arguments(made: type[Any]) -> tuple[str, ...]:
    return tuple([each.name for each in fields(made) if each.init and not each.kw_only])


def _shared_code(count: int) -> Callable[..., Any]:
    """What makes the code for so many fields. Few classes are wide, and most commands meet none."""
    if count < len(INITIALIZERS):
        return INITIALIZERS[count]
    from onefold.kernel.classes.wide_initializers import INITIALIZERS as WIDE

    return WIDE[count - len(INITIALIZERS)]


def _initializer(made: type[Any]) -> Callable[..., None]:
    """`__init__` of a class: the shared code for so many fields, under the names of these."""
    positional: list[Field] = []
    named: list[Field] = []
    later: list[Field] = []
    for each in fields(made):
        if each.init:
            (named if each.kw_only else positional).append(each)
        if not each.init or each.validator or isinstance(each.default, Factory):
            later.append(each)
    given = positional + named
    initializer: Any = _shared_code(len(given))(*[getattr(made, each.name).__set__ for each in given])
    initializer.__code__ = initializer.__code__.replace(
        co_argcount=len(positional) + 1,
        co_kwonlyargcount=len(named),
        co_varnames=("self", *[each.name.lstrip("_") for each in given]),
    )
    initializer.__defaults__ = tuple([each.default for each in positional if each.default is not NOTHING])
    if named:
        initializer.__kwdefaults__ = {
            each.name.lstrip("_"): each.default for each in named if each.default is not NOTHING
        }
    initializer.__qualname__ = f"{made.__qualname__}.__init__"
    return _finished(made, initializer, later) if later else initializer


def _finished(made: type[Any], initializer: Any, later: list[Field]) -> Callable[..., None]:  # noqa: ANN401
    """An initializer that also makes the defaults that are made anew, and asks the validators."""
    made_anew = [
        (getattr(made, each.name).__get__, getattr(made, each.name).__set__, each.default, each.init)
        for each in later
        if isinstance(each.default, Factory) or (not each.init and each.default is not NOTHING)
    ]
    validators = [(each, each.validator) for each in later if each.validator is not None]

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: ANN401, N807
        initializer(self, *arguments, **named)
        for get, put, default, init in made_anew:
            if not init or get(self) is default:
                put(self, default.make() if isinstance(default, Factory) else default)
        for each, validator in validators:
            validator(self, each, getattr(self, each.name))

    setattr(__init__, "__wrapped__", initializer)  # noqa: B010 - what `inspect.signature` follows
    return __init__


def _equality(made: type[Any]) -> Callable[[Any, object], Any]:
    key = _key(made)

    def __eq__(self: Any, other: object) -> Any:  # noqa: ANN401, N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return key(self) == key(other)

    return __eq__


def _hashing(made: type[Any]) -> Callable[[Any], int]:
    key = _key(made)

    def __hash__(self: Any) -> int:  # noqa: ANN401, N807
        return hash(key(self))

    return __hash__


def _key(made: type[Any]) -> Callable[[Any], Any]:
    """A function that gives what instances are compared by."""
    compared = [each for each in fields(made) if each.eq]
    names = [each.name for each in compared]
    if any(callable(each.eq) for each in compared):
        ways = [(each.name, each.eq if callable(each.eq) else _itself) for each in compared]
        return lambda instance: tuple(way(getattr(instance, name)) for name, way in ways)
    if len(names) > 1:
        return attrgetter(*names)
    name = names[0] if names else ""
    return (lambda instance: (getattr(instance, name),)) if names else (lambda _: ())


def _itself(value: Any) -> Any:  # noqa: ANN401 - any value of a field
    return value


def _ordering(holds: Callable[[Any, Any], bool]) -> Callable[[type[Any]], Callable[[Any, object], Any]]:
    """What makes a method that compares."""

    def method(made: type[Any]) -> Callable[[Any, object], Any]:
        key = _key(made)

        def compare(self: Any, other: object) -> Any:  # noqa: ANN401 - `NotImplemented` or a boolean
            return holds(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented

        return compare

    return method


_ORDER: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "__lt__": lambda one, other: one < other,
    "__le__": lambda one, other: one <= other,
    "__gt__": lambda one, other: one > other,
    "__ge__": lambda one, other: one >= other,
}


def _shown(self: Any) -> str:  # noqa: ANN401 - any class made here
    parts = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(type(self)) if each.repr)
    return f"{type(self).__qualname__.rsplit('>.', 1)[-1]}({', '.join(parts)})"


def _get_state(self: Any) -> dict[str, Any]:  # noqa: ANN401 - any class made here
    return {each.name: getattr(self, each.name) for each in fields(type(self))}


def _set_state(self: Any, state: dict[str, Any]) -> None:  # noqa: ANN401 - any class made here
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _refuse_to_set(_self: object, _name: str, _value: object) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def _refuse_to_delete(_self: object, _name: str) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError
