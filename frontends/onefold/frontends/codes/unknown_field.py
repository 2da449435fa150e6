"""A field is not known here.

## What it checks
Every mapping of a workflow has a fixed set of fields. A step has those of its own kind only.

## Why it matters
A field that nobody reads would be dropped in silence, and two workflows that differ in it would share a version.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, tiemout: 30s}
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

CODE: Final = Code("OF201", "error", "`{field}` is not a field of {owner}.")
