"""A version that something names is not in the store.

## What it checks
The version of every revision, and every version that a recorded sub-workflow step names, has its object in
`.onefold/objects/`.

## Why it matters
A version that is not there cannot be shown, compared or resumed.

## Example
```text
$ rm .onefold/objects/57/57ba4a2aeb7d…
$ onefold fsck
```

## Instead
```text
$ git checkout -- .onefold/objects
$ onefold fsck
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF702",
    "error",
    "The version `{version}` is not in the store, and is named by {by}.",
    help="restore the file, from git for example, or record that version of the workflow",
)
