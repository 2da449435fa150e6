"""A number is out of range.

## What it checks
Each number has its range: `attempts` 1 to 100, `pass` 0 to 1, `weight` above 0, `quorum`, `tokens` and `steps` at
least 1.

## Why it matters
A budget of nothing or a try number zero cannot be carried out.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: 0}}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: 1}}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF207", "error", "`{field}` is {value}, and must be {range}.")
