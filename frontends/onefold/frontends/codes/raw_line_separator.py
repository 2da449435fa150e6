"""A rare line separator stands raw in the text.

## What it checks
U+0085, U+2028 and U+2029 may not stand raw anywhere in a YAML source, not even in a comment.

## Why it matters
Some readers take them for ends of lines, others for letters; some drop the spaces around them. Nobody sees the
difference, and one file would mean two things.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {note: "one\u2028two"}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {note: "one\\Ltwo"}
```
"""  # noqa: D301 - the page shows the character itself

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF114",
    "error",
    "The character {character} ends a line for some readers of YAML and not for others.",
    help="in double quotes write `\\N` for U+0085, `\\L` for U+2028, `\\P` for U+2029",
)
