"""A predicate is not a CEL expression.

## What it checks
The text of `on` in a conditional and of `when` in a transition must be an expression of the Common Expression
Language: literals, `inputs` and `steps.ID` with fields and indexes, the operators `! && || == != < <= > >= + - * / %
in ?:` and a few functions. Hexadecimal and unsigned numbers and bytes are left out: every number is a double.

## Why it matters
A condition that cannot be read decides nothing. Predicates are parsed, so white space, redundant parentheses and
the style of quotes never change a version; what does not parse has no meaning to give a version to.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review it.}
  gate: {kind: conditional, on: steps.review.outcome = 'success', then: merge}
  merge: {kind: model, prompt: Merge it.}
transitions:
  - {from: review, to: gate}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review it.}
  gate: {kind: conditional, on: steps.review.outcome == 'success', then: merge}
  merge: {kind: model, prompt: Merge it.}
transitions:
  - {from: review, to: gate}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# `message` is a clause in lower case without a full stop: "a value was expected, not `)`".
CODE: Final = Code("OF210", "error", "This is not a valid predicate: {message}.")
