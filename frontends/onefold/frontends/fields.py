"""Which keys of a document are fields of onefold's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import WorkflowDef

if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.values import JsonValue

WORKFLOW: Final[Shape] = declare.Record(WorkflowDef)


def fields(shape: Shape | None, value: JsonValue) -> Mapping[str, Shape]:
    """The fields that a mapping of `shape` has by declaration, each with its own shape."""
    match shape:
        case declare.Record(type=record):
            return {each.name: each.shape for each in declarations(record)}
        case declare.Extent(item=item):
            return fields(item, value)
        case declare.Variant(field=field, types=types) if isinstance(value, Mapping):
            word = value.get(field)
            if isinstance(word, str) and word in types:
                return {each.name: each.shape for each in declarations(types[word])}
    return {}


def inside(shape: Shape | None, value: JsonValue, key: str | None) -> Shape | None:
    """The declared shape of what stands at `key`, or of the items of a list; `None` for values of an author's own."""
    match shape:
        case declare.Extent(item=item):
            return inside(item, value, key)
        case declare.Keyed(item=item) | declare.Ordered(item=item) | declare.Unordered(item=item):
            return item
    return fields(shape, value).get(key) if key is not None else None
