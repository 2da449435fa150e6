"""The strings of a document with their places: those that models read, and all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Expression, Literal
from onefold.kernel.ir.path import IrPath
from onefold.kernel.ir.records import fields
from onefold.kernel.ir.walk import NodePath, children
from onefold.kernel.values import JsonValue

_READ: Final = (declare.Text, declare.Template, declare.Arguments, declare.Schema)
_IDS: Final = (declare.Identifier, declare.Glob)
_STRINGS: Final = (*_READ, *_IDS, declare.Expression, declare.Keyed)
# What schemas say to people and models; their other strings are values.
_WORDS: Final = ("title", "description")


@frozen
class String:
    """One string of a document."""

    place: Place
    text: str
    key: str = ""
    """Inside of arguments and schemas, the key it stands at."""


def texts(document: object) -> Iterator[tuple[IrPath, str]]:
    """What models read: prompts, descriptions, checks, strings in arguments, titles and descriptions in schemas."""
    for field in fields(document, _READ):
        path, shape, value = field.path, field.shape, field.value
        if isinstance(shape, declare.Text):
            yield path, value
        elif isinstance(shape, declare.Template):
            yield path, value.text
        elif isinstance(shape, declare.Arguments):
            yield from _values(path, value.value)
        else:
            yield from (each for each in _values(path, value) if each[0][-1] in _WORDS)


def strings(document: object) -> Iterator[String]:
    """Every string: texts, ids, globs, arguments and schemas with their keys, strings in predicates."""
    for field in fields(document, _STRINGS):
        path, shape, value = field.path, field.shape, field.value
        if isinstance(shape, declare.Template):
            yield String(Place(path), value.text)
        elif isinstance(shape, declare.Arguments):
            yield from _json_strings(path, value.value)
        elif isinstance(shape, declare.Schema):
            yield from _json_strings(path, value)
        elif isinstance(shape, declare.Expression):
            yield from _literals(path, value.expression)
        elif isinstance(shape, declare.Keyed):
            yield from (String(Place((*path, key), "key"), key) for key in value)
        else:
            yield String(Place(path), value)


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
