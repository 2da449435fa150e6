"""A value is a date or a time.

## What it checks
TOML has dates and times as values. A workflow has none: its values are null, booleans, numbers, strings, lists
and mappings, as in every other format.

## Why it matters
One meaning has one version in all formats, and no other format can say a date but as a string.

## Example
```toml
onefold = 1
workflow = "w"
steps.a = { kind = "model", prompt = "hi" }
meta.since = 2024-01-31
```

## Instead
```toml
onefold = 1
workflow = "w"
steps.a = { kind = "model", prompt = "hi" }
meta.since = "2024-01-31"
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF110",
    "error",
    "The value `{text}` is a date or a time, which only TOML has.",
    help='quote it: "{text}"',
)
