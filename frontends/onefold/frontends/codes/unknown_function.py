"""A predicate calls a function that is not there, or calls one in another way than it is made for.

## What it checks
Predicates know `has(x.y)`, `size(x)`, `x.contains(y)`, `x.startsWith(y)`, `x.endsWith(y)`, `x.matches(pattern)`,
`list.all(item, condition)` and `list.exists(item, condition)`, with these numbers of arguments; `x.size()` and
`matches(x, pattern)` work too. CEL's other functions and macros are not known.

## Why it matters
What a predicate may call is part of this language's version, so that every engine that runs a workflow decides the
same way.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review it.}
  gate: {kind: conditional, on: steps.review.outcome.startswith('succ'), then: merge}
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
  gate: {kind: conditional, on: steps.review.outcome.startsWith('succ'), then: merge}
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

# `problem` is a verb with what follows it: "is not known in predicates", "takes 1 argument here, not 2".
CODE: Final = Code("OF222", "error", "The function `{function}` {problem}.")
