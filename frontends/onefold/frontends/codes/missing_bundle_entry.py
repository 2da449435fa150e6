"""A packed bundle lacks a file.

## What it checks
Every module, the linked program, the schemas of tools and the parts that the manifest names are in the archive.

## Why it matters
The bundle could not run.

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

CODE: Final = Code("OF851", "error", "The archive has no `{written}`, which its manifest names.")
