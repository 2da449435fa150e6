"""A channel has several newest revisions.

## What it checks
Exactly one revision of a channel is named by no other as parent. Two branches of a repository that both recorded
leave two of them when they are merged.

## Why it matters
`latest` and the channel's name would mean two versions at once, so they mean none until somebody says which content
goes on.

## Example
```text
$ git merge their-branch
$ onefold show review
```

## Instead
```text
$ onefold record --merge review.fold.yaml -m "Merge both"
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF710",
    "error",
    "`{workflow}@{channel}` has {count} heads.",
    help="make the workflow what both should become, and record it with `onefold record --merge`",
)
