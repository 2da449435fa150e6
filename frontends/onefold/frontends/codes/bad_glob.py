"""A glob of tool ids is not well formed.

## What it checks
A glob consists of the characters of tool ids and `*`, which stands for any run of them; at most 200 characters.

## Why it matters
Nothing else can match an id, so it would never allow or deny anything.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, tools: ["fs/?"]}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, tools: ["fs/*"]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF212", "error", "`{glob}` is not a glob of tool ids: {reason}.", help="use letters, digits, `_ . : / -` and `*`"
)
