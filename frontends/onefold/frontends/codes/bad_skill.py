"""A skill cannot be used.

## What it checks
A skill is a folder with a `SKILL.md` that begins with front matter: YAML between two lines `---`, a mapping, whose
`name`, or else the name of the folder, consists of letters, digits, `.`, `_` and `-`.

## Why it matters
The name and the front matter are what a session's manifest says of a skill. Without them nobody could tell that a
session has other skills than before.

## Example
```text
$ cat skills/triage/SKILL.md
Sort what comes in.
```

## Instead
```text
$ cat skills/triage/SKILL.md
---
name: triage
description: Sorts what comes in.
---
Sort what comes in.
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF730", "error", "The skill `{path}` cannot be used: {reason}.")
