"""An entry of a packed bundle would be written somewhere else.

## What it checks
Paths in an archive are relative, have no part `..`, `.` or nothing, no backslash, no NUL and no character that nobody
would see, and at most 100 bytes.

## Why it matters
Whoever unpacks the archive would write outside of the folder that was named.

## Example
```text
$ onefold bundle verify nightly.foldpack
onefold: [OF841] verify.archive_failed: The archive has an entry `../x`: a part of it is `..`.
```

## Instead
```text
sources/x.json
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF841", "error", "The archive has an entry `{written}`: {reason}.")
