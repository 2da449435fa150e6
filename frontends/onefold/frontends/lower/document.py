"""Lower a whole document of any kind whose fields are declared: catalogues and configurations."""

from __future__ import annotations

from typing import Generic, TypeVar

from onefold.frontends.bounds import Size, measure
from onefold.frontends.frontend import Limits
from onefold.frontends.lower.context import Context
from onefold.frontends.lower.readers import READERS
from onefold.frontends.lower.record import lower_fields
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding
from onefold.kernel.ir.path import IrPath
from onefold.kernel.values import JsonValue

RecordType = TypeVar("RecordType")


@frozen
class LoweredDocument(Generic[RecordType]):
    """What lowering made of a document."""

    record: RecordType | None
    """With findings, what is well formed of it; nothing where that is not enough."""
    findings: tuple[Finding, ...]


def lower_document(
    value: JsonValue,
    record: type[RecordType],
    limits: Limits,
    *,
    called: str,
    path: IrPath = (),
    size: Size | None = None,
) -> LoweredDocument[RecordType]:
    """The `record` that a plain value is, with every shape error that could be found.

    `called` is how messages call the whole, with its article; `path` is where it stands in its source;
    `size` is what `measure` says of the value, where that is known.
    """
    size = size or measure(value, limits)
    if size.finding is not None:
        return LoweredDocument(None, (size.finding,))
    context = Context(READERS, limits, None, size.text_bytes, document=called)
    if not isinstance(value, dict):
        wrong_type(context, path, "a mapping", value)
        return LoweredDocument(None, tuple(context.findings))
    lowered = lower_fields(context, record, value, path)
    return LoweredDocument(lowered if isinstance(lowered, record) else None, tuple(context.findings))
