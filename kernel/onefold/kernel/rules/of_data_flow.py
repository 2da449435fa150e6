"""The rules about the data flow, which tell of what `dataflow.faults` has found."""

from __future__ import annotations

from onefold.kernel.rules import (
    concurrent_reference,
    output_of_a_bad_end,
    output_of_a_possibly_bad_end,
    step_never_before,
    step_not_always_before,
    undecided_branch,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.flow import Flow
    from onefold.kernel.rules.rule import Rule

# What steps read of each other; judged when every step that is named exists.
DATA_FLOW_RULES: Final[tuple[Rule[Flow], ...]] = (
    step_never_before.RULE,
    step_not_always_before.RULE,
    concurrent_reference.RULE,
    undecided_branch.RULE,
    output_of_a_bad_end.RULE,
    output_of_a_possibly_bad_end.RULE,
)
