"""A packed bundle is no archive.

## What it checks
A packed bundle is one zstd frame, with nothing after it, and in it one tar that ends with two blocks of zeros.

## Why it matters
What cannot be read to its end may hold anything.

## Example
```text
$ onefold bundle verify nightly.foldpack
onefold: [OF840] verify.archive_failed: The archive cannot be read: something follows the compressed data.
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

CODE: Final = Code(
    "OF840",
    "error",
    "The archive cannot be read: {reason}.",
    help="a packed bundle is what `onefold bundle pack` writes",
)
