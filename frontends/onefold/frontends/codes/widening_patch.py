"""A patch lets a bundle do more than it may.

## What it checks
The patched bundle asks for nothing beyond the ceiling of its parent, and, without one, for nothing beyond what it could
do before. Approvals, budgets and prompts that were pinned are never weakened.

## Why it matters
A small edit must not be the way around a review of what a workflow may do.

## Example
```text
operations: [{op: update_bundle_policy, policy: {autonomy_tier: act_auto}}]
```

## Instead
```text
operations: [{op: update_bundle_policy, policy: {autonomy_tier: suggest}}]
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF869",
    "error",
    "The patch asks for more ({kind}, `{place}`): {detail}.",
    help="have the wider bundle reviewed as a whole",
)
