"""The schema of the inputs does not say that they are an object.

## What it checks
`inputs` is a JSON Schema with `type: object`.

## Why it matters
References such as `inputs.pr` name members, which only an object has.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: string}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF218", "error", "`{field}` must be a JSON Schema with `type: object`.")
