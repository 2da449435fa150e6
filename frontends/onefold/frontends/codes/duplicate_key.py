r"""A key is written twice in one mapping.

## What it checks
No mapping holds the same key twice, at any depth and in any format. Keys are compared after their quotes and
escapes are read, so `a` and `"\u0061"` are the same key. What a YAML merge brings in does not count; two `<<` do.

## Why it matters
Most readers keep the last of the two and say nothing: a step that somebody wrote would vanish.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
  a: {kind: model, prompt: ho}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
transitions: []
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF104",
    "error",
    "The key `{key}` is written twice in one mapping.",
    help="remove one of the two, or rename it",
)
