"""Merge two changes of one document: what only one side changed is taken, field by field as fields are declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from onefold.kernel.classes import frozen
from onefold.kernel.diff.structure import same
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Keyed, Record, Unordered, Variant, declarations
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue

# Both sides changed a text: the text with both changes, or `None` where they touch each other.
MergeTexts: TypeAlias = Callable[[str, str, str], "str | None"]

_ABSENT: Final[Any] = object()
# Base, ours and theirs.
_Sides: TypeAlias = tuple[Any, Any, Any]


class Conflict(Exception):  # noqa: N818 - it is an answer, named for what it says
    """Both sides changed the same place, and not in the same way."""

    def __init__(self, path: IrPath) -> None:
        """`path` is the place; inside of arguments and schemas it names their keys."""
        super().__init__(path)
        self.path = path


def merge(base: JsonObject, ours: JsonObject, theirs: JsonObject, merge_texts: MergeTexts) -> JsonObject:
    """The document with the changes from `base` to `ours` and from `base` to `theirs`, all canonical; in no order.

    Whether it is a valid workflow has still to be seen. Raises `Conflict`.
    """
    merged: JsonObject = _Merge(merge_texts).value(Record(WorkflowDef), (base, ours, theirs), ())
    return merged


@frozen
class _Merge:
    merge_texts: MergeTexts

    def value(self, shape: Shape, sides: _Sides, path: IrPath) -> Any:  # noqa: ANN401 - any plain value, or none
        base, ours, theirs = sides
        if _equal(ours, theirs) or _equal(base, theirs):
            return ours
        if _equal(base, ours):
            return theirs
        if base is _ABSENT and isinstance(shape, Record | Keyed):
            base = {}
        if _ABSENT in (base, ours, theirs):
            raise Conflict(path)
        return self._both(shape, (base, ours, theirs), path)

    def _both(self, shape: Shape, sides: _Sides, path: IrPath) -> Any:  # noqa: ANN401 - any plain value
        """What comes of a value that both sides changed."""
        match shape:
            case Record(type=record):
                return self._fields(_shapes(record), sides, path)
            case Variant(field=field, types=types) if len({each[field] for each in sides}) == 1:
                return self._fields(_shapes(types[sides[0][field]]), sides, path)
            case Keyed(item=item):
                return self._fields(_everywhere(item, sides), sides, path)
            case Unordered():
                return _merged_sets(sides, path)
            case declare.Text() | declare.Template():
                text = self.merge_texts(*sides)
                if text is not None:
                    return text
            case declare.Arguments() | declare.Schema() if all(isinstance(each, dict) for each in sides):
                return self._fields(_everywhere(shape, sides), sides, path)
        raise Conflict(path)

    def _fields(self, shapes: Mapping[str, Shape], sides: _Sides, path: IrPath) -> dict[str, JsonValue]:
        merged = {}
        for key in dict.fromkeys(key for side in sides for key in side):
            base, ours, theirs = (side.get(key, _ABSENT) for side in sides)
            # The word that says the kind of a step is no declared field, and the same on all sides.
            value = self.value(shapes.get(key, declare.Boolean()), (base, ours, theirs), (*path, key))
            if value is not _ABSENT:
                merged[key] = value
        return merged


def _equal(one: Any, other: Any) -> bool:  # noqa: ANN401 - any plain value, or none
    if one is _ABSENT or other is _ABSENT:
        return one is other
    return same(one, other)


def _shapes(record: type[Any]) -> dict[str, Shape]:
    return {each.name: each.shape for each in declarations(record)}


def _everywhere(shape: Shape, sides: _Sides) -> dict[str, Shape]:
    """One shape for every key."""
    return {key: shape for side in sides for key in side}


def _merged_sets(sides: _Sides, path: IrPath) -> list[JsonValue]:
    """The members of both, without those that one side took out. Raises `Conflict` where both replaced one member."""
    base, ours, theirs = ({encode_value(member): member for member in side} for side in sides)
    replaced = base.keys() - ours.keys() - theirs.keys()
    if replaced and ours.keys() - base.keys() != theirs.keys() - base.keys():
        raise Conflict(path)
    gone = base.keys() - (ours.keys() & theirs.keys())
    return [member for key, member in (ours | theirs).items() if key not in gone]
