"""A transition is never taken, because its conditional chooses by `then` and `otherwise`.

## What it checks
A conditional with `otherwise` has no transitions on `success`. Without `otherwise` they are what follows when the
condition does not hold.

## Why it matters
The condition holds or it does not: with both ways given, nothing is left for the transition.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {urgent: {type: boolean}}}
start: gate
steps:
  gate: {kind: conditional, on: inputs.urgent == true, then: page, otherwise: file}
  page: {kind: model, prompt: Page someone.}
  file: {kind: model, prompt: File a ticket.}
transitions:
  - {from: gate, to: file}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {urgent: {type: boolean}}}
start: gate
steps:
  gate: {kind: conditional, on: inputs.urgent == true, then: page}
  page: {kind: model, prompt: Page someone.}
  file: {kind: model, prompt: File a ticket.}
transitions:
  - {from: gate, to: file}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.nodes import Conditional
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF412",
    "error",
    "The transition from `{step}` to `{target}` is never taken: `{step}` has `otherwise`.",
    help="remove it, or remove `otherwise`",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every success transition of a conditional with `otherwise`."""
    for index, transition in enumerate(flow.workflow.transitions):
        origin = flow.workflow.steps[transition.origin]
        if transition.outcome == "success" and isinstance(origin, Conditional) and origin.otherwise is not None:
            path = ("transitions", transition_segment(index, transition))
            related = (Related(Place(("steps", transition.origin, "otherwise")), "what follows stands here"),)
            arguments = {"step": transition.origin, "target": transition.target}
            yield Finding(RULE.name, Place(path), arguments, related)


RULE: Final = Rule("dead-success-transition", CODE, check)
