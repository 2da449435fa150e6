"""A step can end with an outcome of its own that no transition takes up.

## What it checks
Each entry of `outcomes` stands in `on` of some transition from its step.

## Why it matters
An outcome of one's own is there to go another way. Without a transition the run ends, and counts as a good one; in a
branch, the branch does.

## Example
```yaml
onefold: 1
workflow: w
start: review
steps:
  review: {kind: model, prompt: Review the diff., outcomes: [hopeless]}
  approve: {kind: model, prompt: Approve it.}
transitions:
  - {from: review, to: approve}
```

## Instead
```yaml
onefold: 1
workflow: w
start: review
steps:
  review: {kind: model, prompt: Review the diff., outcomes: [hopeless]}
  approve: {kind: model, prompt: Approve it.}
  escalate: {kind: model, prompt: Ask a person.}
transitions:
  - {from: review, to: approve}
  - {from: review, to: escalate, on: hopeless}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.nodes import STANDARD_OUTCOMES
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF410",
    "warning",
    "No transition takes up the outcome `{outcome}` of `{step}`: there the run ends.",
    help="add a transition from `{step}` on `{outcome}`",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every outcome that a step declares and no transition from it names."""
    handled = {(each.origin, each.outcome) for each in flow.workflow.transitions}
    misspelt = _misspelt(flow)
    for identifier, step in flow.workflow.steps.items():
        for index, outcome in enumerate(() if identifier in misspelt else step.outcomes):
            if (identifier, outcome) not in handled and outcome not in step.outcomes[:index]:
                path = ("steps", identifier, "outcomes", index)
                yield Finding(RULE.name, Place(path), {"step": identifier, "outcome": outcome})


def _misspelt(flow: Flow) -> set[str]:
    """The steps with a transition on an outcome they do not have: that has a finding, and may mean one they have."""
    steps = flow.workflow.steps
    known = {name: {*STANDARD_OUTCOMES, *step.outcomes} for name, step in steps.items() if step.outcomes}
    return {
        each.origin for each in flow.workflow.transitions if each.outcome not in known.get(each.origin, (each.outcome,))
    }


RULE: Final = Rule("unhandled-outcome", CODE, check)
