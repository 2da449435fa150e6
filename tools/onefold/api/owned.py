"""What the API gives away is its caller's own, who may change it: no memory of the process holds any part of it."""

from __future__ import annotations

from marshal import dumps, loads
from typing import TYPE_CHECKING

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import Arguments, Schema
from onefold.kernel.ir.records import Rebuilding

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, TypeVar

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import ArgTemplate, WorkflowDef
    from onefold.kernel.ir.records import Change
    from onefold.kernel.values import JsonValue

    Value = TypeVar("Value", bound=JsonValue)


def owned(value: Value) -> Value:
    """A copy of a plain value; the value itself where it is deeper than anything that is remembered."""
    plain: Any = value
    try:
        copied: Value = loads(dumps(plain, 2))  # noqa: S302 - it was written here
    except ValueError:
        return value
    return copied


def owned_workflow(workflow: WorkflowDef) -> WorkflowDef:
    """An equal workflow whose arguments and schemas, which are plain values, are copies."""
    return _rebuilt(workflow)


def _owned_schema(_shape: Schema, schema: JsonValue) -> JsonValue:
    return owned(schema)


def _owned_arguments(_shape: Arguments, arguments: ArgTemplate) -> ArgTemplate:
    return evolve(arguments, value=owned(arguments.value))


_CHANGES: Final[Mapping[type[Shape], Change]] = {Schema: _owned_schema, Arguments: _owned_arguments}
_rebuilt: Final = Rebuilding(_CHANGES, defaults=True)
