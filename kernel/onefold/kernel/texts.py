"""The strings of a workflow with their places: those that models read, and all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, TypeAlias

from attrs import frozen

from onefold.kernel.diagnostics import Place
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Shape, declarations
from onefold.kernel.ir.expression import Expression, Literal
from onefold.kernel.ir.nodes import Transition, WorkflowDef
from onefold.kernel.ir.path import IrPath
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.ir.walk import NodePath, children
from onefold.kernel.values import JsonValue

_Shapes: TypeAlias = tuple[type[Any], ...]

_READ: Final = (declare.Text, declare.Template, declare.Arguments, declare.Schema)
_IDS: Final = (declare.Identifier, declare.Glob)
_STRINGS: Final = (*_READ, *_IDS, declare.Expression, declare.Keyed)
# What schemas say to people and models; their other strings are values.
_WORDS: Final = ("title", "description")


@frozen
class String:
    """One string of a workflow."""

    place: Place
    text: str
    key: str = ""
    """Inside of arguments and schemas, the key it stands at."""


def texts(workflow: WorkflowDef) -> Iterator[tuple[IrPath, str]]:
    """What models read: prompts, descriptions, checks, strings in arguments, titles and descriptions in schemas."""
    for path, shape, value in _fields(workflow, (), _READ):
        if isinstance(shape, declare.Text):
            yield path, value
        elif isinstance(shape, declare.Template):
            yield path, value.text
        elif isinstance(shape, declare.Arguments):
            yield from _values(path, value.value)
        else:
            yield from (each for each in _values(path, value) if each[0][-1] in _WORDS)


def strings(workflow: WorkflowDef) -> Iterator[String]:
    """Every string: texts, ids, globs, arguments and schemas with their keys, strings in predicates."""
    for path, shape, value in _fields(workflow, (), _STRINGS):
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


def _fields(record: object, path: IrPath, wanted: _Shapes) -> Iterator[tuple[IrPath, Shape, Any]]:
    """The values below `record` whose declared shape is one of `wanted`; what can hold none is not looked into."""
    for attribute, name, shape in _leading(type(record), wanted):
        value = getattr(record, attribute)
        if value is not None:
            yield from _inside(value, shape, (*path, name), wanted)


def _inside(value: Any, shape: Shape, path: IrPath, wanted: _Shapes) -> Iterator[tuple[IrPath, Shape, Any]]:  # noqa: ANN401 - any IR value
    if isinstance(shape, wanted):
        yield path, shape, value
    if isinstance(shape, declare.Record | declare.Variant):
        yield from _fields(value, path, wanted)
    elif isinstance(shape, declare.Keyed):
        for key, item in value.items():
            yield from _inside(item, shape.item, (*path, key), wanted)
    elif isinstance(shape, declare.Ordered | declare.Unordered):
        for index, item in enumerate(value):
            segment = transition_segment(index, item) if isinstance(item, Transition) else index
            yield from _inside(item, shape.item, (*path, segment), wanted)


@cache
def _leading(record: type[Any], wanted: _Shapes) -> tuple[tuple[str, str, Shape], ...]:
    """Attribute, name and shape of the fields that are of a wanted shape or lead to one."""
    fields = declarations(record)
    return tuple((each.attribute, each.name, each.shape) for each in fields if _leads(each.shape, wanted))


def _leads(shape: Shape, wanted: _Shapes) -> bool:
    if isinstance(shape, wanted):
        return True
    match shape:
        case declare.Record(type=record):
            return bool(_leading(record, wanted))
        case declare.Variant(types=types):
            return any(_leading(each, wanted) for each in types.values())
        case declare.Keyed(item=item) | declare.Ordered(item=item) | declare.Unordered(item=item):
            return _leads(item, wanted)
        case _:
            return False


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
