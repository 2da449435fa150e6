"""What people wrote in the fields of a document that rules look into, as far as a glance sees anything in it.

Nearly everything that is written is clean. One walk looks at each value once, and leaves out those in which no rule can
find anything: what is left goes to the rules, with its place.
"""

from __future__ import annotations

from onefold.kernel.glances import glances, words
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


class Written(NamedTuple):
    """One field, with its strings side by side."""

    path: IrPath
    shape: Shape
    value: Any
    words: Sequence[str]
    """Every string in it and, in arguments, schemas and mappings, every key, in any order: for a first look."""


@remembered
def written(document: object) -> tuple[Written, ...]:
    """Every field that is worth a look, in the order of the document; not what is left to a default."""
    return tuple(
        [
            Written(path, shape, value, _WORDS[type(shape)](value))
            for path, shape, value in fields(document, _SHAPES, defaults=False, glances=glances(document))
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
