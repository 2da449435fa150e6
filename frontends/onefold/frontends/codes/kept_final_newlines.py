"""A block scalar keeps several line ends at the end of its text.

## What it checks
Blocks with `+` after their `|` or `>` that are followed by blank lines.

## Why it matters
The blank lines look as if they only separated one entry from the next, but they are part of the text, and so of the
version: to add or remove one gives another version.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a:
    kind: model
    prompt: |+
      Review the diff.


```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a:
    kind: model
    prompt: |
      Review the diff.


```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF161",
    "warning",
    "This block keeps {count} line ends at the end of its text.",
    help="begin the block with `|` to keep one of them, with `|-` to keep none",
)
