"""A patch would change a packed bundle.

## What it checks
`onefold patch apply` is given a bundle that can be written: a document, JSON of the public contract, or a source.

## Why it matters
A packed bundle holds a program and the sources it was linked from. With another graph beside them it would say two
things.

## Example
```text
$ onefold patch apply --bundle release.foldpack --patch fix.patch.fold.yaml
```

## Instead
```text
$ onefold patch apply --source release.bundle.fold.yaml --patch fix.patch.fold.yaml
$ onefold bundle pack release.bundle.fold.yaml -o release.foldpack
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF878",
    "error",
    "A packed bundle cannot be patched.",
    help="patch what it was packed from, and pack that again",
)
