"""Lower lists, sets, mappings of records and join policies."""

from __future__ import annotations

from onefold.frontends.lower.context import INVALID, Invalid
from onefold.frontends.lower.identifiers import check_identifier, is_identifier_in
from onefold.frontends.lower.scalars import lower_integer, subject, wrong_type
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.declare import (
    EXTENTS,
    DurationText,
    Extent,
    Identifier,
    Integer,
    Keyed,
    MoneyText,
    Ordered,
    Record,
    Unordered,
    Variant,
)
from onefold.kernel.ir.nodes import JoinPolicy
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.lower.context import Context
    from onefold.kernel.ir.declare import Join
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


def lower_ordered(context: Context, shape: Ordered | Unordered, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - a tuple of whatever the shape says
    """A tuple of lowered items, in the order written."""
    if not isinstance(value, list):
        return wrong_type(context, path, "a list", value, bracketing(value))
    below, read = shape.item, context.readers[type(shape.item)]
    told = len(context.findings)
    items = []
    for index, item in enumerate(value):
        if item is None:
            what = subject((*path, index))
            lowered: Any = context.report("null-value", Place((*path, index)), what=what)
        else:
            lowered = read(context, below, item, path + (index,))  # noqa: RUF005 - `*path` makes a list first
        items.append(lowered)
    if len(context.findings) > told and any(item is INVALID for item in items):
        return INVALID
    return tuple(items)


def bracketing(value: JsonValue) -> str | None:
    """The help for a value that would be a list if it stood in brackets."""
    return "put it in brackets: `[…]`" if isinstance(value, str) else None


def lower_unordered(context: Context, shape: Unordered, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - a tuple of whatever the shape says
    """A tuple of lowered items. Repeated ones stay until canonicalization, so that they can be told of."""
    items = lower_ordered(context, shape, value, path)
    if not isinstance(items, Invalid) and shape.minimum and len(set(items)) < shape.minimum:
        found = _counted(len(set(items)), "different entry" if len(set(items)) < len(items) else "entry")
        return context.report("too-few-entries", Place(path), field=path[-1], minimum=shape.minimum, found=found)
    return items


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun if count == 1 else noun.replace('entry', 'entries')}"


def lower_keyed(context: Context, shape: Keyed, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - a mapping of whatever the shape says
    """A mapping from ids to lowered records, without those that are not valid."""
    if not isinstance(value, dict):
        is_list = isinstance(value, list) and isinstance(shape.item, Record | Variant)
        help_line = f"each {shape.noun} stands under its id as the key" if is_list else None
        return wrong_type(context, path, "a mapping", value, help_line)
    context.nouns[path] = shape.noun
    items: dict[str, Any] = {}
    for key, item in value.items():
        below = (*path, key)
        if isinstance(shape.key, Identifier):
            if not is_identifier_in(context, shape.key, key):
                check_identifier(context, shape.key, key, Place(below, "key"))
        elif not key:
            context.report("empty-text", Place(below, "key"), field=path[-1])
        if item is None:
            context.report("null-value", Place(below), what=f"The {shape.noun} `{key}`")
        else:
            items[key] = context.lower(shape.item, item, below)
    if len(value) < shape.minimum:
        return context.report("too-few-entries", Place(path), field=path[-1], minimum=shape.minimum, found="no entries")
    return {key: item for key, item in items.items() if item is not INVALID}


def lower_extent(context: Context, shape: Extent, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - a word, or whatever the shape says
    """`all`, `none`, or what stands in their place."""
    if not isinstance(value, str) or isinstance(shape.item, DurationText | MoneyText):
        return value if value in EXTENTS and isinstance(value, str) else context.lower(shape.item, value, path)
    if value in EXTENTS:
        return value
    what = "a mapping" if isinstance(shape.item, Keyed | Record) else "a number"
    is_list = isinstance(shape.item, Ordered | Unordered)
    allowed = f"`all`, `none` or {'a list' if is_list else what}"
    help_line = meant(value, EXTENTS) or (bracketing(value) if is_list else None)
    return context.report(
        "unknown-choice", Place(path), help_line, field=path[-1], value=value or '""', allowed=allowed
    )


def lower_join(context: Context, _shape: Join, value: JsonValue, path: IrPath) -> JoinPolicy | Invalid:
    """`all`, `any` or `{quorum: n}`."""
    if isinstance(value, dict):
        return _lower_quorum(context, value, path)
    if not isinstance(value, str):
        return wrong_type(context, path, "`all`, `any` or `{quorum: n}`", value)
    if value in ("all", "any"):
        return JoinPolicy(value)
    help_line = "say how many: `{quorum: n}`" if value == "quorum" else meant(value, ("all", "any"))
    allowed = "`all`, `any` or `{quorum: n}`"
    return context.report("unknown-choice", Place(path), help_line, field="join", value=value, allowed=allowed)


def _lower_quorum(context: Context, value: dict[str, JsonValue], path: IrPath) -> JoinPolicy | Invalid:
    unknown = [key for key in value if key != "quorum"]
    for key in unknown:
        context.report("unknown-field", Place((*path, key), "key"), meant(key, ("quorum",)), field=key, owner="`join`")
    if unknown:
        return INVALID
    if value.get("quorum") is None:
        help_line = "say how many branches must end well: `{quorum: n}`"
        return context.report("missing-field", Place(path, "key"), help_line, field="quorum", owner="`join`")
    quorum = lower_integer(context, Integer(minimum=1), value["quorum"], (*path, "quorum"))
    return INVALID if isinstance(quorum, Invalid) else JoinPolicy("quorum", quorum)
