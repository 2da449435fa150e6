"""A value is of the wrong type.

## What it checks
Each field takes one type of value. Nothing is converted: `"3"` is no number, `yes` is no boolean.

## Why it matters
A guess would be right most of the time, and then a wrong version.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: "3"}}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: 3}}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF203", "error", "{subject} must be {expected}, not {found}.")
