"""The store has a file that does not belong there.

## What it checks
Objects and revisions are named for their digests: 64 digits in lower case, in a folder for the first two. Folders of
workflows and channels have their ids for names, with everything but `a-z`, `0-9`, `_` and `-` percent-encoded.

## Why it matters
Whoever reads the store passes over such a file. If it was meant to be a version, that version is missing.

## Example
```text
$ cp review.fold.yaml .onefold/objects/
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
    "OF712",
    "error",
    "`{name}` does not belong here: {reason}.",
    help="move it elsewhere",
)
