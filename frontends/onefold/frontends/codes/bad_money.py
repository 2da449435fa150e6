"""An amount of money is not well formed.

## What it checks
Money is digits with at most one point, a space and three capital letters, above zero, with at most 15 digits.

## Why it matters
An amount without a currency, or in binary floating point, is not an amount.

## Example
```yaml
onefold: 1
workflow: w
budget: {cost: 2.50}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
budget: {cost: 2.50 USD}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF209", "error", "`{text}` is not an amount of money: {reason}.", help="write it like `2.50 USD`")
