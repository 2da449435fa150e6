"""An id is not well formed.

## What it checks
Ids are ASCII: a letter or `_`, then letters, digits and `_`, with single separators inside. Step, outcome,
criterion, slot and channel ids have `-` between runs and up to 100 characters; workflow, tool and verifier ids
also `.`, `/`, `:`, and up to 200.

## Why it matters
Ids are compared byte by byte. A letter that only looks the same would name another thing.

## Example
```yaml
onefold: 1
workflow: my workflow
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: my-workflow
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF205", "error", "`{id}` is not {noun}: {reason}.")
