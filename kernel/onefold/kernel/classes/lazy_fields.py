"""The fields of a class as attrs knows them, made when attrs asks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class LazyFields:
    """Stands as `__attrs_attrs__` in a class until somebody reads it."""

    __slots__ = ("_eq", "_frozen", "_order", "_repr")

    def __init__(self, frozen: bool, eq: bool, order: bool, repr: bool) -> None:
        self._frozen, self._eq, self._order, self._repr = frozen, eq, order, repr

    def __get__(self, instance: object, owner: type[Any]) -> tuple[Any, ...]:
        """The `attrs.Attribute`s of the class, or of the nearest base that is made of fields."""
        import attrs

        # Every class that is made here has its own, unless another thread has put the fields there meanwhile.
        holder: Any = next(base for base in owner.__mro__ if "__onefold_own__" in base.__dict__)
        body = {each.name: self._as_attrs_has_it(each) for each in holder.__onefold_fields__}
        like: Any = attrs.make_class(
            holder.__name__, body, frozen=self._frozen, eq=self._eq, order=self._order, repr=self._repr
        )
        like.__annotations__ = {each.name: each.annotation for each in holder.__onefold_fields__}
        found: tuple[Any, ...] = like.__attrs_attrs__
        setattr(holder, "__attrs_attrs__", found)  # noqa: B010 - the class has it as a descriptor until now
        return found

    def _as_attrs_has_it(self, each: Any) -> Any:  # noqa: ANN401 - a field, as `attrs.field` gives it
        import attrs

        from onefold.kernel.classes.make import NOTHING, Factory

        default = each.default
        if default is NOTHING:
            default = attrs.NOTHING
        elif isinstance(default, Factory):
            default = attrs.Factory(default.make)
        return attrs.field(
            default=default,
            init=each.init,
            repr=each.repr,
            eq=each.eq,
            kw_only=each.kw_only,
            metadata=each.metadata,
            validator=each.validator,
            type=each.annotation,
        )
