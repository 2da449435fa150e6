"""A character that YAML does not allow stands in the text.

## What it checks
A YAML source holds no control characters but tabs and line ends, no noncharacters, and no byte order mark after its
beginning.

## Why it matters
Nobody sees such a character, and readers refuse it, drop it, or end the text there.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {note: "ring \x07 the bell"}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
meta: {note: "ring \\x07 the bell"}
```
"""  # noqa: D301 - the page shows the character itself

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF123",
    "error",
    "The character {character} cannot stand in a YAML source.",
    help="in double quotes write it as an escape; else remove it",
)
