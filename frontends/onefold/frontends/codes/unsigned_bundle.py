"""Nobody signed a bundle.

## What it checks
A packed bundle has a signature, unless `--allow-unsigned` is given.

## Why it matters
Anybody could have made it.

## Example
```text
$ onefold bundle verify nightly.foldpack

```

## Instead
```text
$ onefold bundle verify nightly.foldpack --allow-unsigned
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF848", "error", "Nobody signed the bundle.", help="sign it, or allow it with --allow-unsigned")
