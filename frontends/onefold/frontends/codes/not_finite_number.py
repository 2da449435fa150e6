"""A number is infinite or not a number.

## What it checks
Numbers are finite. Spelled infinities and NaN are refused, and so are numbers that no double can hold, such as
`1e400`.

## Why it matters
The canonical bytes of a workflow are RFC 8785 JSON, which has no such numbers.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {limit: .inf}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {limit: "none"}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF107",
    "error",
    "The number `{text}` is not finite.",
    help="numbers reach from about -1.8e308 to 1.8e308; quote it to make it a text",
)
