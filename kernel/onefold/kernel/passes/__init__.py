"""The passes that make a workflow canonical, in the order they run. Each is pure, total and idempotent."""

from __future__ import annotations

from onefold.kernel.ir.records import Rebuilding
from onefold.kernel.passes import (
    normalize_money,
    normalize_numbers,
    normalize_predicates,
    sort_collections,
    sort_schema_sets,
)
from onefold.kernel.passes.resolve_start import resolve_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.records import Change

# What changes values by their shape alone.
_BY_SHAPE: Final = (
    normalize_numbers,  # Before sorting, which compares values.
    normalize_money,
    normalize_predicates,  # Before sorting: the text of a condition is the last sort key of a transition.
    sort_schema_sets,
    sort_collections,
)
PASSES: Final[tuple[Callable[[WorkflowDef], WorkflowDef], ...]] = (
    resolve_start,  # First: it reads the edges as they were written, and nothing later depends on it.
    normalize_numbers.normalize_numbers,
    normalize_money.normalize_money,
    normalize_predicates.normalize_predicates,
    sort_schema_sets.sort_schema_sets,
    sort_collections.sort_collections,
)


def run_passes(workflow: WorkflowDef) -> WorkflowDef:
    """What comes of a workflow that goes through every pass.

    Passes that change values by their shape alone need one walk together: a value goes through all of them, in their
    order, before what holds it does. That gives what they give one after the other, which tests compare.
    """
    return _rebuilt(resolve_start(workflow))


def _merged() -> dict[type[Shape], Change]:
    merged: dict[type[Shape], Change] = {}
    for each in _BY_SHAPE:
        for shape, change in each.CHANGES.items():
            merged[shape] = _in_turn(merged[shape], change) if shape in merged else change
    return merged


def _in_turn(first: Change, second: Change) -> Change:
    def change(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any IR value
        return second(shape, first(shape, value))

    return change


_rebuilt: Final = Rebuilding(_merged(), defaults=False)
