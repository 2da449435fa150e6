"""A file of a packed bundle is not the one that its manifest names.

## What it checks
The digests in the manifest are those of the files in the archive.

## Why it matters
What runs would not be what was reviewed.

## Example
```text
$ onefold bundle verify nightly.foldpack

```

## Instead
```text
$ onefold bundle pack nightly.bundle.fold.yaml -o nightly.foldpack
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF852", "error", "`{written}` is not what the manifest says: {reason}.")
