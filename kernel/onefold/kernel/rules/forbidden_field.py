"""A reference names a field that can never be there.

## What it checks
A path in a template or predicate is followed through the schema of `inputs` or of a step's `output`. Something is
reported only when the schema rules the field out: it closes the mapping (`additionalProperties: false`), the list is
never that long, or what should have the field is a string, a number, a list. A step itself has only `output` and
`outcome`, a workflow only `id`; the output of a parallel step has a field for each branch. A field that a schema merely
does not mention is no error.

## Why it matters
What stands there would always be missing, and the run would fail or read nothing.

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
      additionalProperties: false
  report:
    kind: model
    prompt: "The score is {{ steps.review.output.scoer }}."
transitions:
  - {from: review, to: report}
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
      additionalProperties: false
  report:
    kind: model
    prompt: "The score is {{ steps.review.output.score }}."
transitions:
  - {from: review, to: report}
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

CODE: Final = Code("OF505", "error", "`{owner}` has no {member}: {reason}.")


def check(types: TypeCheck) -> Iterator[Finding]:
    """Yield a finding for every field that a schema rules out."""
    yield from types.findings(RULE.name)


RULE: Final = Rule("forbidden-field", CODE, check)
