"""A predicate is nested too deeply.

## What it checks
At most 64 brackets of any kind may be open at once, unless the configuration sets another limit. Besides, no more
than 200 operators may be nested in each other, as in `a + b + c + …` or `!!!…x`; chains of `&&` and of `||` count as
one, however long they are.

## Why it matters
No condition needs such a depth, and programs that walk an expression without a limit can be made to fail.

## Example
```text
{when: "((((((((((((( … a hundred of them … )))))))))))))"}
```

## Instead
```text
{when: "inputs.ready && inputs.size > 0"}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF124",
    "error",
    "The predicate has more than {limit} {what} inside each other here.",
    help="make it flatter: chains of `&&` and `||` may be as long as you like",
)
