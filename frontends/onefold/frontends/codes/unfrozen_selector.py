"""A sub-workflow is not frozen.

## What it checks
`onefold freeze --check` wants every sub-workflow step to name a full version, as `onefold freeze` writes it.

## Why it matters
What is released should run the same for ever. A step with `latest`, with a channel or without `version` runs whatever
that means at the time.

## Example
```text
merge: {kind: subworkflow, workflow: ops.merge, version: stable}
```

## Instead
```text
$ onefold freeze release.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF720",
    "error",
    "The step `{step}` runs whatever `{selector}` means for `{workflow}` at the time.",
    help="`onefold freeze` writes the version that it means now",
)
