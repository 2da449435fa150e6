"""A predicate compares what can never be equal.

## What it checks
`==`, `!=` and `in` between operands whose schemas have no kind of value in common (a string and a number), or no
value: a word that is not in the `enum`, an outcome that the step cannot end with, a fraction where the schema says
`integer`. What is not known is taken to be anything.

## Why it matters
Such a comparison is always false, or with `!=` always true, so the other way is never taken.

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
        verdict: {enum: [accept, reject]}
  gate: {kind: conditional, on: 'steps.review.output.verdict == "acept"', then: report}
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
        verdict: {enum: [accept, reject]}
  gate: {kind: conditional, on: 'steps.review.output.verdict == "accept"', then: report}
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

CODE: Final = Code("OF509", "error", "{left} can never equal {right}: {reason}.")


def check(types: TypeCheck) -> Iterator[Finding]:
    """Yield a finding for every comparison that always has the same result."""
    yield from types.findings(RULE.name)


RULE: Final = Rule("never-equal", CODE, check)
