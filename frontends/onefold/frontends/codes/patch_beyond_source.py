"""A source cannot say what a patch asks for.

## What it checks
With `--source` every operation has a counterpart in the source: nodes are steps, edges are transitions, branches and
ends of conditions, capsules are prompts of steps. The source, compiled again, gives exactly the patched bundle.

## Why it matters
A graph can say more than a workflow. What would be lost, or come out as something else, is not written.

## Example
```text
operations: [{op: update_bundle_policy, policy: {autonomy_tier: suggest}}]   # of a workflow, which has no policy
```

## Instead
```text
$ onefold patch apply --source nightly.bundle.fold.yaml --patch fix.patch.fold.yaml   # a bundle has one
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF879",
    "error",
    "The source cannot say `{path}`: {reason}.",
    help="change the source by hand, or patch the bundle with `--bundle`",
)
