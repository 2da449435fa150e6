"""The document of a workflow: plain values in the surface's own spelling, fields in the specification's order.

A field that equals its default is left out, so a default is part of the schema version: changing one means a new
`onefold:` number, and an optional field added later leaves old versions as they are.
"""

from __future__ import annotations

from _operator import attrgetter  # the part in C; the module around it brings more

from onefold.kernel.expression_text import expression_text
from onefold.kernel.functions import cache, lru_cache
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import StepDef
from onefold.kernel.remembered import remembered_of_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Final, TypeAlias

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import Duration, JoinPolicy, Money, Predicate, WorkflowDef
    from onefold.kernel.values import JsonObject, JsonValue

    Write: TypeAlias = Callable[[Any], Any]
    # Of one field: what gives its value, its default, whether another value may equal that, its key, what writes it,
    # and whether it is written when there is nothing in it.
    _Row: TypeAlias = tuple[Callable[[Any], Any], object, bool, Any, Write, bool]

_RECORDS: Final = (declare.Record, declare.Variant)
_LISTS: Final = (declare.Ordered, declare.Unordered)
# The shapes of all that is a text in a document.
_TEXTS: Final = (
    declare.Text, declare.Template, declare.Identifier, declare.Choice, declare.Glob, declare.DurationText,
    declare.MoneyText, declare.Expression, declare.Selector, declare.Digest,
)  # fmt: skip


def document(workflow: WorkflowDef) -> JsonObject:
    """The document of a workflow, defaults left out."""
    return record_document(workflow)


def record_document(record: object, *, defaults: bool = False, nulls: bool = False) -> dict[str, JsonValue]:
    """The document of any IR record; with `defaults`, fields that equal their default are written out too.

    With `nulls`, so are absent ones.

    A record without a single field of its own (an empty budget) is left out like an absent one.
    """
    written: dict[str, JsonValue] = _plain(defaults, nulls).record(record)
    return written


def value_document(
    shape: Shape,
    value: Any,  # noqa: ANN401 - any IR value
    *,
    defaults: bool = False,
    nulls: bool = False,
) -> JsonValue:
    """The plain value of one field of the given shape."""
    written: JsonValue = _plain(defaults, nulls).of(shape)(value)
    return written


class Writer:
    """A way to write records down: what is left out, and what stands for a value, is the same in every one.

    What to do with a class of records is worked out once.
    """

    def __init__(
        self,
        *,
        leaf: Callable[[JsonValue], Any],
        text: Callable[[str], Any],
        items: Callable[[Iterable[Any]], Any],
        key: Callable[[str], Any],
        member: Callable[[Any, Any], Any],
        mapping: Callable[[list[Any]], Any],
        order: Callable[[Iterable[str]], Iterable[str]],
        defaults: bool = False,
        nulls: bool = False,
    ) -> None:
        """`leaf` writes any plain value, `text` one that is a text, and `items` a list of what is written.

        `mapping` writes a mapping of its members in the `order` of their names; a `member` is made of what `key` makes
        of its name and of what is written.
        """
        self._leaf, self._text, self._items = leaf, text, items
        self._key, self._member, self._mapping, self._order = key, member, mapping, order
        self._defaults, self._nulls = defaults, nulls
        self._empty = mapping([])
        self._rows: dict[type[Any], Sequence[_Row]] = {}

    def record(self, record: Any) -> Any:  # noqa: ANN401 - what is written of any IR record
        """What is written of a record."""
        rows = self._rows.get(type(record))
        if rows is None:
            rows = self._rows[type(record)] = self._worked_out(type(record))
        members = []
        member, empty = self._member, self._empty
        for get, default, may_equal, key, write, may_be_empty in rows:
            value = get(record)
            if value is None:
                if self._nulls:
                    members.append(member(key, self._leaf(None)))
            elif value is not default and not (may_equal and value == default):
                written = write(value)
                if may_be_empty or written != empty:
                    members.append(member(key, written))
        return self._mapping(members)

    def _worked_out(self, record: type[Any]) -> Sequence[_Row]:
        rows: dict[str, _Row] = {}
        if issubclass(record, StepDef):
            rows["kind"] = (attrgetter("kind"), None, False, self._key("kind"), self._text, True)
        for each in declarations(record):
            default = None if self._defaults or each.required else each.default
            may_be_empty = not isinstance(each.shape, declare.Record)
            get, write = attrgetter(each.attribute), self.of(each.shape)
            # A record that equals one without fields of its own has none itself, and is left out for that.
            may_equal = default is not None and (may_be_empty or write(default) != self._empty)
            rows[each.name] = (get, default, may_equal, self._key(each.name), write, may_be_empty)
        return [rows[name] for name in self._order(rows)]

    def of(self, shape: Shape) -> Write:
        """What writes a value of the given shape."""
        plain = _PLAIN.get(type(shape))
        leaf: Write = self._text if isinstance(shape, _TEXTS) else self._leaf
        if plain is not None:
            return lambda value: leaf(plain(value))
        if isinstance(shape, _RECORDS):
            return lambda value: leaf(False) if value is False else self.record(value)
        if isinstance(shape, declare.Extent):
            extent = self.of(shape.item)
            return lambda value: leaf(value) if isinstance(value, str) else extent(value)
        if isinstance(shape, declare.Keyed):
            item, key, order, member, mapping = self.of(shape.item), self._key, self._order, self._member, self._mapping
            return lambda value: mapping([member(key(name), item(value[name])) for name in order(value)])
        if isinstance(shape, _LISTS):
            item, items = self.of(shape.item), self._items
            return lambda value: items(map(item, value))
        return leaf


def _itself(value: Any) -> Any:  # noqa: ANN401 - any value
    return value


def _pair(name: str, value: Any) -> tuple[str, Any]:  # noqa: ANN401 - any value
    return name, value


@cache
def _plain(defaults: bool, nulls: bool) -> Writer:
    return Writer(
        leaf=_itself,
        text=_itself,
        items=list,
        key=_itself,
        member=_pair,
        mapping=dict,
        order=_itself,
        defaults=defaults,
        nulls=nulls,
    )


def duration_text(duration: Duration) -> str:
    """The largest units first, zero parts left out.

    >>> from onefold.kernel.ir.nodes import Duration
    >>> [duration_text(Duration(n)) for n in (0, 500, 90_000, 86_400_000)]
    ['0ms', '500ms', '1m30s', '1d']
    """
    return _duration_text(duration.milliseconds)


# Workflows have few different durations, most of them many times.
@lru_cache(maxsize=256)
def _duration_text(rest: int) -> str:
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
    return _expression_text(predicate.expression)


_expression_text: Final = remembered_of_parts(expression_text)


def _join_document(join: JoinPolicy) -> JsonValue:
    return {"quorum": join.quorum} if join.mode == "quorum" else join.mode


# What stands for a value that is not plain itself, by its shape.
_PLAIN: Final[dict[type, Callable[[Any], JsonValue]]] = {
    declare.Template: attrgetter("text"),
    declare.DurationText: duration_text,
    declare.MoneyText: money_text,
    declare.Expression: predicate_text,
    declare.Arguments: attrgetter("value"),
    declare.Selector: attrgetter("text"),
    declare.Join: _join_document,
}
