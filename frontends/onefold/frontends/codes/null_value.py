"""Null stands where something must be.

## What it checks
Null for an optional field means that it is absent. A required field, an item of a list and an entry of a mapping
cannot be null.

## Why it matters
An empty value is usually a line that someone forgot to finish.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
  b:
```

## Instead
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

CODE: Final = Code("OF204", "error", "{what} is null.", help="write a value, or remove it")
