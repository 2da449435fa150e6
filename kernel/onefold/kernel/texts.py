"""The strings of a workflow or a catalogue with their places: those that models read, and all of them."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.walk import children
from onefold.kernel.remembered import remembered
from onefold.kernel.written import suspects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.ir.records import Field
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.values import JsonValue

# What schemas say to people and models; their other strings are values.
_WORDS: Final = ("title", "description")


@frozen
class String:
    """One string of a workflow."""

    place: Place
    text: str
    key: str = ""
    """Inside of arguments and schemas, the key it stands at."""


@remembered
def texts(document: object) -> tuple[tuple[IrPath, str], ...]:
    """What models read: prompts, descriptions, checks, strings in arguments, titles and descriptions in schemas.

    Left out are texts of fields in which no character can be other than it seems.
    """
    return tuple(text for field in suspects(document) for text in _read(field))


def _read(field: Field) -> Iterable[tuple[IrPath, str]]:
    match field.shape:
        case declare.Text():
            return ((field.path, field.value),)
        case declare.Template():
            return ((field.path, field.value.text),)
        case declare.Arguments():
            return _values(field.path, field.value.value)
        case declare.Schema():
            return (each for each in _values(field.path, field.value) if each[0][-1] in _WORDS)
        case _:
            return ()


def strings(document: object, wanted: Callable[[str], bool]) -> Iterator[String]:
    """Every string that is `wanted`: of texts, ids, globs, arguments and schemas with their keys, predicates.

    Left out are strings of fields in which no secret can be.
    """
    return (each for field in suspects(document) for each in _strings(field) if wanted(each.text))


def _strings(field: Field) -> Iterable[String]:
    path, value = field.path, field.value
    match field.shape:
        case declare.Arguments():
            return _json_strings(path, value.value)
        case declare.Schema():
            return _json_strings(path, value)
        case declare.Expression():
            return _literals(path, value.expression)
        case declare.Template():
            return (String(Place(path), value.text),)
        case declare.Keyed():
            return (String(Place((*path, key), "key"), key) for key in value)
        case declare.Unordered():
            return ()  # Its members are fields of their own.
        case _:
            return (String(Place(path), value),)


def _values(path: IrPath, value: JsonValue) -> Iterator[tuple[IrPath, str]]:
    """The strings in a value, in the order they are written. Values are no deeper than the limit on depth."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _values((*path, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _values((*path, index), item)


def _json_strings(path: IrPath, value: JsonValue, name: str = "") -> Iterator[String]:
    """The strings and keys in a value; `name` is the nearest key above it."""
    if isinstance(value, str):
        yield String(Place(path), value, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield String(Place((*path, key), "key"), key)
            yield from _json_strings((*path, key), item, key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _json_strings((*path, index), item, name)


def _literals(path: IrPath, expression: Expression) -> Iterator[String]:
    """The strings in a predicate, from left to right."""
    waiting: list[tuple[NodePath, Expression]] = [((), expression)]
    while waiting:
        node, current = waiting.pop()
        if isinstance(current, Literal) and isinstance(current.value, str):
            yield String(Place(path, node=node), current.value)
        inner = [((*node, index), each) for index, each in enumerate(children(current))]
        waiting.extend(reversed(inner))
