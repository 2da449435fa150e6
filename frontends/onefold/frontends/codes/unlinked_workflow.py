"""A sub-workflow of a bundle cannot be found.

## What it checks
Every sub-workflow that can be reached is in the version store or in the workspace, in the very version that is named,
and none contains itself.

## Why it matters
The bundle could not run anywhere else.

## Example
```text
subworkflow merge = ops.merge @ stable
```

## Instead
```text
$ onefold record merge.fold --channel stable
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF859",
    "error",
    "The step `{step}` of `{workflow}` cannot be linked: {reason}.",
    help="record the workflow with `onefold record`, or have its source below a folder with an `onefold.toml`",
)
