"""A bundle would be unpacked over something else.

## What it checks
The folder is not there yet, or `--force` is given and it holds an unpacked bundle. It is no link and not the current
folder.

## Why it matters
What is there would be lost.

## Example
```text
$ onefold bundle unpack b.foldpack .
```

## Instead
```text
$ onefold bundle unpack b.foldpack unpacked
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF860",
    "error",
    "`{written}` is not written to: {reason}.",
    help="name a folder that is not there yet, or replace an unpacked bundle with --force",
)
