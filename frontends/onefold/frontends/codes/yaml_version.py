"""A `%YAML` directive asks for another version than 1.2.

## What it checks
Sources are YAML 1.2. A `%YAML` directive may say so; any other version is refused.

## Why it matters
YAML 1.1 reads `on`, `no`, `1:30` and `010` otherwise. A source must not mean two things.

## Example
```yaml
%YAML 1.1
---
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
%YAML 1.2
---
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

CODE: Final = Code(
    "OF111",
    "error",
    "The directive asks for YAML {version}; only 1.2 is read.",
    help="write `%YAML 1.2`, or leave the directive out",
)
