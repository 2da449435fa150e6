"""A text file lies outside the workspace.

## What it checks
The path is relative, stays below the workspace root, and no part of it is a symbolic link.

## Why it matters
A workflow from somebody else must not be able to put any file of this machine into a prompt.

## Example
```text
prompt: {file: ../../other/prompt.md}
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

CODE: Final = Code("OF232", "error", "`{path}` is refused: {reason}.")
