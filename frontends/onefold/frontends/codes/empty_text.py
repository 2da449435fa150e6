"""A text that must say something is empty.

## What it checks
A `prompt` and the `check` of a criterion are not empty.

## Why it matters
A model that is asked nothing answers something.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: ""}
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

CODE: Final = Code("OF215", "error", "`{field}` is empty.")
