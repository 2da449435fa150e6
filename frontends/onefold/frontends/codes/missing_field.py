"""A field that must be there is missing.

## What it checks
Required fields: `onefold`, `workflow`, `steps`; `kind` and what each kind needs; `from` and `to`; `check`; `use`;
`criteria`.

## Why it matters
Without it there is nothing to run, and no default would be right.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model}
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

CODE: Final = Code("OF202", "error", "{owner} has no `{field}`.")
