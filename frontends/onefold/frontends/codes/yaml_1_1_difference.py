"""A plain scalar is something else to readers of YAML 1.1.

## What it checks
Unquoted words and numbers that YAML 1.1 and the core schema of YAML 1.2 read differently: `yes`, `no`, `on`, `off`, `y`
and `n` in their usual spellings, `010`, `0o10`, `1_000`, `1:30`, `0b11`, `1e3`, dates and times. Names of onefold's own
fields are left alone where they are keys.

## Why it matters
Most YAML libraries still read version 1.1. A script, an editor or a reviewer's tool then sees another workflow than the
one that runs: no country but `false`, no duration but the number 90.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: shop.ship, args: {country: no}, timeout: 30s}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: shop.ship, args: {country: "no"}, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF160", "warning", "A reader of YAML 1.1 takes `{text}` for {meaning}.", help="quote it")
