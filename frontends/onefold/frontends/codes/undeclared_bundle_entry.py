"""A packed bundle has a file that its manifest does not name.

## What it checks
Every file in an archive is a module, the linked program, the list of parts, the schema of a tool, or a part.

## Why it matters
It would travel along unseen.

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

CODE: Final = Code("OF853", "error", "The manifest does not name `{written}`.")
