"""A sub-workflow step names a version that the store cannot give.

## What it checks
`onefold freeze --check` looks up every version that a sub-workflow step names: it is in the store, and is one of that
workflow.

## Why it matters
A step whose version nobody has kept cannot run.

## Example
```text
merge: {kind: subworkflow, workflow: ops.merge, version: blake3:0000…}
```

## Instead
```text
$ onefold record ops/merge.fold.yaml
$ onefold thaw release.fold.yaml && onefold freeze release.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF721",
    "error",
    "The step `{step}` runs `{version}` of `{workflow}`: {reason}.",
    help="record that version, or thaw and freeze the step again",
)
