"""A YAML alias stands inside what it names.

## What it checks
An alias repeats what its anchor names. Where it stands inside of that, the value would contain itself.

## Why it matters
Such a value has no end: it has no canonical bytes, and no other format can hold it.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: &everything
  owner: platform
  again: *everything
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta:
  owner: platform
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF113",
    "error",
    "The alias `*{alias}` stands inside what it names.",
    help="write out what is meant here",
)
