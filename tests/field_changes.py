"""The sample workflow with one declared field changed, for tests that take every field in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from samples import RECORDS, sample, sample_workflow

from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Declaration, declarations
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.records import rebuild

WORKFLOW = sample_workflow()


def every_field(*shapes: type, optional: bool = False) -> list[Any]:
    """One parameter for every declared field of every class, or for those of some shapes, or with a default."""
    return [
        pytest.param(record, declaration, id=f"{record.__name__}.{declaration.name}")
        for record in RECORDS
        for declaration in declarations(record)
        if isinstance(declaration.shape, shapes or object) and not (optional and declaration.required)
    ]


def with_field(record: type[Any], declaration: Declaration, change: Callable[[Any], Any]) -> WorkflowDef:
    """The sample workflow with one field of every instance of `record` changed."""

    def changed(instance: Any) -> Any:
        if type(instance) is not record:
            return instance
        value = getattr(instance, declaration.attribute)
        return attrs.evolve(instance, **{declaration.attribute: change(value)})

    def in_shape(shape: declare.Shape, value: Any) -> Any:
        return changed(value) if isinstance(shape, declare.Record | declare.Variant) else value

    workflow: WorkflowDef = changed(rebuild(WORKFLOW, in_shape))
    return workflow


def another(declaration: Declaration, value: Any) -> Any:
    """A value of the field's shape that is not `value`."""
    return next(each for each in (sample(declaration.shape, variant) for variant in range(6)) if each != value)
