"""A word is not one of those allowed.

## What it checks
Fields that take one of a few words: `kind`, `effort`, `backoff`, `join`.

## Why it matters
A word that is not known has no meaning to keep.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, effort: hgih}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, effort: high}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF206", "error", "`{field}` cannot be `{value}`: it must be {allowed}.")
