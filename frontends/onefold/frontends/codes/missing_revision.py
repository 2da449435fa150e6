"""A revision that something names is not in the store.

## What it checks
Every parent of a revision has its record beside it, in the folder of the same workflow and channel.

## Why it matters
A history with a gap cannot be told, and what stands before the gap would be taken for the newest.

## Example
```text
$ rm .onefold/revisions/review/main/3f/3f9c…
$ onefold fsck
```

## Instead
```text
$ git checkout -- .onefold/revisions
$ onefold fsck
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF705",
    "error",
    "The revision `{revision}` is not in the store, and is named by {by}.",
    help="restore the file, from git for example",
)
