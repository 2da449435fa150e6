"""Write every number one way."""

from __future__ import annotations

from _operator import is_  # the part in C; the module around it brings more

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import Arguments, Integer, Number, Schema
from onefold.kernel.ir.records import rebuild
from onefold.kernel.values import normal_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.records import RecordType
    from onefold.kernel.values import JsonValue


def normalize_numbers(workflow: RecordType) -> RecordType:
    """`1`, `1.0` and `1e0` become the integer 1, `-0.0` becomes 0, an integer past every double its nearest one."""
    return rebuild(workflow, _normalized, (Schema, Integer, Number, Arguments), defaults=False)


def _normalized(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any IR value
    if not isinstance(shape, Arguments):
        return _plain(value)
    plain = _plain(value.value)
    return value if plain is value.value else evolve(value, value=plain)


def _plain(value: JsonValue) -> JsonValue:
    """The value with every number normalized; the same object when nothing changed."""
    if isinstance(value, dict):
        changed = [(key, new) for key, item in value.items() if (new := _plain(item)) is not item]
        return {**value, **dict(changed)} if changed else value
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return value if all(map(is_, items, value)) else items
    if isinstance(value, int | float) and not isinstance(value, bool):
        return normal_number(value)
    return value
