"""Every class that onefold makes is the class that attrs makes of the same declaration, and none that attrs refuses."""

from __future__ import annotations

import inspect
import pkgutil
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from test_architecture import PACKAGES

import onefold.kernel.classes as ours
from onefold.kernel.classes import make
from onefold.kernel.functions import cached_property as our_cached_property

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_DECLARED = {"__dict__", "__weakref__", "__slots__", "__onefold_own__", "__onefold_fields__", "__attrs_attrs__"}
IMPOSED = {"__init__", "__match_args__", "__getstate__", "__setstate__"}
METHODS = ("__eq__", "__lt__", "__hash__", "__repr__", "__setattr__", "__delattr__", "__getstate__", "__init__")


def below(cls: type[Any], seen: set[type[Any]]) -> Iterator[type[Any]]:
    for each in type.__subclasses__(cls):
        if each not in seen:
            seen.add(each)
            yield each
            yield from below(each, seen)


def every_class() -> list[type[Any]]:
    """All classes of ours that were made, each after its bases."""
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    found = [each for each in below(object, set()) if each.__module__.startswith("onefold.")]
    return sorted((each for each in found if "__onefold_own__" in each.__dict__), key=lambda each: len(each.__mro__))


def declared(value: Any) -> Any:
    """What stands in a body, as attrs is told it."""
    if isinstance(value, make.Factory):
        return attrs.Factory(value.make)
    if not isinstance(value, make.Field):
        return value
    settings = {name: each for name, each in vars(value).items() if name not in ("name", "annotation", "default")}
    if isinstance(value.default, make.Factory):
        return attrs.field(factory=value.default.make, **settings)
    return attrs.field(**settings) if value.default is ours.NOTHING else attrs.field(default=value.default, **settings)


def body_of(cls: type[Any]) -> dict[str, Any]:
    """The body of a class as it was declared."""
    own = cls.__dict__["__onefold_own__"]
    body: dict[str, Any] = {}
    for name, value in cls.__dict__.items():
        was_made = isinstance(value, make._Later) or getattr(value, "__module__", "") == make.__name__
        if was_made or name in own or name in NOT_DECLARED | IMPOSED or (name == "__hash__" and value is None):
            continue
        body[name] = value
        if isinstance(value, our_cached_property):
            body[name] = cached_property(value.func)
            body[name].__set_name__(cls, name)
    return body | {name: declared(value) for name, value in own.items() if value is not ours.NOTHING}


def of_attrs(cls: type[Any], known: dict[type[Any], Any]) -> Any:
    """What attrs makes of the declaration of a class. Raises what attrs raises where it refuses one."""
    here = cls.__dict__
    if "__onefold_own__" not in here:
        return cls
    if cls not in known:
        metaclass: Any = type(cls)
        bases = tuple(of_attrs(base, known) for base in cls.__bases__)
        known[cls] = attrs.define(
            metaclass(cls.__name__, bases, body_of(cls)),
            frozen=here.get("__setattr__") is make._refuse_to_set,
            eq="__hash__" in here,
            order="__lt__" in here,
            repr="__repr__" in here,
        )
    return known[cls]


def default_of(value: object) -> object:
    return "made anew" if value is attrs.NOTHING or isinstance(value, (make.Factory, attrs.Factory)) else value  # type: ignore[arg-type]


def told(cls: Any) -> dict[str, object]:
    """What can be asked of a class: how it is called, what attrs knows, which methods are its own."""
    here, parameters = cls.__dict__, inspect.signature(cls).parameters.values()
    return {
        "called with": [(each.name, each.kind, default_of(each.default)) for each in parameters],
        "matched by": cls.__match_args__,
        "methods": [name for name in METHODS if here.get(name) is not None],
        "can be hashed": cls.__hash__ is not None,
        "fields": [
            (
                *(each.name, each.alias, each.type, default_of(each.default), each.init, each.repr, each.eq),
                *(bool(each.eq_key), each.kw_only, each.metadata, each.validator),
            )
            for each in attrs.fields(cls)
        ],
    }  # fmt: skip


def test_every_class_is_what_attrs_makes_of_its_declaration() -> None:
    known: dict[type[Any], Any] = {}
    every = every_class()
    assert len(every) > 400
    for each in every:
        assert told(each) == told(of_attrs(each, known)), each


def test_every_field_has_an_annotation() -> None:
    strays = [
        (each, name) for each in every_class() for name, value in vars(each).items() if isinstance(value, make.Field)
    ]
    assert not strays


def test_a_class_that_attrs_would_refuse_is_seen() -> None:
    @ours.frozen
    class Wrong:
        a: int = ours.field(kwonly=True)  # type: ignore[call-overload]  # no setting of a field

    with pytest.raises(TypeError, match="kwonly"):
        of_attrs(Wrong, {})
    with pytest.raises(ValueError, match="either a default or a factory"):
        ours.field(default=1, factory=lambda: 2)
