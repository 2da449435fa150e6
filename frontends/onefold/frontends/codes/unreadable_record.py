"""A file of the store cannot be read.

## What it checks
Every object and every revision can be read by whoever uses the store.

## Why it matters
What cannot be read cannot be shown, and its channel cannot be gone on from.

## Example
```text
$ chmod 000 .onefold/objects/57/57ba4a2aeb7d…
```

## Instead
```text
$ chmod 644 .onefold/objects/57/57ba4a2aeb7d…
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF713",
    "error",
    "This part of the store cannot be read: {reason}.",
)
