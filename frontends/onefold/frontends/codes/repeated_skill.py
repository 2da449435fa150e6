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

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF734", "error", "There is a skill `{name}` already.", help="name each skill once")
