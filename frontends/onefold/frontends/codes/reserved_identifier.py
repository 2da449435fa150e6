"""An id has a meaning of its own.

## What it checks
`success`, `failure` and `timeout` are outcomes that every step has; `success` is never tried again; `latest` is no
channel of your own.

## Why it matters
A second meaning for the same word would make every edge that names it unclear.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, outcomes: [failure]}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, outcomes: [hopeless]}
  b: {kind: model, prompt: Ask a person.}
transitions:
  - {from: a, to: b, on: hopeless}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF213", "error", "`{id}` cannot be {noun} here: it has a meaning of its own.")
