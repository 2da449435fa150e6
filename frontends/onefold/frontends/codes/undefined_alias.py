"""A YAML alias names no anchor before it.

## What it checks
An alias such as `*limits` repeats what `&limits` named further up.

## Why it matters
Without the anchor there is nothing to repeat. Often no alias was meant: an unquoted text that begins with `*` is
one.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, tools: [*search]}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, tools: ["*search"]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF115",
    "error",
    "The alias `*{alias}` names no anchor before it.",
    help="write the anchor `&{alias}` before the value it should repeat",
)
