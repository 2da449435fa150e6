"""A loop may spend any amount of tokens and money.

## What it checks
A workflow with a loop should have `budget.tokens` or `budget.cost`, besides the bound on its steps.

## Why it matters
The number of steps says little about what they cost: each round of a loop tends to send a longer text to the model.

## Example
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 20}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft., outcomes: [rejected]}
transitions:
  - {from: draft, to: review}
  - {from: review, to: draft, on: rejected}
```

## Instead
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 20, cost: 2.50 USD}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft., outcomes: [rejected]}
transitions:
  - {from: draft, to: review}
  - {from: review, to: draft, on: rejected}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF604",
    "warning",
    "The loop {way} may spend any amount: the budget has neither `tokens` nor `cost`.",
    help="add `tokens` or `cost` to `budget`",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield one finding when loops are bounded in steps, but neither in tokens nor in cost."""
    budget = flow.workflow.budget
    # A loop without any bound has a finding of its own; what it lacks is told one thing at a time.
    if budget is None or budget.steps is None or budget.tokens is not None or budget.cost is not None:
        return
    from onefold.kernel.flow.loops import loops  # Most budgets have a bound.

    found = loops(flow)
    if found:
        related = tuple(Related(Place(("steps", each.first), "key"), f"the loop {each}") for each in found)
        yield Finding(RULE.name, Place(("budget",), "key"), {"way": str(found[0])}, related)


RULE: Final = Rule("costless-loop", CODE, check)
