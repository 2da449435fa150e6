"""A comment that silences a finding has nothing to silence.

## What it checks
Comments of the form `onefold: ignore[CODE]`: the code exists, and on the line of the comment, or for the node that
begins on the line after it, there is a finding with that code. While a workflow has errors, some findings cannot be
made yet, so only unknown codes are reported.

## Why it matters
A comment that stays after its finding is gone hides the next one that appears there.

## Example
```yaml
onefold: 1
workflow: w
steps:
  # onefold: ignore[OF605] the tool has a timeout of its own
  a: {kind: tool, tool: shop.ship, timeout: 30s}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  # onefold: ignore[OF605] the tool has a timeout of its own
  a: {kind: tool, tool: shop.ship}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF190", "warning", "This comment silences nothing: {reason}.", help="remove it")
