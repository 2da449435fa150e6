"""The strings of a workflow or a catalogue with their places: those that models read, and all of them."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.walk import children
from onefold.kernel.remembered import remembered
from onefold.kernel.written import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.values import JsonValue
    from onefold.kernel.written import Written

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
    """What models read: prompts, descriptions, checks, strings in arguments, titles and descriptions in schemas."""
    return tuple(text for field in written(document) for text in _read(field))


def _read(field: Written) -> Iterable[tuple[IrPath, str]]:
    match field.shape:
        case declare.Text() | declare.Template():
            return ((field.path, field.words[0]),)
        case declare.Arguments():
            return _values(field.path, field.value.value)
        case declare.Schema() if any(word in field.words for word in _WORDS):
            return (each for each in _values(field.path, field.value) if each[0][-1] in _WORDS)
        case _:
            return ()


def strings(document: object, wanted: Callable[[str], bool]) -> Iterator[String]:
    """Every string that is `wanted`: of texts, ids, globs, arguments and schemas with their keys, predicates."""
    for field in written(document):
        if any(map(wanted, field.words)):
            yield from (each for each in _strings(field) if wanted(each.text))


def _strings(field: Written) -> Iterator[String]:
    path = field.path
    match field.shape:
        case declare.Arguments():
            yield from _json_strings(path, field.value.value)
        case declare.Schema():
            yield from _json_strings(path, field.value)
        case declare.Expression():
            yield from _literals(path, field.value.expression)
        case declare.Keyed():
            yield from (String(Place((*path, key), "key"), key) for key in field.words)
        case _:
            yield from (String(Place(path), word) for word in field.words)


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
