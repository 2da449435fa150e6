"""What templates and predicates refer to: the roots and steps they name, with their places."""

from __future__ import annotations

from onefold.kernel.diagnostics import Place
from onefold.kernel.functions import partial
from onefold.kernel.hyphenated_steps import hyphenated_steps
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import COMPREHENSIONS, Binary, Call, Index, Literal, Name, Select, is_number
from onefold.kernel.ir.walk import children, walk
from onefold.kernel.remembered import asked_once, remembered, remembered_of_parts
from onefold.kernel.template import OPENING, scan
from onefold.kernel.typed import NamedTuple
from onefold.kernel.words import nearest
from onefold.kernel.written import of_shape, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.template import Reference, Template, TemplatePath
    from onefold.kernel.values import JsonValue

TEMPLATE_ROOTS: Final = ("inputs", "steps", "workflow")
PREDICATE_ROOTS: Final = ("inputs", "steps")


class Mention(NamedTuple):
    """A reference of a template or predicate: a root and what is named below it."""

    at: IrPath
    """The template or predicate."""
    reference: Reference | None
    """In a template: the reference itself."""
    node: NodePath | None
    """In a predicate: the subexpression that is the reference."""
    path: TemplatePath
    """The root, then keys (strings) and indexes (integers), as far as they are written out."""
    optional: bool
    """Whether it may be absent: a `?` follows it."""
    roots: tuple[str, ...]
    """The roots that are known there."""

    @property
    def place(self) -> Place:
        """The whole reference."""
        reference = self.reference
        within = None if reference is None else (reference.path_start, reference.path_end)
        return Place(self.at, within=within, node=self.node)

    @property
    def root(self) -> str:
        """The name it begins with."""
        return str(self.path[0])

    @property
    def is_in_predicate(self) -> bool:
        """Whether it stands in a predicate, and not in a template."""
        return self.node is not None

    def segment(self, index: int) -> Place:
        """Where a segment of the path stands."""
        if self.reference is not None:
            return Place(self.at, within=self.reference.segments[index])
        node = (*(self.node or ()), *[0] * (len(self.path) - 1 - index))
        return Place(self.at, "key" if index else "value", node=node)

    @property
    def step(self) -> str | None:
        """The step it names, when the root is `steps` and a name follows."""
        path = self.path
        named = path[1] if len(path) > 1 and path[0] == "steps" else None
        return named if isinstance(named, str) else None


@remembered
def templates(workflow: WorkflowDef) -> tuple[tuple[IrPath, Template], ...]:
    """Every text with placeholders, scanned, with its path."""
    return tuple([(path, scan(text)) for path, text in _templates(workflow) if OPENING in text])


def _templates(workflow: WorkflowDef) -> Iterator[tuple[IrPath, str]]:
    for field in written(workflow):
        if isinstance(field.shape, declare.Template):
            yield field.path, field.value.text
        elif isinstance(field.shape, declare.Arguments):
            yield from _strings(field.path, field.value.value)


def _strings(path: IrPath, value: JsonValue) -> Iterator[tuple[IrPath, str]]:
    """The strings in a mapping or list."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for segment, item in members:
        if isinstance(item, str):
            yield (*path, segment), item
        elif isinstance(item, (dict, list)):
            yield from _strings((*path, segment), item)


@remembered
def predicates(workflow: WorkflowDef) -> tuple[tuple[IrPath, Expression], ...]:
    """Every predicate, with its path."""
    return tuple((field.path, field.value.expression) for field in of_shape(workflow, declare.Expression))


@remembered
def mentions(workflow: WorkflowDef) -> tuple[Mention, ...]:
    """Every reference anywhere. A predicate with a hyphen mistake is left out: it has its own finding."""
    mistaken = hyphen_mistakes(workflow)
    in_predicates = [
        _in_predicate(path, node, keys)
        for path, expression in predicates(workflow)
        if path not in mistaken
        for node, keys in _named_in(expression)
    ]
    return (*template_mentions(workflow), *in_predicates)


@remembered
def template_mentions(workflow: WorkflowDef) -> tuple[Mention, ...]:
    """Every reference in a text with placeholders."""
    return tuple(
        [
            Mention._make((path, each, None, each.path, each.optional, TEMPLATE_ROOTS))
            for path, template in templates(workflow)
            for each in template.references
        ]
    )


@remembered
def hyphen_mistakes(workflow: WorkflowDef) -> dict[IrPath, tuple[NodePath, str]]:
    """The predicates that take the hyphenated id of a step for a subtraction: the step, and where its name begins."""
    mistake = asked_once(partial(_hyphen_mistake, workflow))
    found = ((path, mistake(expression)) for path, expression in predicates(workflow))
    return {path: mistaken for path, mistaken in found if mistaken is not None}


def _hyphen_mistake(workflow: WorkflowDef, expression: Expression) -> tuple[NodePath, str] | None:
    for node, ids in hyphenated_steps(expression) if "-" in operations(expression) else ():
        known = next((step for step in ids if step in workflow.steps), None)
        if known is None and ids[-1].partition("-")[0] not in workflow.steps:
            # Neither the difference nor the id makes sense: an id that was misspelt besides.
            known = next((near for step in ids if (near := nearest(step, workflow.steps)) and "-" in near), None)
        if known is not None:
            return node, known
    return None


def predicate_mentions(path: IrPath, expression: Expression) -> Iterator[Mention]:
    """The references of the predicate at `path`, from left to right; variables of `all` and `exists` are bound."""
    return (_in_predicate(path, node, keys) for node, keys in _named_in(expression))


def _in_predicate(path: IrPath, node: NodePath, keys: TemplatePath) -> Mention:
    return Mention._make((path, None, node, keys, False, PREDICATE_ROOTS))


@remembered_of_parts
def operations(expression: Expression) -> frozenset[str]:
    """The signs of two operands and the functions in an expression."""
    found = [each for each in walk(expression) if isinstance(each, (Binary, Call))]
    return frozenset([each.operator if isinstance(each, Binary) else each.function for each in found])


@remembered_of_parts
def _named_in(expression: Expression) -> list[tuple[NodePath, TemplatePath]]:
    """The references of a predicate: where each stands, and its path."""
    found: list[tuple[NodePath, TemplatePath]] = []
    waiting: list[tuple[NodePath, Expression, frozenset[str]]] = [((), expression, frozenset())]
    while waiting:
        node, current, bound = waiting.pop()
        bases = _bases(current)
        match bases[-1]:
            case Name(root):
                if root not in bound:
                    found.append((node, _path(root, bases[:-1])))
            case Call(function, target, (Name(variable), test)) if function in COMPREHENSIONS and target is not None:
                below = (*node, *[0] * (len(bases) - 1))
                waiting.extend([((*below, 2), test, bound | {variable}), ((*below, 0), target, bound)])
            case base:
                below = (*node, *[0] * (len(bases) - 1))
                inner = [((*below, index), each, bound) for index, each in enumerate(children(base))]
                waiting.extend(reversed(inner))
    return found


def _bases(expression: Expression) -> list[Expression]:
    """An expression, what it selects from, what that selects from, and so on, as far as keys are written out."""
    bases = [expression]
    while (operand := _selected_from(bases[-1])) is not None:
        bases.append(operand)
    return bases


def _selected_from(expression: Expression) -> Expression | None:
    match expression:
        case Select(operand):
            return operand
        case Index(operand, Literal()) if selected_key(expression) is not None:
            return operand
        case _:
            return None


def selected_key(selection: Expression) -> str | int | None:
    """The field or the index that is asked for; `None` when it is none that a path can hold."""
    match selection:
        case Select(_, field):
            return field
        case Index(_, Literal(str(key))):
            return key
        case Index(_, Literal(value)) if is_number(value) and value >= 0 and value == int(value):
            return int(value)
        case _:
            return None


def _path(root: str, selections: list[Expression]) -> TemplatePath:
    """The path of a reference: `selections` are the whole and what each selects from, down to the root."""
    keys = [key for each in selections if (key := selected_key(each)) is not None]
    return (root, *reversed(keys))
