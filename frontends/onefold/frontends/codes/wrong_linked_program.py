"""The linked program of a bundle is not made of its sources.

## What it checks
Linking the sources in the archive again gives the program, the report and the execution graph that the bundle has.

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

CODE: Final = Code("OF854", "error", "The linked program is not that of the bundle: {reason}.")
