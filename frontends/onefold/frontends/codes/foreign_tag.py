"""A YAML tag is none of the core schema's.

## What it checks
The tags `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq` and `!!map` are read, and `!` alone, which makes
any scalar a string. All others are refused.

## Why it matters
A tag changes what a value means, in a way that no other format has and that programs know or do not know. Often
none was meant: an unquoted text that begins with `!` is a tag.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: !important Be brief.}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "!important Be brief."}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF112",
    "error",
    "The tag `{tag}` is none of the core schema of YAML 1.2.",
    help="remove the tag",
)
