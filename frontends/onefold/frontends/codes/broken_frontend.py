"""A front-end that an installed package offers cannot be used.

## What it checks
Packages add formats through the entry-point group `onefold.frontends`. One that fails to load, or that is not a
front-end, is reported, and the others go on working.

## Why it matters
Its files would otherwise be passed over without a word.

## Example
```text
onefold.frontends: 'ini' cannot be loaded
```

## Instead
```text
$ pip install --upgrade the-package
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF150",
    "warning",
    "The front-end `{frontend}` of an installed package cannot be used: {reason}.",
    help="upgrade or remove that package",
)
