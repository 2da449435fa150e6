"""Compare two documents field by field, each by its declared shape: sets, keyed maps, ordered lists, records, texts.

Nothing here knows a field by its name: the declarations say what there is and how it is to be compared.
"""

from __future__ import annotations

from onefold.kernel.diff.align import align, gaps
from onefold.kernel.diff.difference import Entry
from onefold.kernel.diff.structure import same
from onefold.kernel.document import value_document
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import Keyed, Ordered, Record, Unordered, Variant, declarations
from onefold.kernel.ir.path import TransitionSegment
from onefold.kernel.ir.records import transition_label
from onefold.kernel.jcs import encode_value
from onefold.kernel.values import utf16_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Final, TypeAlias

    from onefold.kernel.diff.difference import Form
    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue

    _Documents: TypeAlias = Sequence[JsonObject]

_FORMS: Final[Mapping[type, Form]] = {
    declare.Text: "text",
    declare.Template: "text",
    declare.Schema: "json",
    declare.Arguments: "json",
    Unordered: "set",
    Ordered: "record",
    Keyed: "record",
    Record: "record",
    Variant: "record",
}


def compare_records(record: type[Any], old: JsonObject, new: JsonObject, path: IrPath = ()) -> Iterator[Entry]:
    """The differences of two documents of one IR class, in the order of its declarations."""
    for declaration in declarations(record):
        yield from _field(declaration, old, new, (*path, declaration.name))


def default_document(declaration: Declaration) -> JsonValue:
    """What stands for a field that is left out, as a document; `None` where nothing does."""
    if declaration.required or declaration.default is None:
        return None
    return value_document(declaration.shape, declaration.default)


def _field(declaration: Declaration, old: JsonObject, new: JsonObject, path: IrPath) -> Iterator[Entry]:
    if declaration.name not in old and declaration.name not in new:
        return
    # No field of a document is ever null, so `None` says that there is none.
    default = default_document(declaration)
    yield from _maybe(declaration.shape, old.get(declaration.name, default), new.get(declaration.name, default), path)


def _maybe(shape: Shape, old: JsonValue, new: JsonValue, path: IrPath) -> Iterator[Entry]:
    if old is None and new is None:
        return
    if old is None:
        yield Entry("added", path, _form(shape), None, new)
    elif new is None:
        yield Entry("removed", path, _form(shape), old, None)
    else:
        yield from _values(shape, old, new, path)


def _form(shape: Shape) -> Form:
    return _FORMS.get(type(shape), "value")


def _values(shape: Shape, old: Any, new: Any, path: IrPath) -> Iterator[Entry]:  # noqa: ANN401 - any plain value
    match shape:
        case Record(type=record):
            yield from compare_records(record, old, new, path)
        case Variant():
            yield from _variants(shape, old, new, path)
        case Keyed(item=item):
            for key in sorted({*old, *new}, key=utf16_order):
                yield from _maybe(item, old.get(key), new.get(key), (*path, key))
        case Unordered(item=Record(type=record)):
            yield from _unordered(record, old, new, path)
        case Ordered(item=item):
            yield from _ordered(item, old, new, path)
        case _:
            if not same(old, new):
                yield Entry("changed", path, _form(shape), old, new)


def _variants(shape: Variant, old: JsonObject, new: JsonObject, path: IrPath) -> Iterator[Entry]:
    before, after = old[shape.field], new[shape.field]
    if before == after:
        yield from compare_records(shape.types[str(after)], old, new, path)
        return
    yield Entry("changed", (*path, shape.field), "value", before, after)
    # What both kinds have is compared; defaults may differ between kinds and are no change of their own.
    both = [*declarations(shape.types[str(before)]), *declarations(shape.types[str(after)])]
    for name, each in {each.name: each.shape for each in both}.items():
        absent: JsonValue = {} if isinstance(each, Record) else None
        yield from _maybe(each, old.get(name, absent), new.get(name, absent), (*path, name))


def _ordered(item: Shape, old: Sequence[JsonValue], new: Sequence[JsonValue], path: IrPath) -> Iterator[Entry]:
    """Members of a list: what was removed stands at its old index, everything else at its new one."""
    runs = align([*map(encode_value, old)], [*map(encode_value, new)])
    for first, last, start, end in gaps(runs, len(old), len(new)):
        both = min(last - first, end - start)
        for offset in range(both):
            before, after = old[first + offset], new[start + offset]
            if _is_kin(item, before, after):
                yield from _values(item, before, after, (*path, start + offset))
            else:
                yield Entry("removed", (*path, first + offset), _form(item), before, None)
                yield Entry("added", (*path, start + offset), _form(item), None, after)
        for index in range(first + both, last):
            yield Entry("removed", (*path, index), _form(item), old[index], None)
        for index in range(start + both, end):
            yield Entry("added", (*path, index), _form(item), None, new[index])


def _is_kin(item: Shape, old: Any, new: Any) -> bool:  # noqa: ANN401 - any plain value
    """Whether one member may be the other, changed: some field of theirs is the same."""
    if not isinstance(item, Record):
        return False
    fields = [(each.name, default_document(each)) for each in declarations(item.type)]
    return any(same(old.get(name, default), new.get(name, default)) for name, default in fields)


def _unordered(record: type[Any], old: _Documents, new: _Documents, path: IrPath) -> Iterator[Entry]:
    """Records of a set. Equal ones are found first, then those that differ in one field; the rest came or went."""
    old, new = [_whole(record, each) for each in old], [_whole(record, each) for each in new]
    pairs, gone, come = _paired(record, old, new)
    for index in range(len(old)):
        here = (*path, _segment(index, old[index]))
        if index in gone:
            yield Entry("removed", here, "record", _lean(record, old[index]), None)
        elif index in pairs:
            yield from compare_records(record, old[index], new[pairs[index]], here)
    for index in come:
        yield Entry("added", (*path, _segment(index, new[index])), "record", None, _lean(record, new[index]))


def _paired(record: type[Any], old: _Documents, new: _Documents) -> tuple[dict[int, int], list[int], list[int]]:
    """Which old record is which new one, the old ones without a partner, and the new ones without."""
    pairs: dict[int, int] = {}
    gone, come = [*range(len(old))], [*range(len(new))]
    # What may be absent identifies least, so it is the first that may differ; then the fields declared last.
    fields = declarations(record)
    names = [each.name for each in fields if each.default is None]
    names += [each.name for each in reversed(fields) if each.default is not None]
    for ignored in ("", *names):
        waiting: dict[bytes, list[int]] = {}
        for index in reversed(come):
            waiting.setdefault(_without(new[index], ignored), []).append(index)
        for index in gone:
            partners = waiting.get(_without(old[index], ignored))
            if partners:
                pairs[index] = partners.pop()
        taken = {*pairs.values()}
        gone, come = [each for each in gone if each not in pairs], [each for each in come if each not in taken]
    return pairs, gone, come


def _without(document: JsonObject, name: str) -> bytes:
    return encode_value({key: value for key, value in document.items() if key != name})


def _whole(record: type[Any], document: JsonObject) -> JsonObject:
    """The document with its defaults written out, in the order of the declarations."""
    values = {each.name: document.get(each.name, default_document(each)) for each in declarations(record)}
    return {name: value for name, value in values.items() if value is not None}


def _lean(record: type[Any], document: JsonObject) -> JsonObject:
    """The document as the canonical one has it, without defaults."""
    defaults = {each.name: default_document(each) for each in declarations(record)}
    return {name: value for name, value in document.items() if not same(value, defaults[name])}


def _segment(index: int, document: JsonObject) -> TransitionSegment:
    """How a path names a record of a set: by the index it has, and by what it connects."""
    label = transition_label(document["from"], document["to"], document["on"], document["priority"])
    return TransitionSegment(index, label)
