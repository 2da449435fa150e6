"""The source breaks the syntax of its format.

## What it checks
The source must be a text of its format: YAML 1.2, TOML 1.1, JSON (RFC 8259) or fold. The message says what was
expected at the place it points to. Only the first such place is told of: how what follows is to be read depends on
how that is mended.

## Why it matters
Lenient readers repair such texts, each in its own way, so one file would mean different things to different tools.

## Example
A comma is missing after the first line:
```json
{
  "onefold": 1
  "workflow": "w",
  "steps": {"a": {"kind": "model", "prompt": "hi"}}
}
```

## Instead
```json
{
  "onefold": 1,
  "workflow": "w",
  "steps": {"a": {"kind": "model", "prompt": "hi"}}
}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# `message` is a clause in lower case without a full stop: "a comma or `]` was expected, not `}`".
CODE: Final = Code("OF106", "error", "This is not valid {format}: {message}.")
