"""Lower a whole document of any kind whose fields are declared: catalogues and configurations."""

from __future__ import annotations

from onefold.frontends.bounds import measure
from onefold.frontends.lower.context import Context, Invalid
from onefold.frontends.lower.readers import READERS
from onefold.frontends.lower.record import lower_fields, lower_variant
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel.classes import Factory, frozen
from onefold.kernel.ir.declare import Variant
from onefold.kernel.typed import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.frontends.bounds import Size
    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

RecordType = TypeVar("RecordType")


@frozen
class LoweredDocument(Generic[RecordType]):
    """What lowering made of a document."""

    record: RecordType | None
    """With findings, what is well formed of it; nothing where that is not enough."""
    findings: tuple[Finding, ...]
    files: Mapping[IrPath, Source] = Factory(dict)
    """Sources of the texts that came from files, by the path they stand at."""


def lower_document(
    value: JsonValue,
    record: type[RecordType] | Variant,
    limits: Limits,
    *,
    called: str,
    path: IrPath = (),
    size: Size | None = None,
    resolve: Resolver | None = None,
    stand_ins: Mapping[str, object] | None = None,
) -> LoweredDocument[RecordType]:
    """The `record` that a plain value is, with every shape error that could be found.

    `called` is how messages call the whole, with its article; `path` is where it stands in its source;
    `size` is what `measure` says of the value, where that is known. A `Variant` is lowered to one of its classes.
    `resolve` gives the texts of files that the document names, if there is a way; `stand_ins` are for required
    attributes that are not well formed, so that what else is wrong is found too.
    """
    size = size or measure(value, limits)
    if size.finding is not None:
        return LoweredDocument(None, (size.finding,))
    context = Context(READERS, limits, resolve, size.text_bytes, document=called)
    if not isinstance(value, dict):
        wrong_type(context, path, "a mapping", value)
        return LoweredDocument(None, tuple(context.findings))
    if isinstance(record, Variant):
        lowered = lower_variant(context, record, value, path)
    else:
        lowered = lower_fields(context, record, value, path, stand_ins=stand_ins)
    found = None if isinstance(lowered, Invalid) else lowered
    return LoweredDocument(found, tuple(context.findings), context.files)
