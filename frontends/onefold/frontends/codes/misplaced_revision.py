"""A revision is in the folder of another channel.

## What it checks
A revision is kept in `.onefold/revisions/WORKFLOW/CHANNEL/`, with the names that its record says.

## Why it matters
A channel's head is worked out from the revisions in its folder. A stranger among them would make another version the
newest.

## Example
```text
$ mv .onefold/revisions/review/draft/3f/3f9c… .onefold/revisions/review/main/3f/
```

## Instead
```text
$ onefold record review.fold.yaml --channel main
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF707",
    "error",
    "The revision `{revision}` belongs to `{workflow}@{channel}` and is kept elsewhere.",
    help="move the file back",
)
