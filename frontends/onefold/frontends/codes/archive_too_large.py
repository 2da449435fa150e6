"""A packed bundle is too large.

## What it checks
An archive has at most 10,000 entries of at most 64 MiB, and 100 MiB altogether, decompressed. It is judged while it
is read.

## Why it matters
A few bytes can be made to fill every disk.

## Example
```text
$ onefold bundle verify nightly.foldpack
onefold: [OF844] verify.archive_failed: The archive is too large: it has more than 104857600 bytes.
```

## Instead
```text
$ du -b nightly.tar
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF844", "error", "The archive is too large: {reason}.")
