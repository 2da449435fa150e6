"""A selector cannot be replaced without changing something else.

## What it checks
`freeze` and `thaw` change a few characters of a source and prove, before they write it, that it means what it meant
but for those selectors.

## Why it matters
An anchor that several steps share, for example, may hold what only one of them should get.

## Example
```text
a step whose whole definition comes from an anchor that other steps share
```

## Instead
```text
a step with a `version` of its own
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF723",
    "error",
    "The selector of the step `{step}` cannot be replaced without changing something else.",
    help="write `version: {selector}` into the step by hand",
)
