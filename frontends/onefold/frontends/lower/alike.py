"""Parts of steps that are written alike are lowered once, and are one object in the IR."""

from __future__ import annotations

from marshal import dumps

from onefold.kernel.ir.declare import (
    Arguments,
    Extent,
    Keyed,
    Ordered,
    Record,
    Schema,
    Template,
    Unordered,
    Variant,
    declarations,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from onefold.frontends.lower.context import Context, Reader
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

# Workflows that repeat themselves do so in few ways; others need not be kept twice.
_MOST: Final = 1_000
_PARTS: Final = (Arguments, Ordered, Record, Schema)


def once(shape: Shape, read: Reader) -> Reader:
    """What reads values of a shape, with a memory of those in which nothing was wrong; else `read` itself.

    It remembers parts that have parts of their own, unless what is said of them depends on where they stand.
    """
    if not isinstance(shape, _PARTS) or not _is_plain(shape):
        return read

    def lower_once(context: Context, shape: Shape, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - as `read`
        spelled = _spelled(value)
        if spelled is None:
            return read(context, shape, value, path)
        key = id(shape), len(path), spelled
        known = context.alike.get(key)
        if known is None:
            told = len(context.findings)
            known = read(context, shape, value, path)
            if len(context.findings) == told and len(context.alike) < _MOST:
                context.alike[key] = known
        return known

    return lower_once


def _is_plain(shape: Shape) -> bool:
    """Whether no text from a file can stand in a value of a shape, and no entry that has a name."""
    if isinstance(shape, Record):
        return all(_is_plain(each.shape) for each in declarations(shape.type))
    if isinstance(shape, Ordered | Unordered | Extent):
        return _is_plain(shape.item)
    return not isinstance(shape, Keyed | Template | Variant)


def _spelled(value: JsonValue) -> bytes | None:
    """A mapping or list in bytes that no other value has, if that is quickly done."""
    if not isinstance(value, dict | list):
        return None
    try:
        return dumps(value, 2)  # Later versions also tell which of its parts are one object.
    except ValueError:
        return None
