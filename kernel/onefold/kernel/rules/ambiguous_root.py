"""A folder of a ceiling can be read in more than one way.

## What it checks
The entries of `workspace_roots` and `read_only_roots` are plain paths with `/` between their segments: no backslash, no
drive, no `~`, no variable and no glob.

## Why it matters
Paths are compared segment by segment, without a file system. What a host could read in more than one way is taken to
hold nothing but itself.

## Example
```yaml
ceiling: workers
workspace_roots: ["~/work"]
```

## Instead
```yaml
ceiling: workers
workspace_roots: ["/home/ann/work"]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.ceiling.paths import is_plain
from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.ceiling.documents import CeilingDef

CODE: Final = Code(
    "OF882",
    "warning",
    "No folder lies in `{path}`, which can be read in more than one way.",
    help="write the path with `/`, and without `~`, variables and globs",
)


def check(ceiling: CeilingDef) -> Iterator[Finding]:
    """Yield a finding for every folder that is no plain path."""
    roots = (("workspace_roots", ceiling.workspace_roots), ("read_only_roots", ceiling.read_only_roots))
    for field, entries in roots:
        for index, entry in enumerate(() if isinstance(entries, str) else entries):
            if not is_plain(entry):
                yield Finding(RULE.name, Place((field, index)), {"path": entry})


RULE: Final = Rule("ambiguous-root", CODE, check)
