"""A predicate does with a value what can only be done with another kind of value.

## What it checks
`&&`, `||`, `!` and the condition of `? :` take booleans, arithmetic takes numbers, `+` also two strings or two
lists, `size` takes a string, a list or a mapping, `contains`, `startsWith`, `endsWith` and `matches` strings, `all`
and `exists` lists and mappings. A map that is written out has each key once. A predicate as a whole is a boolean.
What is not known is taken to be anything.

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
  gate: {kind: conditional, on: 'steps.review.output.score && true', then: report}
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
  gate: {kind: conditional, on: 'steps.review.output.score > 0.8 && true', then: report}
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

CODE: Final = Code("OF511", "error", "{operand} {problem}.")


def check(types: TypeCheck) -> Iterator[Finding]:
    """Yield a finding for every operand of a kind that the operation does not take."""
    yield from types.findings(RULE.name)


RULE: Final = Rule("impossible-operation", CODE, check)
