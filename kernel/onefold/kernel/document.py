"""The document of a workflow: plain values in the surface's own spelling, fields in the specification's order.

A field that equals its default is left out, so a default is part of the schema version: changing one means a new
`onefold:` number, and an optional field added later leaves old versions as they are.
"""

from __future__ import annotations

from _operator import attrgetter  # the part in C; the module around it brings more

from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import StepDef
from onefold.kernel.remembered import remembered_of_classes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Final

    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.ir.nodes import Duration, JoinPolicy, Money, Predicate, WorkflowDef
    from onefold.kernel.values import JsonObject, JsonValue

_RECORDS: Final = (declare.Record, declare.Variant)
_LISTS: Final = (declare.Ordered, declare.Unordered)


def document(workflow: WorkflowDef) -> JsonObject:
    """The document of a workflow, defaults left out."""
    return record_document(workflow)


def record_document(record: object, *, defaults: bool = False, nulls: bool = False) -> dict[str, JsonValue]:
    """The document of any IR record; with `defaults`, fields that equal their default are written out too.

    With `nulls`, so are absent ones.

    A record without a single field of its own (an empty budget) is left out like an absent one.
    """
    written: dict[str, JsonValue] = {}
    if isinstance(record, StepDef):
        written["kind"] = record.kind
    kind: type[Any] = type(record)
    for get, each in _fields(kind):
        value = get(record)
        if value is None and nulls:
            written[each.name] = None
        if value is None or (not defaults and (value is each.default or value == each.default)):
            continue
        plain = value_document(each.shape, value, defaults=defaults, nulls=nulls)
        if plain or plain is False or not isinstance(each.shape, declare.Record):
            written[each.name] = plain
    return written


@remembered_of_classes
def _fields(record: type[Any]) -> list[tuple[Callable[[Any], Any], Declaration]]:
    return [(attrgetter(each.attribute), each) for each in declarations(record)]


def value_document(
    shape: Shape,
    value: Any,  # noqa: ANN401 - any IR value
    *,
    defaults: bool = False,
    nulls: bool = False,
) -> JsonValue:
    """The plain value of one field of the given shape."""
    write = _WRITERS.get(type(shape))
    if write is not None:
        return write(value)
    if isinstance(shape, _RECORDS):
        return False if value is False else record_document(value, defaults=defaults, nulls=nulls)
    if isinstance(shape, declare.Extent):
        return value if isinstance(value, str) else value_document(shape.item, value, defaults=defaults, nulls=nulls)
    if isinstance(shape, declare.Keyed):
        return {key: value_document(shape.item, item, defaults=defaults, nulls=nulls) for key, item in value.items()}
    if isinstance(shape, _LISTS):
        return [value_document(shape.item, item, defaults=defaults, nulls=nulls) for item in value]
    plain: JsonValue = value
    return plain


def duration_text(duration: Duration) -> str:
    """The largest units first, zero parts left out.

    >>> from onefold.kernel.ir.nodes import Duration
    >>> [duration_text(Duration(n)) for n in (0, 500, 90_000, 86_400_000)]
    ['0ms', '500ms', '1m30s', '1d']
    """
    rest = duration.milliseconds
    parts = []
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)):
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0ms"


def money_text(money: Money) -> str:
    """Amount, a space, currency."""
    return f"{money.amount} {money.currency}"


def predicate_text(predicate: Predicate) -> str:
    """The predicate as canonical CEL."""
    return expression_text(predicate.expression)


def _join_document(join: JoinPolicy) -> JsonValue:
    return {"quorum": join.quorum} if join.mode == "quorum" else join.mode


_WRITERS: Mapping[type, Callable[[Any], JsonValue]] = {
    declare.Template: lambda template: template.text,
    declare.DurationText: duration_text,
    declare.MoneyText: money_text,
    declare.Expression: predicate_text,
    declare.Arguments: lambda arguments: arguments.value,
    declare.Selector: lambda selector: selector.text,
    declare.Join: _join_document,
}
