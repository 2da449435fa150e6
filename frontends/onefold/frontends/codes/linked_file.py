"""The store has a link where a plain file or folder is due.

## What it checks
Everything in `.onefold/` is a plain file or a folder. Links are never followed, neither to read nor to write.

## Why it matters
What a link leads to lies outside of the store: it changes without the store, and git keeps nothing of it.

## Example
```text
$ ln -s /elsewhere/objects .onefold/objects
```

## Instead
```text
$ cp -r /elsewhere/objects .onefold/objects
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF711",
    "error",
    "This cannot be used as a part of the store: {reason}.",
    help="put the file or folder itself there",
)
