"""The golden workflows together use everything that the IR declares."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from golden_cases import accept_cases, compiled, inputs

from onefold.kernel.ir import expression, nodes
from onefold.kernel.ir.declare import Choice, Record, Variant, declarations
from onefold.kernel.ir.expression import FUNCTIONS, Binary, Call, Chain, Expression, Literal, Unary
from onefold.kernel.ir.nodes import CHANNEL_ID, STANDARD_OUTCOMES, STEP_KINDS, Parallel, SubWorkflow, WorkflowDef
from onefold.kernel.ir.records import fields
from onefold.kernel.ir.walk import children
from onefold.kernel.references import predicates, templates

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from onefold.kernel.ir.declare import Declaration, Shape

_OPERATORS = ("<", "<=", ">", ">=", "==", "!=", "in", "+", "-", "*", "/", "%")
HOW = "extend a golden workflow, in all its formats, or add one"


@cache
def workflows() -> tuple[WorkflowDef, ...]:
    return tuple(compiled(inputs(case)[0]).ir for case in accept_cases())


@cache
def records() -> tuple[Any, ...]:
    """Every record of every workflow."""
    return tuple(
        record
        for workflow in workflows()
        for record in (
            workflow,
            *(each.value for each in fields(workflow) if isinstance(each.shape, Record | Variant)),
        )
    )


def record_types() -> set[type[Any]]:
    """Every class that a workflow can hold a record of."""
    found: set[type[Any]] = set()
    waiting: list[type[Any]] = [WorkflowDef]
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += [inner for each in declarations(kind) for inner in _types_of(each.shape)]
    return found


def _types_of(shape: Shape) -> tuple[type[Any], ...]:
    item = getattr(shape, "item", None)
    if item is not None:
        return _types_of(item)
    if isinstance(shape, Variant):
        return tuple(shape.types.values())
    return (shape.type,) if isinstance(shape, Record) else ()


def declared_fields() -> Iterator[tuple[type[Any], Declaration]]:
    for kind in record_types():
        for declaration in declarations(kind):
            yield kind, declaration


def test_every_field_of_every_class_is_used() -> None:
    used = {
        (type(record), each.name)
        for record in records()
        for each in declarations(type(record))
        if getattr(record, each.attribute) not in (None, each.default)
    }
    unused = {f"{kind.__name__}.{each.name}" for kind, each in declared_fields()} - {
        f"{kind.__name__}.{name}" for kind, name in used
    }
    assert not unused, HOW


def test_every_word_of_every_choice_is_used() -> None:
    for kind, declaration in declared_fields():
        if isinstance(declaration.shape, Choice):
            used = {getattr(record, declaration.attribute) for record in records() if isinstance(record, kind)}
            assert used == {*declaration.shape.words}, f"{kind.__name__}.{declaration.name}: {HOW}"


def test_every_kind_of_step_and_every_join_is_used() -> None:
    steps = [step for workflow in workflows() for step in workflow.steps.values()]
    assert {step.kind for step in steps} == set(STEP_KINDS)
    assert {step.join.mode for step in steps if isinstance(step, Parallel)} == {"all", "any", "quorum"}


def test_every_outcome_is_followed_and_tried_again() -> None:
    followed = {each.outcome for workflow in workflows() for each in workflow.transitions}
    assert followed > {*STANDARD_OUTCOMES}, "the standard outcomes, and at least one of a step's own"
    retried = {each for workflow in workflows() for step in workflow.steps.values() for each in step.retry.outcomes}
    assert retried > {*STANDARD_OUTCOMES} - {"success"}


def test_every_selection_of_a_version_is_used() -> None:
    steps = [step for workflow in workflows() for step in workflow.steps.values()]
    selectors = {step.version.text for step in steps if isinstance(step, SubWorkflow)}
    assert "latest" in selectors
    assert any(each.startswith("blake3:") for each in selectors)
    assert any(":" not in each and each != "latest" for each in selectors), CHANNEL_ID.noun


def test_every_operator_and_every_function_of_a_predicate_is_used() -> None:
    used = [each for workflow in workflows() for _, root in predicates(workflow) for each in _all_within(root)]
    kinds = {getattr(expression, each.__name__) for each in Expression.__args__}
    assert {type(each) for each in used} == kinds
    assert {each.operator for each in used if isinstance(each, Binary)} == {*_OPERATORS}
    assert {each.operator for each in used if isinstance(each, Chain)} == {"&&", "||"}
    assert {each.operator for each in used if isinstance(each, Unary)} == {"!", "-"}
    assert {each.function for each in used if isinstance(each, Call)} == {*FUNCTIONS}
    literals = [each.value for each in used if isinstance(each, Literal)]
    assert {type(each) for each in literals} >= {str, bool, type(None), int, float}


def _all_within(root: Expression) -> Iterator[Expression]:
    waiting = [root]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(children(current))


def test_every_form_of_a_reference_is_used() -> None:
    found = [each for workflow in workflows() for _, template in templates(workflow) for each in template.references]
    assert {each.path[0] for each in found} == {"inputs", "steps", "workflow"}
    assert any(each.optional for each in found)
    assert any(isinstance(segment, int) for each in found for segment in each.path)
    assert any("-" in str(segment) for each in found for segment in each.path)
    assert any(each.path[0] == "steps" and each.path[2] == "outcome" for each in found)
    texts = [template.text for workflow in workflows() for template in _prompts(workflow)]
    assert any("\\{{" in text for text in texts)


def _prompts(workflow: WorkflowDef) -> Iterator[nodes.PromptTemplate]:
    for step in workflow.steps.values():
        if isinstance(step, nodes.Model):
            yield step.prompt
