"""A sub-workflow cannot be frozen: nothing is recorded that it could be.

## What it checks
`onefold freeze` replaces `latest` and channels by the versions that they name now in the store of the workspace.

## Why it matters
There is no version to write, and a guess would run something else.

## Example
```text
$ onefold freeze release.fold.yaml   # and ops.merge was never recorded
```

## Instead
```text
$ onefold record ops/merge.fold.yaml
$ onefold freeze release.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF722",
    "error",
    "The step `{step}` cannot be frozen: {reason}.",
    help="record the workflow first: `onefold record PATH`",
)
