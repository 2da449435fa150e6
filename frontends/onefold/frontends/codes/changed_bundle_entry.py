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

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF852", "error", "`{written}` is not what the manifest says: {reason}.")
