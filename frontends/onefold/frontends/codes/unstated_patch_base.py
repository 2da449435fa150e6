"""A patch does not say which bundle it is for.

## What it checks
`onefold patch apply` of a patch of the public contract, which has no `base`, is told the hash with `--base`.

## Why it matters
Nothing else keeps it from being applied twice, or to another bundle.

## Example
```text
$ onefold patch apply --bundle bundle.json --patch contract.json
```

## Instead
```text
$ onefold patch apply --bundle bundle.json --patch contract.json --base blake3:3f…
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF877",
    "error",
    "The patch does not say which bundle it is for: review it, and give `--base {found}`.",
)
