"""A text file is named, but the source has no place of its own.

## What it checks
`{file: PATH}` is relative to the source. Bytes from standard input without a name, or given to the Python API,
have no folder.

## Why it matters
A guess at the folder could read another text, and give another version, from one day to the next.

## Example
```text
$ onefold check - < review.fold.yaml
```

## Instead
```text
$ onefold check - --stdin-filename review.fold.yaml < review.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF230",
    "error",
    "`{path}` cannot be found: this source has no folder of its own.",
    help="name the file with `--stdin-filename`, or write the text here",
)
