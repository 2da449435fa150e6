"""The workflow is written in another version of the language.

## What it checks
`onefold` is the version of the language; this tool knows version 1.

## Why it matters
Defaults are part of the language version. Read under other rules, the workflow would get a version that means
something else.

## Example
```yaml
onefold: 2
workflow: w
steps:
  a: {kind: model, prompt: hi}
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

CODE: Final = Code(
    "OF214",
    "error",
    "This is version {found} of the language; version {known} is known here.",
    help="write `onefold: 1`, or use a newer onefold",
)
