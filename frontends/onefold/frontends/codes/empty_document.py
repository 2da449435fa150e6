"""The source holds no document.

## What it checks
A file holds exactly one document. An empty file, or one of nothing but blank lines and comments, holds none.

## Why it matters
Such a file is usually one that a program failed to write. Taking it for an empty workflow would hide that.

## Example
```yaml
# The workflow will stand here.
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF102",
    "error",
    "The source is empty: it holds no document.",
    help="a workflow begins with `onefold: 1` (in TOML `onefold = 1`, in fold `fold 1`)",
)
