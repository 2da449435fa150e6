"""A text file cannot be read.

## What it checks
The file that `{file: PATH}` names is there, is a regular file, and may be read.

## Why it matters
The text is part of the workflow.

## Example
```text
prompt: {file: prompts/reveiw.md}
```

## Instead
```text
prompt: {file: prompts/review.md}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF231", "error", "`{path}` cannot be read: {reason}.")
