"""A file has the name of a revision and is none.

## What it checks
A revision is the RFC 8785 JSON of `revision`, `workflow`, `channel`, `version`, `parents`, `parent_versions`,
`message`, `author` and `time`, exactly these.

## Why it matters
What cannot be understood whole is not understood: another field may change what the others mean.

## Example
```text
{"author":"Ada","note":"?","revision":1}
```

## Instead
```text
$ onefold record review.fold.yaml -m "Ask for sources"
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF706",
    "error",
    "The revision `{revision}` is malformed: {reason}.",
    help="remove the file; `onefold record` writes revisions",
)
