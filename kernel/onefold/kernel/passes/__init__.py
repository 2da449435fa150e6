"""The passes that make a workflow canonical, in the order they run. Each is pure, total and idempotent."""

from __future__ import annotations

from onefold.kernel.passes.normalize_money import normalize_money
from onefold.kernel.passes.normalize_numbers import normalize_numbers
from onefold.kernel.passes.normalize_predicates import normalize_predicates
from onefold.kernel.passes.resolve_start import resolve_start
from onefold.kernel.passes.sort_collections import sort_collections
from onefold.kernel.passes.sort_schema_sets import sort_schema_sets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

PASSES: Final[tuple[Callable[[WorkflowDef], WorkflowDef], ...]] = (
    resolve_start,  # First: it reads the edges as they were written, and nothing later depends on it.
    normalize_numbers,  # Before sorting, which compares values.
    normalize_money,
    normalize_predicates,  # Before sorting: the text of a condition is the last sort key of a transition.
    sort_schema_sets,
    sort_collections,
)
