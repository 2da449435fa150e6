"""A key of a mapping is no string.

## What it checks
Keys are strings. In YAML a bare `1`, `true` or `null`, an empty key, a list and a mapping are none. An unquoted
`{{ reference }}` is, to YAML, a mapping whose key is a mapping.

## Why it matters
No other format has such keys, and readers turn them into strings in different ways.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {404: not found}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {"404": not found}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF105",
    "error",
    "The key `{key}` is not a string.",
    help="quote it",
)
