"""The fields of a class as attrs knows them, made when attrs asks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FieldsForAttrs:
    """Makes the `__attrs_attrs__` of classes."""

    __slots__ = ("_eq", "_frozen", "_order", "_repr")

    def __init__(self, frozen: bool, eq: bool, order: bool, repr: bool) -> None:
        self._frozen, self._eq, self._order, self._repr = frozen, eq, order, repr

    def __call__(self, holder: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a class made of fields
        """The `attrs.Attribute`s of a class."""
        import attrs

        body = {each.name: self._as_attrs_has_it(each) for each in holder.__onefold_fields__}
        like: Any = attrs.make_class(
            holder.__name__, body, frozen=self._frozen, eq=self._eq, order=self._order, repr=self._repr
        )
        like.__annotations__ = {each.name: each.annotation for each in holder.__onefold_fields__}
        found: tuple[Any, ...] = like.__attrs_attrs__
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
