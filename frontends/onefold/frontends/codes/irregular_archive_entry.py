"""An entry of a packed bundle is no file.

## What it checks
Every entry of an archive is a regular file: no link, no device, no folder, no pipe, and no header of another program.

## Why it matters
A link could lead anywhere, and a device is no content.

## Example
```text
$ tar cf x.tar --transform s,^,sources/, link
```

## Instead
```text
$ tar cf x.tar --dereference link
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF842", "error", "The entry `{written}` is {what}, and a bundle has only files.")
