"""A bundle cannot be packed.

## What it checks
The workflow is at hand, and every file that `metadata.contributes` names is a regular file inside of the folder of
the bundle, whose path may stand in an archive.

## Why it matters
An archive without it could not be used.

## Example
```text
metadata: {contributes: [../docs]}
```

## Instead
```text
metadata: {contributes: [docs]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF857", "error", "The bundle cannot be packed: {reason}.")
