"""What the code asks of `typing` while it runs. Type checkers see that of `typing`, whose import takes long.

Annotations are never evaluated, so all else that they need is imported `if TYPE_CHECKING` alone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

    __all__ = ["Generic", "NamedTuple", "TypeVar", "cast"]
else:
    from _collections import _tuplegetter

    def cast(_type: object, value: Any) -> Any:  # noqa: ANN401 - as in `typing`
        """The value itself."""
        return value

    def TypeVar(name: str, **_settings: object) -> str:  # noqa: N802 - as in `typing`
        """Something to stand between the brackets of a class."""
        return name

    class Generic:
        """A base class that may be given parameters, which mean nothing while the program runs."""

        __slots__ = ()

        def __class_getitem__(cls, _parameters: object) -> type:
            return cls

    class _Made(type):
        """Makes a class of named members out of its annotations."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            names = tuple(body.get("__annotations__", ()))
            defaults = tuple(body.pop(each) for each in names if each in body)
            body |= {each: _tuplegetter(index, "") for index, each in enumerate(names)}
            body |= {"__slots__": (), "__match_args__": names, "_fields": names, "__repr__": _shown}
            body |= {"_make": classmethod(_new), "_replace": _replaced, "__getnewargs__": _members}
            body["__new__"] = _constructor(name, names, defaults)
            return type(name, (tuple,), body)

    class NamedTuple(metaclass=_Made):
        """A base class of tuples whose members have names."""

    def _shown(self: Any) -> str:  # noqa: ANN401 - any class made here
        members = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({members})"

    def _replaced(self: Any, **changes: Any) -> Any:  # noqa: ANN401 - any class made here
        members = dict(zip(self._fields, self, strict=True))
        return type(self)(**(members | changes))

    def _members(self: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any class made here
        return tuple(self)

    def _constructor(name: str, names: tuple[str, ...], defaults: tuple[Any, ...]) -> Any:  # noqa: ANN401
        """`__new__` of a class: the code for so many members, under the names of these."""
        code = _CONSTRUCTORS[len(names) - 1].__code__.replace(co_varnames=("cls", *names), co_name="__new__")
        made = type(_shown)(code, globals(), "__new__", defaults)
        made.__qualname__ = f"{name}.__new__"
        return made

    _new: Final = tuple.__new__
    # By the number of members: the class and the members are what it is called with.
    _CONSTRUCTORS: Final = (
        lambda cls, v0: _new(cls, (v0,)),
        lambda cls, v0, v1: _new(cls, (v0, v1)),
        lambda cls, v0, v1, v2: _new(cls, (v0, v1, v2)),
        lambda cls, v0, v1, v2, v3: _new(cls, (v0, v1, v2, v3)),
        lambda cls, v0, v1, v2, v3, v4: _new(cls, (v0, v1, v2, v3, v4)),
        lambda cls, v0, v1, v2, v3, v4, v5: _new(cls, (v0, v1, v2, v3, v4, v5)),
        lambda cls, v0, v1, v2, v3, v4, v5, v6: _new(cls, (v0, v1, v2, v3, v4, v5, v6)),
    )
