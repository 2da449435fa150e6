"""Lists and mappings are nested too deeply.

## What it checks
A value lies at most 128 levels deep, unless the configuration sets another limit. The document itself is level 1,
its entries are level 2, and so on; the count is the same in all formats.

## Why it matters
No workflow needs such a depth, and programs that walk a document without a limit can be made to fail.

## Example
```text
{"onefold": 1, "meta": {"x": [[[[[[ … two hundred of them … ]]]]]]}}
```

## Instead
```text
Make the structure flatter, or raise the limit in the configuration.
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF120",
    "error",
    "The nesting is deeper than {limit} levels here.",
    help="make the structure flatter, or raise the limit in the configuration",
)
