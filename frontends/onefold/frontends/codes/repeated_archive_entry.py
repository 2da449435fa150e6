"""Two entries of a packed bundle would be one file.

## What it checks
No two paths in an archive are equal, whatever their case and however their characters are composed, and no path of a
file is a folder of another.

## Why it matters
Which of them is read would depend on the system.

## Example
```text
sources/Review.json
sources/review.json
```

## Instead
```text
sources/review.json
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF843", "error", "The entries `{written}` and `{first}` would be one file.")
