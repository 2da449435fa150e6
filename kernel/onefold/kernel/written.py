"""What people wrote in the fields of a document that rules look into, collected in one walk."""

from __future__ import annotations

from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.records import fields
from onefold.kernel.ir.walk import walk
from onefold.kernel.remembered import remembered
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


class Written(NamedTuple):
    """One field, with its strings side by side."""

    path: IrPath
    shape: Shape
    value: Any
    words: Sequence[str]
    """Every string in it and, in arguments, schemas and mappings, every key, in any order: for a first look."""


@remembered
def written(document: object) -> tuple[Written, ...]:
    """Every field with strings in it or with a set, in the order of the document; not what is left to a default."""
    return tuple(
        [
            Written(path, shape, value, _WORDS[type(shape)](value))
            for path, shape, value in fields(document, _SHAPES, defaults=False)
        ]
    )


@remembered
def written_by_shape(document: object) -> dict[type[Shape], list[Written]]:
    """The same, by the shapes of the fields."""
    found: dict[type[Shape], list[Written]] = {}
    for each in written(document):
        found.setdefault(type(each.shape), []).append(each)
    return found


def of_shape(document: object, shape: type[Shape]) -> list[Written]:
    """The fields of one shape."""
    return written_by_shape(document).get(shape, [])


def words(value: JsonValue) -> list[str]:
    """Every string and key in a plain value, however deep, in no order that means anything."""
    found: list[str] = []
    waiting = [value]
    for each in waiting:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            found.extend(each)
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return found


def _literals(expression: Expression) -> list[str]:
    """The strings in a predicate."""
    return [each.value for each in walk(expression) if isinstance(each, Literal) and isinstance(each.value, str)]


_WORDS: Final[Mapping[type[Shape], Callable[[Any], Sequence[str]]]] = {
    declare.Text: lambda text: (text,),
    declare.Template: lambda template: (template.text,),
    declare.Arguments: lambda arguments: words(arguments.value),
    declare.Schema: words,
    declare.Identifier: lambda identifier: (identifier,),
    declare.Glob: lambda glob: (glob,),
    declare.Keyed: list,
    declare.Expression: lambda predicate: _literals(predicate.expression),
    declare.Unordered: lambda _: (),  # Its members are fields of their own.
}
_SHAPES: Final = tuple(_WORDS)
