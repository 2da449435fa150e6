"""An object is not the canonical form of a workflow.

## What it checks
The bytes of an object are exactly those that compiling gives: the canonical document of a workflow in RFC 8785 JSON.

## Why it matters
Other bytes of the same meaning would be a second version of it. Nothing that onefold records looks so; somebody else
has made the file.

## Example
```text
$ echo '{"onefold": 1}' > object && b3sum object   # and moved to where its digest says
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
    "OF703",
    "error",
    "What is kept as `{version}` is not the canonical form of a workflow.",
    help="remove the file, and record the workflow that it should hold",
)
