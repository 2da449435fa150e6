"""Every field of a workflow with its value, and whether it counts: whether it is in the bytes that are hashed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from onefold.frontends.lower.record import META
from onefold.kernel.classes import frozen
from onefold.kernel.document import record_document, value_document
from onefold.kernel.ir.declare import (
    Keyed,
    Ordered,
    Record,
    Unordered,
    Variant,
    declarations,
)
from onefold.kernel.ir.nodes import StepDef, Transition
from onefold.kernel.ir.path import format_path
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.jcs import encode_value
from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final, TypeAlias

    from onefold.kernel.ir.declare import (
        Declaration,
        Shape,
    )
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

Standing: TypeAlias = Literal["counts", "default", "absent", "comment"]
_LONGEST: Final = 60


@frozen
class Row:
    """One field."""

    path: IrPath
    value: JsonValue
    """As the canonical document would write it."""
    standing: Standing
    """`counts`: it is in the bytes. `default`: it is what it would be anyway. `absent`: there is none.
    `comment`: it is `meta`.
    """


def rows(workflow: WorkflowDef, source: JsonValue) -> tuple[Row, ...]:
    """The fields of a canonical workflow in the order of the specification, and the `meta` of its source."""
    return (*_record(workflow, ()), *_comments(source))


def table(rows: tuple[Row, ...]) -> str:
    """The rows as lines of three columns, without a line end at the end."""
    paths = [escaped(format_path(row.path)) for row in rows]
    width = max(map(len, paths))
    return "\n".join(
        f"  {row.standing:<8} {path:<{width}}  {_short(row)}".rstrip() for row, path in zip(rows, paths, strict=True)
    )


def _short(row: Row) -> str:
    if row.standing == "absent":
        return ""
    text = encode_value(row.value).decode()
    return escaped(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)")


def _record(record: object, path: IrPath) -> Iterator[Row]:
    if isinstance(record, StepDef):
        yield Row((*path, "kind"), record.kind, "counts")
    for declaration in declarations(type(record)):
        yield from _field(declaration, getattr(record, declaration.attribute), (*path, declaration.name))


def _field(declaration: Declaration, value: Any, path: IrPath) -> Iterator[Row]:  # noqa: ANN401 - any IR value
    shape = declaration.shape
    if value is None or (isinstance(shape, Record) and declaration.default is None and not record_document(value)):
        yield Row(path, None, "absent")
    elif isinstance(shape, Record):
        yield from _record(value, path)
    elif value == declaration.default:
        yield Row(path, value_document(shape, value), "default")
    else:
        yield from _value(shape, value, path)


def _value(shape: Shape, value: Any, path: IrPath) -> Iterator[Row]:  # noqa: ANN401 - any IR value
    """The rows of a value that counts."""
    if isinstance(shape, Record | Variant):
        yield from _record(value, path)
    elif isinstance(shape, Keyed):
        for key, item in value.items():
            yield from _value(shape.item, item, (*path, key))
    elif isinstance(shape, Ordered | Unordered) and isinstance(shape.item, Record):
        for index, item in enumerate(value):
            segment = transition_segment(index, item) if isinstance(item, Transition) else index
            yield from _value(shape.item, item, (*path, segment))
    else:
        yield Row(path, value_document(shape, value), "counts")


def _comments(source: JsonValue) -> Iterator[Row]:
    """`meta` of the workflow and of its steps, which never reaches the IR."""
    if not isinstance(source, Mapping):
        return
    steps = source.get("steps")
    holders: list[tuple[IrPath, JsonValue]] = [((), source)]
    if isinstance(steps, Mapping):
        holders += [(("steps", key), step) for key, step in steps.items()]
    for path, holder in holders:
        if isinstance(holder, Mapping) and holder.get(META):
            yield Row((*path, META), holder[META], "comment")
