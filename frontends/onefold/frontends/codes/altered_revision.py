"""A revision is not what its name says.

## What it checks
Every record in `.onefold/revisions/` is named for the digest of its bytes, and is hashed again whenever it is read.

## Why it matters
The history of a workflow is what is known of it. A record that was cut off, changed or swapped tells a history that
never was.

## Example
```text
$ sed -i s/Ada/Eve/ .onefold/revisions/review/main/3f/3f9c…
$ onefold log review
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
    "OF704",
    "error",
    "What is kept as the revision `{revision}` is another text: its digest is `{found}`.",
    help="restore the file, from git for example",
)
