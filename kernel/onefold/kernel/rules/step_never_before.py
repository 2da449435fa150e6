"""A reference names a step that can never have run before.

## What it checks
`steps.ID` in `prompt`, `system`, `args` and `with` is read when their step starts, in `on` of a conditional too; in
`when` it is read when the transition's step has ended. Some run must come to that moment after `ID` has ended. A `?`
or `has()` does not help: what never is there need not be asked for.

## Why it matters
The reference would be empty, or a fault, in every run. Mostly another step was meant, or two steps stand in the wrong
order.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: "Review {{ steps.summary.output }}"}
  summary: {kind: model, prompt: Sum it up.}
transitions:
  - {from: review, to: summary}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: "Review {{ steps.summary.output }}"}
  summary: {kind: model, prompt: Sum it up.}
transitions:
  - {from: summary, to: review}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.words import also_read
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.flow import Point
from onefold.kernel.ir.nodes import Parallel
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.dataflow import Lookup
    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF501",
    "error",
    "{reader} refers to `{step}`, which can never have run before: {reason}.",
    help="refer to a step that runs before, or let `{step}` run first",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader and step that can never have run before it."""
    for fault in faults(flow):
        if fault.kind == "never":
            lookup = fault.first
            arguments = {"reader": lookup.subject, "step": lookup.step, "reason": _reason(flow, lookup)}
            yield Finding(RULE.name, lookup.mention.place, arguments, also_read(fault))


def _reason(flow: Flow, lookup: Lookup) -> str:
    step, reader = lookup.step, lookup.point.step
    if step == reader:
        return "it has not ended yet, and nothing leads back to it"
    definition = flow.workflow.steps[step]
    # What lies in a branch is concurrent with the head of another, so one of two heads will tell.
    heads = definition.branches[:2] if isinstance(definition, Parallel) else ()
    if any(flow.concurrent(head, reader) == step for head in heads):
        return f"`{step}` ends after its branches, and `{reader}` lies in one"
    if flow.can_run_before(reader, Point(step)):
        return f"`{step}` only runs after `{reader}`"
    return f"no way leads from `{step}` to `{reader}`"


RULE: Final = Rule("step-never-before", CODE, check)
