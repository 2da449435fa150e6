"""A second document follows in one file.

## What it checks
A file holds exactly one document. In YAML a line of `---` begins another.

## Why it matters
Programs differ in which of several documents they take. A version names one workflow, so one file holds one.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
---
onefold: 1
workflow: v
steps:
  a: {kind: model, prompt: hi}
```

## Instead
One file for each workflow:
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF103",
    "error",
    "A second document begins here; a file holds one.",
    help="move it to a file of its own",
)
