"""A reference names a field that the schema does not declare, but one with nearly the same name.

## What it checks
A path in a template or predicate names a field that the schema of `inputs` or of a step's `output` leaves open, and
the schema declares a field whose name differs in one character, or in two if the names have at least six. Names with
fewer than four characters, and names that differ in their numbers only, are not compared.

## Why it matters
Most often it is a slip, and nothing would ever stand there. If both fields exist, declare both.

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

CODE: Final = Code(
    "OF508",
    "warning",
    "`{owner}` declares no field `{field}`, but one called `{near}`.",
    help="did you mean `{near}`?",
)


def check(types: TypeCheck) -> Iterator[Finding]:
    """Yield a finding for every undeclared field that is a slip of a declared one."""
    yield from types.findings(RULE.name)


RULE: Final = Rule("near-field-name", CODE, check)
