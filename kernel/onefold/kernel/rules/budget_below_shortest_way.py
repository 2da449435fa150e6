"""No run can come to a good end with so few steps.

## What it checks
`budget.steps` is at least the number of steps that the shortest way to a good end executes. A parallel step counts,
and of its branches as many as decide the join, the shortest first. Retries do not count.

## Why it matters
Every run would be stopped before it is done.

## Example
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 2}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
  send: {kind: model, prompt: Send it.}
transitions:
  - {from: draft, to: review}
  - {from: review, to: send}
```

## Instead
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 3}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
  send: {kind: model, prompt: Send it.}
transitions:
  - {from: draft, to: review}
  - {from: review, to: send}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF603",
    "error",
    "The shortest way to a good end executes {needed} steps, but `budget.steps` is {allowed}.",
    help="allow at least {needed}",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding when `budget.steps` is too small for any good end."""
    budget = flow.workflow.budget
    # A cheapest run executes no step twice, so as many as there are steps always suffice.
    if budget is None or budget.steps is None or budget.steps >= len(flow.workflow.steps) or flow.misfits:
        return
    from onefold.kernel.flow.costs import cheapest  # Most budgets are ample.

    needed = cheapest(flow)
    if needed is not None and budget.steps < needed:
        arguments = {"needed": needed, "allowed": budget.steps}
        yield Finding(RULE.name, Place(("budget", "steps")), arguments)


RULE: Final = Rule("budget-below-shortest-way", CODE, check)
