"""A value is not what its YAML tag says.

## What it checks
A scalar under `!!int`, `!!float`, `!!bool` or `!!null` is spelled as the core schema of YAML 1.2 has it, `!!seq`
stands before a list and `!!map` before a mapping.

## Why it matters
The tag and the value contradict each other, and readers decide for one or the other.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
budget: {steps: !!int ten}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
budget: {steps: !!int 10}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF118",
    "error",
    "The tag `{tag}` does not fit {found}.",
    help="remove the tag, or write the value as the tag has it",
)
