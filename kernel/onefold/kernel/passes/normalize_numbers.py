"""Write every number one way."""

from __future__ import annotations

from _operator import is_  # the part in C; the module around it brings more

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import Arguments, Integer, Number, Schema
from onefold.kernel.ir.records import Rebuilding
from onefold.kernel.values import normal_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import ArgTemplate
    from onefold.kernel.ir.records import Change, RecordType
    from onefold.kernel.values import JsonValue


_SETTLED: Final = frozenset({str, bool})
"""The types of values that hold no number and are none."""


def normalize_numbers(workflow: RecordType) -> RecordType:
    """`1`, `1.0` and `1e0` become the integer 1, `-0.0` becomes 0, an integer past every double its nearest one."""
    return _rebuilt(workflow)


def _normalized(_shape: Schema | Integer | Number, value: JsonValue) -> JsonValue:
    return _plain(value)


def _arguments(_shape: Arguments, value: ArgTemplate) -> ArgTemplate:
    plain: Any = _plain(value.value)
    return value if plain is value.value else evolve(value, value=plain)


def _plain(value: JsonValue) -> JsonValue:
    """The value with every number normalized; the same object when nothing changed."""
    if isinstance(value, dict):
        changed = {}
        for key, item in value.items():
            # Most of what is in arguments and schemas is text.
            if type(item) not in _SETTLED and (new := _plain(item)) is not item:
                changed[key] = new
        return {**value, **changed} if changed else value
    if isinstance(value, list):
        items = [*map(_plain, value)]
        return value if all(map(is_, items, value)) else items
    if type(value) in _SETTLED or not isinstance(value, (int, float)):
        return value
    return normal_number(value)


CHANGES: Final[Mapping[type[Shape], Change]] = {
    **dict.fromkeys((Schema, Integer, Number), _normalized),
    Arguments: _arguments,
}
_rebuilt: Final = Rebuilding(CHANGES, defaults=False)
