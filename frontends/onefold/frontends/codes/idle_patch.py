"""A patch changes nothing.

## What it checks
A patch has operations, they leave the bundle in another state, and none takes back what another did.

## Why it matters
Whoever reviews such a patch looks for an effect that is not there, or misses that two operations cancel each other.

## Example
```yaml
patch: p
base: "blake3:0000000000000000000000000000000000000000000000000000000000000000"
operations: []
```

## Instead
```yaml
patch: p
base: "blake3:0000000000000000000000000000000000000000000000000000000000000000"
operations: [{op: add_edge, from: a, to: b}]
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF872", "error", "The patch does nothing: {reason}.")
