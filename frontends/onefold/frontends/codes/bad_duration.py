"""A duration is not well formed.

## What it checks
Durations are text: days, hours, minutes, seconds and milliseconds in this order, each at most once (`1h30m`,
`500ms`, `0.5s`), or ISO 8601 (`PT1H30M`). They are whole milliseconds.

## Why it matters
A bare number could mean seconds or milliseconds, a factor of a thousand.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, timeout: 30}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF208", "error", "`{text}` is not a duration here: {reason}.", help="write it like `1m30s` or `500ms`"
)
