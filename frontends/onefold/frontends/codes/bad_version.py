"""A version is not well formed.

## What it checks
A full version is `blake3:` and 64 digits 0-9 and a-f.

## Why it matters
A version names one exact workflow, so no digit may be missing.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: subworkflow, workflow: ops.merge, version: "blake3:12ab"}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a:
    kind: subworkflow
    workflow: ops.merge
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF217",
    "error",
    "`{text}` is not a full version.",
    help="a version is `blake3:` and 64 digits, 0 to 9 and a to f; a channel is an id such as `stable`",
)
