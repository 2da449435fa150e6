"""A revision says of another record what is not so.

## What it checks
The parents of a revision are of its own workflow and channel, and name the versions that it says they name; its
version is one of its own workflow.

## Why it matters
Such a record was not made by `onefold record`. Following it would lead to versions that never came after one another.

## Example
```text
"parents": ["blake3:3f9c…"], "parent_versions": ["blake3:0000…"]
```

## Instead
```text
$ onefold record review.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF708",
    "error",
    "The revision `{revision}` contradicts what it names: {reason}.",
    help="remove the file if nothing names it as parent",
)
