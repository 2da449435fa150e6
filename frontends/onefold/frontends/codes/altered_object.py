"""A recorded version is not what its name says.

## What it checks
Every object in `.onefold/objects/` is named for the BLAKE3 digest of its bytes, and is hashed again whenever it is
read.

## Why it matters
A version names one meaning for ever. Bytes that were cut off, changed or swapped would be shown, compared and run
under the name of another workflow.

## Example
```text
$ printf x >> .onefold/objects/57/57ba4a2aeb7d…
$ onefold show 57ba4a2a
```

## Instead
```text
$ git checkout -- .onefold/objects/57/57ba4a2aeb7d…
$ onefold fsck
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF701",
    "error",
    "What is kept as `{version}` is another text: its digest is `{found}`.",
    help="restore the file, from git for example, or remove it and record the workflow again",
)
