"""Parts of steps that are written alike, in one workflow or in many, are lowered once, and are one object in the IR."""

from __future__ import annotations

from marshal import dumps

from onefold.kernel.ir.declare import (
    SHARED,
    Extent,
    Keyed,
    Ordered,
    Record,
    Template,
    Unordered,
    Variant,
    declarations,
)
from onefold.kernel.remembered import are_parts_shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.lower.context import Alike, Context, Reader
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

# Workflows that repeat themselves and each other do so in few ways; others need not be kept twice.
_MOST: Final = 1_000
# In bytes.
_LONGEST: Final = 1 << 14
_MOST_LIMITS: Final = 8
_KNOWN: Final[dict[tuple[Limits, bool], Alike]] = {}


def known_alike(limits: Limits, *, is_shallow: bool) -> Alike:
    """What came of parts under certain limits, and where depth was looked at or not; it begins anew when it is full.

    Where documents have no parts in common, it is of one document.
    """
    if not are_parts_shared():
        return {}
    known = _KNOWN.get((limits, is_shallow))
    if known is None or len(known) >= _MOST:
        if len(_KNOWN) >= _MOST_LIMITS:
            _KNOWN.clear()
        known = _KNOWN[limits, is_shallow] = {}
    return known


def once(shape: Shape, read: Reader) -> Reader:
    """What reads values of a shape, with a memory of those in which nothing was wrong; else `read` itself.

    It remembers parts that have parts of their own, unless what is said of them depends on where they stand.
    """
    if not isinstance(shape, SHARED) or not _is_plain(shape):
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
            if len(context.findings) == told and len(context.alike) < _MOST and len(spelled) <= _LONGEST:
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
