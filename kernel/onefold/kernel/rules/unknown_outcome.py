"""An outcome is named that the step cannot end with.

## What it checks
`on` of a transition and `retry.on` of a step: `success`, `failure`, `timeout`, or one of the step's own `outcomes`.

## Why it matters
The edge would never be taken, the retry never made.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff., outcomes: [hopeless]}
  escalate: {kind: model, prompt: Ask a person.}
transitions:
  - {from: review, to: escalate, on: hopless}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff., outcomes: [hopeless]}
  escalate: {kind: model, prompt: Ask a person.}
transitions:
  - {from: review, to: escalate, on: hopeless}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.nodes import STANDARD_OUTCOMES
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import StepDef, WorkflowDef
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF302", "error", "`{step}` cannot end with `{outcome}`.", help="add it to the step's `outcomes`")


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every outcome that its step does not have."""
    steps = workflow.steps
    for identifier, step in steps.items():
        for index, outcome in enumerate(step.retry.outcomes):
            if not _can_end(step, outcome):
                yield _finding(identifier, step, outcome, ("steps", identifier, "retry", "on", index))
    for index, transition in enumerate(workflow.transitions):
        origin = steps.get(transition.origin)
        if origin is not None and not _can_end(origin, transition.outcome):
            path = ("transitions", transition_segment(index, transition), "on")
            yield _finding(transition.origin, origin, transition.outcome, path)


def _can_end(step: StepDef, outcome: str) -> bool:
    return outcome in STANDARD_OUTCOMES or outcome in step.outcomes


def _finding(identifier: str, step: StepDef, outcome: str, path: IrPath) -> Finding:
    help_line = meant(outcome, (*STANDARD_OUTCOMES, *step.outcomes))
    return Finding(RULE.name, Place(path), {"step": identifier, "outcome": outcome}, help=help_line)


RULE: Final = Rule("unknown-outcome", CODE, check)
