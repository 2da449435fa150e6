"""Write every number one way."""

from __future__ import annotations

from typing import Any

from onefold.kernel.classes import evolve
from onefold.kernel.ir.declare import Arguments, Integer, Number, Schema, Shape
from onefold.kernel.ir.records import RecordType, rebuild
from onefold.kernel.values import JsonValue, normal_number


def normalize_numbers(workflow: RecordType) -> RecordType:
    """`1`, `1.0` and `1e0` become the integer 1, `-0.0` becomes 0, an integer past every double its nearest one."""
    return rebuild(workflow, _normalized)


def _normalized(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any IR value
    if isinstance(shape, Schema | Integer | Number):
        return _plain(value)
    if isinstance(shape, Arguments):
        plain = _plain(value.value)
        return value if plain is value.value else evolve(value, value=plain)
    return value


def _plain(value: JsonValue) -> JsonValue:
    """The value with every number normalized; the same object when nothing changed."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return normal_number(value)
    if isinstance(value, dict):
        entries = {key: _plain(item) for key, item in value.items()}
        return entries if any(entries[key] is not item for key, item in value.items()) else value
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value
