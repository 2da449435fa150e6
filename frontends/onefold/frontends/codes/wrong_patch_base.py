"""A patch was made for another bundle.

## What it checks
The `base` of a patch, and the hash given with `--base`, are the hash of the bundle that it is applied to.

## Why it matters
What was reviewed was the effect on one bundle. On another, or a second time, the same operations may do something else.

## Example
```text
base: blake3:3f…   # the bundle has changed since
```

## Instead
```text
$ onefold bundle validate bundle.fold.yaml --json   # `bundle_hash` is the base of new patches
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF876",
    "error",
    "The patch is for the bundle {base}, and this one is {found}.",
    help="applied already, it has nothing left to do; if the bundle has changed, review it against what that is now",
)
