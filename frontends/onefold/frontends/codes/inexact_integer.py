"""An integer is too large to be kept exactly.

## What it checks
A number with an integral value beyond ±(2^53-1) and below 10^21 is refused in every spelling: `9007199254740993`,
`1e16` and `1e20` alike.

## Why it matters
Canonical bytes hold numbers as doubles. A double does not hold every integer of that size, yet RFC 8785 prints
them as integers: two different numbers would look exact and be the same.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: chat.post, args: {channel: 9007199254740993}, timeout: 5m}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: chat.post, args: {channel: "9007199254740993"}, timeout: 5m}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF108",
    "error",
    "The number `{text}` is an integer beyond 2^53-1, which would not be kept exactly.",
    help="quote it if it is an identifier; numbers with a fraction, or from 1e21 on, may be as large as a double",
)
