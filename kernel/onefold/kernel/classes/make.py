"""Make slotted classes from annotated fields, with methods that are shared instead of compiled for each class."""

from __future__ import annotations

from _operator import attrgetter  # the part in C; the module around it brings more

from onefold.kernel.classes.initializers import INITIALIZERS
from onefold.kernel.classes.lazy_fields import LazyFields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final


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

    __slots__ = ("annotation", "default", "eq", "init", "kw_only", "metadata", "name", "repr", "validator")

    def __init__(
        self,
        default: Any = NOTHING,  # noqa: ANN401 - a field may hold anything
        *,
        factory: Callable[[], Any] | None = None,
        init: bool = True,
        repr: bool = True,
        eq: bool | Callable[[Any], Any] = True,
        kw_only: bool = False,
        metadata: Any = None,  # noqa: ANN401 - as attrs has it
        validator: Callable[[Any, Any, Any], object] | None = None,
    ) -> None:
        self.name = ""
        self.annotation = ""
        self.default = default if factory is None else Factory(factory)
        self.init = init
        self.repr = repr
        self.eq = eq
        self.kw_only = kw_only
        self.metadata = metadata or {}
        self.validator = validator


field = Field


def frozen(cls: type[Any] | None = None, *, eq: bool = True, order: bool = False, repr: bool = True) -> Any:  # noqa: ANN401
    """A class whose instances never change; as a decorator, with or without arguments."""

    def made(cls: type[Any]) -> type[Any]:
        return _made(cls, frozen=True, eq=eq, order=order, repr=repr)

    return made if cls is None else made(cls)


def define(cls: type[Any] | None = None, *, eq: bool = True, repr: bool = True) -> Any:  # noqa: ANN401
    """A class whose instances may change; as a decorator, with or without arguments."""

    def made(cls: type[Any]) -> type[Any]:
        return _made(cls, frozen=False, eq=eq, order=False, repr=repr)

    return made if cls is None else made(cls)


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


def _made(cls: type[Any], *, frozen: bool, eq: bool, order: bool, repr: bool) -> type[Any]:
    body = dict(cls.__dict__)
    own = _own_fields(body)
    if cls.__bases__ == (object,):
        every = tuple(own.values())
        slots = [*own, "__weakref__"]
    else:
        every = (*(each for each in _inherited(cls) if each.name not in own), *own.values())
        slots = _slots(cls, own)
    if any(type(value).__name__ == "cached_property" for value in body.values()):
        slots.append("__dict__")  # It is where a cached property keeps its value.
    body["__slots__"] = tuple(slots)
    body["__onefold_fields__"] = every
    body["__attrs_attrs__"] = LazyFields(frozen, eq, order, repr)
    positional = [each for each in every if each.init and not each.kw_only]
    _require_order(cls, positional)
    body["__match_args__"] = tuple([each.name for each in positional])
    body["__getstate__"] = _get_state
    body["__setstate__"] = _set_state
    body["__init__"] = _LazyInitializer(every)
    if frozen:
        body.setdefault("__setattr__", _refuse_to_set)
        body.setdefault("__delattr__", _refuse_to_delete)
    if eq:
        _add_comparison(body, every, frozen, order)
    if repr:
        body.setdefault("__repr__", _shown)
    body["__qualname__"] = cls.__qualname__
    make: Any = type(cls)
    made: type[Any] = make(cls.__name__, cls.__bases__, body)
    return made


def _require_order(cls: type[Any], positional: list[Field]) -> None:
    is_mandatory = [each.default is NOTHING for each in positional]
    if is_mandatory != sorted(is_mandatory, reverse=True):
        raise ValueError(f"{cls.__qualname__}: no mandatory fields may follow fields with a default")


class _LazyInitializer:
    """Stands as `__init__` in a class until somebody asks for it: of most classes a run makes no instance."""

    __slots__ = ("_every",)

    def __init__(self, every: tuple[Field, ...]) -> None:
        self._every = every

    def __get__(self, instance: object, owner: type[Any]) -> Any:  # noqa: ANN401 - a function or a method
        holder = next(base for base in owner.__mro__ if base.__dict__.get("__init__") is self)
        initializer = _initializer(holder, self._every)
        type.__setattr__(holder, "__init__", initializer)
        return initializer if instance is None else initializer.__get__(instance, owner)


def _own_fields(body: dict[str, Any]) -> dict[str, Field]:
    """The fields that a class declares itself; what stood for them, and what a new class gets anew, is taken out."""
    found: dict[str, Field] = {}
    for name, annotation in body.get("__annotations__", {}).items():
        if not annotation.startswith(("ClassVar", "typing.ClassVar")):
            value = body.pop(name, NOTHING)
            each = value if isinstance(value, Field) else Field(value)
            each.name, each.annotation = name, annotation
            found[name] = each
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    return found


def _inherited(cls: type[Any]) -> tuple[Field, ...]:
    for base in cls.__mro__[1:]:
        if "__onefold_fields__" in base.__dict__:
            return fields(base)
    return ()


def _slots(cls: type[Any], own: dict[str, Field]) -> list[str]:
    taken = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    names = [name for name in own if name not in taken]
    if not any(getattr(base, "__weakrefoffset__", 0) for base in cls.__mro__[1:]):
        names.append("__weakref__")
    return names


def _shared_code(count: int) -> Callable[..., Any]:
    """What makes the code for so many fields. Few classes are wide, and most commands meet none."""
    if count < len(INITIALIZERS):
        return INITIALIZERS[count]
    from onefold.kernel.classes.wide_initializers import INITIALIZERS as WIDE

    return WIDE[count - len(INITIALIZERS)]


def _initializer(made: type[Any], every: tuple[Field, ...]) -> Callable[..., None]:
    """`__init__` of a class: the shared code for so many fields, under the names of these."""
    given = sorted((each for each in every if each.init), key=lambda each: each.kw_only)
    names = [each.name.lstrip("_") for each in given]
    positional = sum(not each.kw_only for each in given)
    setters = [getattr(made, each.name).__set__ for each in given]
    initializer: Any = _shared_code(len(given))(*setters)
    initializer.__code__ = initializer.__code__.replace(
        co_argcount=positional + 1, co_kwonlyargcount=len(given) - positional, co_varnames=("self", *names)
    )
    initializer.__defaults__ = _trailing_defaults(given[:positional])
    initializer.__kwdefaults__ = {
        name: each.default
        for name, each in zip(names[positional:], given[positional:], strict=True)
        if each.default is not NOTHING
    }
    initializer.__qualname__ = f"{made.__qualname__}.__init__"
    later = [each for each in every if not each.init or isinstance(each.default, Factory) or each.validator]
    return _finished(made, initializer, later) if later else initializer


def _trailing_defaults(given: list[Field]) -> tuple[Any, ...]:
    defaults = [each.default for each in given]
    while defaults and defaults[0] is NOTHING:
        del defaults[0]
    return tuple(defaults)


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


def _add_comparison(body: dict[str, Any], every: tuple[Field, ...], frozen: bool, order: bool) -> None:
    key = _key([each for each in every if each.eq])

    def __eq__(self: Any, other: object) -> Any:  # noqa: ANN401, N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return key(self) == key(other)

    def __hash__(self: Any) -> int:  # noqa: ANN401, N807
        return hash(key(self))

    body.setdefault("__eq__", __eq__)
    body["__hash__"] = __hash__ if frozen else None
    if order:
        _add_order(body, key)


def _key(compared: list[Field]) -> Callable[[Any], Any]:
    """A function that gives what instances are compared by."""
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


def _add_order(body: dict[str, Any], key: Callable[[Any], Any]) -> None:
    def ordered(holds: Callable[[Any, Any], bool]) -> Callable[[Any, object], Any]:
        def compare(self: Any, other: object) -> Any:  # noqa: ANN401 - `NotImplemented` or a boolean
            return holds(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented

        return compare

    body["__lt__"] = ordered(lambda one, other: one < other)
    body["__le__"] = ordered(lambda one, other: one <= other)
    body["__gt__"] = ordered(lambda one, other: one > other)
    body["__ge__"] = ordered(lambda one, other: one >= other)


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
