"""The source is not encoded as UTF-8.

## What it checks
Every source is UTF-8, with or without a byte order mark. The message names the offset of the first byte, counted
from 0, that cannot belong to UTF-8, and the encoding where a byte order mark gives it away.

## Why it matters
A workflow's version names its characters. Bytes in another encoding can be read as several different texts, so
a guess could give two people two versions of one file.

## Example
A file that an editor saved as Latin-1 or as UTF-16:
```text
workflow: caf<e9>
```

## Instead
Save the file as UTF-8, or convert it once:
```text
iconv -f LATIN1 -t UTF-8 old.fold.yaml > new.fold.yaml
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF101",
    "error",
    "{source} is not UTF-8: {reason}.",
    help="save the file as UTF-8",
)
