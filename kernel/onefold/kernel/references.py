"""What templates and predicates refer to: the roots and steps they name, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from onefold.kernel.diagnostics import Place
from onefold.kernel.hyphenated_steps import hyphenated_steps
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import COMPREHENSIONS, Call, Expression, Index, Literal, Name, Select
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.path import IrPath
from onefold.kernel.ir.records import fields
from onefold.kernel.ir.walk import children
from onefold.kernel.template import Template, scan
from onefold.kernel.values import JsonValue

TEMPLATE_ROOTS: Final = ("inputs", "steps", "workflow")
PREDICATE_ROOTS: Final = ("inputs", "steps")


@frozen
class Mention:
    """A root that a template or predicate names, and the step below it if the root is `steps`."""

    place: Place
    root: str
    step: str | None
    roots: tuple[str, ...]
    """The roots that are known there."""


def templates(workflow: WorkflowDef) -> Iterator[tuple[IrPath, Template]]:
    """Every text with placeholders, scanned, with its path."""
    for field in fields(workflow):
        if isinstance(field.shape, declare.Template):
            yield field.path, scan(field.value.text)
        elif isinstance(field.shape, declare.Arguments):
            for path, text in _strings(field.path, field.value.value):
                yield path, scan(text)


def _strings(path: IrPath, value: JsonValue) -> Iterator[tuple[IrPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings((*path, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings((*path, index), item)


def predicates(workflow: WorkflowDef) -> Iterator[tuple[IrPath, Expression]]:
    """Every predicate, with its path."""
    for field in fields(workflow):
        if isinstance(field.shape, declare.Expression):
            yield field.path, field.value.expression


def mentions(workflow: WorkflowDef) -> Iterator[Mention]:
    """Every root that is named anywhere. A predicate with a hyphen mistake is left out: it has its own finding."""
    for path, template in templates(workflow):
        for reference in template.references:
            root, *below = reference.path
            step = str(below[0]) if root == "steps" and below else None
            place = Place(path, within=(reference.path_start, reference.path_end))
            yield Mention(place, str(root), step, TEMPLATE_ROOTS)
    for path, expression in predicates(workflow):
        if hyphen_mistake(expression, workflow) is None:
            for root, step in _roots(expression):
                yield Mention(Place(path), root, step, PREDICATE_ROOTS)


def hyphen_mistake(expression: Expression, workflow: WorkflowDef) -> str | None:
    """The step whose hyphenated id a predicate takes for a subtraction, if there is one."""
    candidates = (step for ids in hyphenated_steps(expression) for step in ids)
    return next((step for step in candidates if step in workflow.steps), None)


def _roots(expression: Expression) -> Iterator[tuple[str, str | None]]:
    """The free names of an expression, each with the step below it; variables of `all` and `exists` are bound."""
    waiting: list[tuple[Expression, frozenset[str]]] = [(expression, frozenset())]
    while waiting:
        current, bound = waiting.pop()
        match current:
            case Select(Name(root), step) | Index(Name(root), Literal(str(step))) if root not in bound:
                yield root, step if root == "steps" else None
            case Name(root):
                if root not in bound:
                    yield root, None
            case Call(function, target, (Name(variable), test)) if function in COMPREHENSIONS and target is not None:
                waiting.extend([(test, bound | {variable}), (target, bound)])
            case _:
                waiting.extend((each, bound) for each in reversed(tuple(children(current))))
