"""Two skills have one name.

## What it checks
The skills that one session is given have different names, and no folder is named twice.

## Why it matters
A session finds its skills by name, and would find only one of them.

## Example
```text
skills: [skills/triage, more/triage]
```

## Instead
```text
skills: [skills/triage, more/sorting]
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF734", "error", "There is a skill `{name}` already.", help="name each skill once")
