"""Apply a difference: make the new canonical document from the old workflow."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from onefold.kernel.diff.compare import with_renames
from onefold.kernel.diff.fields import default_document
from onefold.kernel.diff.structure import same
from onefold.kernel.digest import version
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.kernel.ir.declare import Keyed, Ordered, Record, Unordered, Variant, declarations
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.jcs import encode_value
from onefold.kernel.passes.sort_collections import transition_order
from onefold.kernel.values import utf16_order

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.diff.difference import Difference, Entry
    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.passes.sort_collections import Order
    from onefold.kernel.values import JsonObject, JsonValue

# A document that is being changed: its sets of records are mappings from old indexes, and from `new` and new indexes.
_Draft: TypeAlias = dict[Any, Any]
_NEW: Final = "new"


class DoesNotApply(ValueError):  # noqa: N818 - it says what the matter is
    """A difference does not belong to the workflow, or is damaged."""


def apply(difference: Difference, old: Canonical) -> JsonObject:
    """The canonical document of the new workflow, in the order of the specification.

    Raises `DoesNotApply` when `old` is not what the difference was made from, and when what comes out is not what it
    promises.
    """
    if version(encode(old)) != difference.old.version:
        raise DoesNotApply(f"the difference was made from {difference.old.version}, which this is not")
    try:
        made = _applied(difference, old)
        made_version = version(encode_value(made))
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise DoesNotApply("the difference is damaged: it speaks of what is not there") from fault
    if made_version != difference.new.version:
        raise DoesNotApply(f"the difference is damaged: it makes {made_version}, not {difference.new.version}")
    return made


def _applied(difference: Difference, old: Canonical) -> JsonObject:
    base = with_renames(old, difference.renames)
    draft = _opened(Record(WorkflowDef), document(base.workflow))
    for entry in sorted((each for each in difference.entries if each.kind != "renamed"), key=_turn):
        _change(draft, entry)
    closed: JsonObject = _closed(Record(WorkflowDef), draft)
    return closed


def _turn(entry: Entry) -> tuple[int, int]:
    """In lists, members go from the end and come from the front, and then all others stand at their new indexes."""
    last = entry.path[-1]
    if isinstance(last, int) and entry.kind == "removed":
        return 0, -last
    if isinstance(last, int) and entry.kind == "added":
        return 1, last
    return 2, 0


def _change(draft: _Draft, entry: Entry) -> None:
    holder = _holder(draft, entry.path)
    key = _key(entry.path[-1], entry)
    if entry.kind == "removed":
        del holder[key]
    elif isinstance(holder, list) and entry.kind == "added":
        holder.insert(key, entry.new)
    else:
        holder[key] = entry.new


def _holder(draft: _Draft, path: IrPath) -> Any:  # noqa: ANN401 - a mapping or a list
    """What holds the last segment. Records that were left out, because nothing in them was said, are made."""
    holder: Any = draft
    for segment, following in pairwise(path):
        if isinstance(holder, list):
            holder = holder[_index(segment)]
        elif isinstance(segment, TransitionSegment):
            holder = holder[segment.index]
        else:
            holder = holder.setdefault(segment, [] if isinstance(following, int) else {})
    return holder


def _key(segment: Segment, entry: Entry) -> Any:  # noqa: ANN401 - whatever the holder is indexed by
    if isinstance(segment, TransitionSegment):
        return (_NEW, segment.index) if entry.kind == "added" else segment.index
    return segment


def _index(segment: Segment) -> int:
    if not isinstance(segment, int):
        raise TypeError(segment)
    return segment


def _opened(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any plain value
    """A copy that can be changed."""
    match shape:
        case Record() | Variant():
            shapes = {each.name: each.shape for each in declarations(_type(shape, value))}
            return {key: _opened(shapes[key], item) if key in shapes else item for key, item in value.items()}
        case Keyed(item=item):
            return {key: _opened(item, each) for key, each in value.items()}
        case Unordered(item=Record() as item):
            return {index: _opened(item, each) for index, each in enumerate(value)}
        case Ordered(item=item):
            return [_opened(item, each) for each in value]
        case _:
            return value


def _closed(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any plain value
    """The canonical document of a draft: defaults left out, fields in the order of the specification, sets sorted."""
    match shape:
        case Record() | Variant():
            return _closed_record(shape, value)
        case Keyed(item=item):
            return {key: _closed(item, value[key]) for key in sorted(value, key=utf16_order)}
        case Unordered(item=Record() as item):
            return sorted((_closed(item, each) for each in value.values()), key=_order)
        case Ordered(item=item):
            return [_closed(item, each) for each in value]
        case _:
            return value


def _closed_record(shape: Record | Variant, value: Mapping[str, Any]) -> _Draft:
    closed: _Draft = {shape.field: value[shape.field]} if isinstance(shape, Variant) else {}
    for declaration in declarations(_type(shape, value)):
        if declaration.name in value:
            plain = _closed(declaration.shape, value[declaration.name])
            if not _is_left_out(declaration, plain):
                closed[declaration.name] = plain
    return closed


def _is_left_out(declaration: Declaration, plain: JsonValue) -> bool:
    default = default_document(declaration)
    if default is not None and same(plain, default):
        return True
    return plain == {} and isinstance(declaration.shape, Record)


def _type(shape: Record | Variant, value: Mapping[str, Any]) -> type[Any]:
    return shape.types[value[shape.field]] if isinstance(shape, Variant) else shape.type


def _order(transition: Mapping[str, Any]) -> Order:
    """Transitions are the only records that form a set."""
    return transition_order(
        transition["from"],
        transition.get("on", "success"),
        transition.get("priority", 0),
        transition["to"],
        transition.get("when", ""),
    )
