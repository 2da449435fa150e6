"""A predicate orders what has no order.

## What it checks
`<`, `<=`, `>` and `>=` put numbers in order, and strings, but never one kind with the other; booleans, `null`, lists
and mappings have no order. What is not known is taken to be anything.

## Why it matters
The predicate could not be evaluated, and the run would fail there.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review:
    kind: model
    prompt: Review the diff.
    output:
      type: object
      properties:
        score: {type: number}
  gate: {kind: conditional, on: 'steps.review.output.score > "0.8"', then: report}
  report: {kind: model, prompt: Write a report.}
transitions:
  - {from: review, to: gate}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review:
    kind: model
    prompt: Review the diff.
    output:
      type: object
      properties:
        score: {type: number}
  gate: {kind: conditional, on: 'steps.review.output.score > 0.8', then: report}
  report: {kind: model, prompt: Write a report.}
transitions:
  - {from: review, to: gate}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.type_check import TypeCheck

CODE: Final = Code("OF510", "error", "{comparison} compares what has no order: {reason}.")


def check(types: TypeCheck) -> Iterator[Finding]:
    """Yield a finding for every comparison that has no order."""
    yield from types.findings(RULE.name)


RULE: Final = Rule("unordered-comparison", CODE, check)
