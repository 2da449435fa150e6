"""Steps run in a loop, and nothing bounds how often.

## What it checks
Where transitions lead back to a step that ran before, `budget.steps` must say how many steps a run may execute.

## Why it matters
A model that never finds its own draft good enough would go on for ever, and so would the bill.

## Example
```yaml
onefold: 1
workflow: w
start: draft
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
budget: {steps: 20, tokens: 50000}
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
    "OF406",
    "error",
    "Nothing bounds the loop {way}: there is no `budget.steps`.",
    help="say how many steps a run may execute: `steps` in `budget`",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield one finding when there are loops and no bound: one number would mend them all."""
    budget = flow.workflow.budget
    if budget is not None and budget.steps is not None:
        return
    from onefold.kernel.flow.loops import loops  # A bound in the budget holds for every loop.

    found = loops(flow)
    if not found:
        return
    place = Place(("steps", found[0].first) if budget is None else ("budget",), "key")
    told = found if budget is not None else found[1:]
    related = tuple(Related(Place(("steps", each.first), "key"), f"the loop {each}") for each in told)
    yield Finding(RULE.name, place, {"way": str(found[0])}, related)


RULE: Final = Rule("unbounded-cycle", CODE, check)
