"""Every field of the IR reaches the version, every default and every order does not: tables from the declarations."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from field_changes import WORKFLOW, another, every_field, with_field
from samples import RECORDS

from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.digest import version
from onefold.kernel.document import record_document
from onefold.kernel.encode import encode
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Declaration, Keyed, Ordered, Unordered, declarations
from onefold.kernel.ir.nodes import STEP_KINDS, WorkflowDef
from onefold.kernel.ir.records import Field, fields, rebuild


def version_of(workflow: WorkflowDef) -> str:
    return version(encode(canonicalize(workflow)))


def test_the_sample_sets_every_field_of_every_class_to_something_else_than_its_default() -> None:
    for record in RECORDS:
        instances = [each for each in _records(WORKFLOW) if type(each) is record]
        assert instances, record
        for declaration in declarations(record):
            assert all(getattr(each, declaration.attribute) != declaration.default for each in instances)


def _records(workflow: WorkflowDef) -> list[Any]:
    return [workflow, *(each.value for each in fields(workflow) if attrs.has(type(each.value)))]


@pytest.mark.parametrize(("record", "declaration"), every_field())
def test_another_value_is_another_version(record: type[Any], declaration: Declaration) -> None:
    changed = with_field(record, declaration, lambda value: another(declaration, value))
    assert version_of(changed) != version_of(WORKFLOW)


@pytest.mark.parametrize(("record", "declaration"), every_field(optional=True))
def test_a_default_is_left_out_and_is_another_version_than_what_was_there(
    record: type[Any], declaration: Declaration
) -> None:
    changed = with_field(record, declaration, lambda _: declaration.default)
    instance = next(each for each in _records(changed) if type(each) is record)
    assert declaration.name not in record_document(instance)
    if declaration.default is not None:
        assert declaration.name in record_document(instance, defaults=True)
    if declaration.name != "start":  # Without it, canonicalization has to find one, which the sample does not offer.
        assert version_of(changed) != version_of(WORKFLOW)


@pytest.mark.parametrize(("record", "declaration"), every_field(Unordered, Keyed))
def test_another_order_is_the_same_version(record: type[Any], declaration: Declaration) -> None:
    def reverse(value: Any) -> Any:
        return dict(reversed(value.items())) if isinstance(value, dict) else tuple(reversed(value))

    assert version_of(with_field(record, declaration, reverse)) == version_of(WORKFLOW)


@pytest.mark.parametrize(("record", "declaration"), every_field(Unordered))
def test_a_repeated_member_of_a_set_is_the_same_version(record: type[Any], declaration: Declaration) -> None:
    if isinstance(declaration.shape, Unordered) and isinstance(declaration.shape.item, declare.Record):
        pytest.skip("a transition written twice is an error")
    assert version_of(with_field(record, declaration, lambda value: (*value, value[0]))) == version_of(WORKFLOW)


@pytest.mark.parametrize(("record", "declaration"), every_field(Ordered))
def test_another_order_of_an_ordered_list_is_another_version(record: type[Any], declaration: Declaration) -> None:
    changed = with_field(record, declaration, lambda value: tuple(reversed(value)))
    assert version_of(changed) != version_of(WORKFLOW)


def test_every_leaf_alone_is_another_version() -> None:
    versions = {version_of(WORKFLOW)}
    leaves = [each for each in fields(WORKFLOW) if _is_leaf(each)]
    for leaf in leaves:
        versions.add(version_of(_with_leaf(leaf)))
    assert len(versions) == len(leaves) + 1
    assert len(leaves) > 200


def _is_leaf(field: Field) -> bool:
    return not isinstance(field.shape, declare.Record | declare.Variant | Keyed | Ordered | Unordered)


def _with_leaf(field: Field) -> WorkflowDef:
    """The sample workflow with one leaf made unlike any other value."""
    counter = -1
    target = next(index for index, each in enumerate(_leaves(WORKFLOW)) if each.path == field.path)

    def change(shape: declare.Shape, value: Any) -> Any:
        nonlocal counter
        if isinstance(shape, declare.Record | declare.Variant | Keyed | Ordered | Unordered):
            return value
        counter += 1
        return _unlike(shape, value) if counter == target else value

    return rebuild(WORKFLOW, change)


def _leaves(workflow: WorkflowDef) -> list[Field]:
    return [each for each in fields(workflow) if _is_leaf(each)]


def _unlike(shape: declare.Shape, value: Any) -> Any:
    match shape:
        case declare.Boolean():
            return not value
        case declare.Integer() | declare.Number():
            return value + 0.125
        case declare.DurationText():
            return attrs.evolve(value, milliseconds=value.milliseconds + 1)
        case declare.Schema():
            return {**value, "title": "another"}
        case declare.Arguments():
            return attrs.evolve(value, value={**value.value, "another": None})
        case declare.MoneyText():
            return attrs.evolve(value, currency="XXX")
        case declare.Expression():
            from samples import predicate

            return predicate(0.125)
        case declare.Template() | declare.Selector():
            return attrs.evolve(value, text=value.text + "x")
        case declare.Join():
            return attrs.evolve(value, mode="quorum", quorum=77)
    return f"{value}x"


def test_every_kind_of_step_is_in_the_sample() -> None:
    assert {type(step) for step in WORKFLOW.steps.values()} == set(STEP_KINDS.values())
