"""A collection has too few entries.

## What it checks
A workflow has at least one step, a rubric at least one criterion, a parallel step at least two different branches.

## Why it matters
A parallel step with one branch is just that branch.

## Example
```yaml
onefold: 1
workflow: w
steps:
  both: {kind: parallel, branches: [a]}
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  both: {kind: parallel, branches: [a, b]}
  a: {kind: model, prompt: hi}
  b: {kind: model, prompt: ho}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF216", "error", "`{field}` has {found} and needs at least {minimum}.")
