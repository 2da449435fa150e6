"""The manifest of a packed bundle cannot be used.

## What it checks
The first entry is `foldpack.json`: exactly the canonical JSON of a manifest of schema 3, with all its fields and no
others. Of the public contract it is `harnpack.json`, of schema 2 or 3.

## Why it matters
A second spelling would be a second file with one hash.

## Example
```text
{ "id": "nightly" }
```

## Instead
```text
{"id":"nightly"}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF846", "error", "The manifest of the bundle cannot be used: {reason}.")
