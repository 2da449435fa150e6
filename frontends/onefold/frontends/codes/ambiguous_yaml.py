"""Readers of YAML do not agree on what this text says.

## What it checks
Some spellings are read by widespread programs as different values, or with a character missing. They are refused
by rule: an anchor or an alias with a colon in its name, a key that begins with `?` or ends with a colon inside
brackets, a lone `-` inside brackets, a pair of surrogate escapes, a kept last line of spaces without a line end.

## Why it matters
One text must have one meaning. An error can be mended, a value that was silently read wrong can not.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {?owner: platform}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {"?owner": platform}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF117",
    "error",
    "Readers of YAML do not agree here: {reason}.",
    help="quote the text",
)
