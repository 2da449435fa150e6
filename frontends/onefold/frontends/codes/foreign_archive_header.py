"""A packed bundle was written by another program, or changed.

## What it checks
Every header of an archive is the one that packing writes for its path and size, entries stand in the order that
packing gives them, and what fills up a block is zero. In archives of the public contract a file may have other
permissions, and nothing else: no time, no owner, no setuid bit.

## Why it matters
Whatever else a header says would not be part of the bundle hash, and could be changed by anyone.

## Example
```text
$ onefold bundle verify nightly.foldpack
onefold: [OF845] verify.archive_failed: The header of the entry `sbom.spdx.json` is not one that packing writes.
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
    "OF845",
    "error",
    "The header of the entry `{written}` is not one that packing writes.",
    help="pack the bundle again",
)
