"""A block scalar gives a short text a line end that nobody sees.

## What it checks
The `description` of a workflow and the `check` of a criterion: whether they are written as a block with `|` or `>`, not
with `|-` or `>-`.

## Why it matters
The block ends with a line end, which is part of the text and so of the version. The same words in quotes, or in
another format, then give another version.

## Example
```yaml
onefold: 1
workflow: w
description: |
  Reviews a pull request.
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
description: |-
  Reviews a pull request.
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
    "OF243",
    "warning",
    "The text of `{field}` ends with a line end, which is part of its meaning.",
    help="begin the block with `|-`",
)
